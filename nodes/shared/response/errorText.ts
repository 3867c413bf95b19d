import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../values/json';

/** The service's own words in an error answer, whatever its shape; empty when there are none. */
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

/** Whether an answer says that it failed; another status, or words alone, may as well be a success. */
export function reportsFailure(json: unknown): boolean {
	if (!isRecord(json)) return false;
	const { error, errors, error_message, success, status } = json;
	const failed = errorText([error, errors, error_message]) !== '' || success === false;
	return failed || /err|fail|invalid|denied|reject|refus|forbid|unauth/i.test(String(status));
}
