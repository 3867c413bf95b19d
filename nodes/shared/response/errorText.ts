import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../values/json';

/** The message in an error response of any shape. Empty if there is none. */
export function errorText(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number') return String(value);
	if (depth > 3 || typeof value !== 'object' || value === null) return '';
	if (Array.isArray(value)) {
		const all = value.slice(0, 5).map((entry) => errorText(entry, depth + 1));
		return all.filter((entry) => entry !== '').join('; ');
	}
	const keys = [
		'error',
		'errors',
		'message',
		'error_message',
		'error_description',
		'description',
	];
	for (const key of [...keys, 'detail', 'reason', 'title', 'result']) {
		const found = errorText((value as IDataObject)[key], depth + 1);
		if (found !== '') return found;
	}
	return '';
}

/** Whether a response reports a failure. An unknown status, or a message alone, may be a success. */
export function reportsFailure(json: unknown): boolean {
	if (!isRecord(json)) return false;
	const { error, errors, error_message, success, status } = json;
	const failed = errorText([error, errors, error_message]) !== '' || success === false;
	return failed || /err|fail|invalid|denied|reject|refus|forbid|unauth/i.test(String(status));
}
