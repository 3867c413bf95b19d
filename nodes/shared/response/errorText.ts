import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../values/json';

/** The message in an error response of any shape. Empty if there is none. */
export function errorText(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number') return value === 0 ? '' : String(value);
	if (depth > 3 || typeof value !== 'object' || value === null) return '';
	if (Array.isArray(value)) {
		const all = value.slice(0, 5).map((entry) => errorText(entry, depth + 1));
		return all.filter((entry) => entry !== '').join('; ');
	}
	const keys = [
		...['error', 'errors', 'message', 'error_message', 'error_description', 'description'],
		...['detail', 'reason', 'title', 'result'],
	];
	const texts = keys.map((key) => errorText((value as IDataObject)[key], depth + 1));
	return texts.find((text) => !isNoError(text)) ?? texts.find((text) => text !== '') ?? '';
}

/** Whether an `error` reports nothing: it is false, 0, empty or "OK", also as a text, or all that it holds is. */
export function isNoError(error: unknown): boolean {
	if (typeof error === 'string')
		return /^(|0|ok|success|none|null|false|no errors?)$/i.test(error.trim());
	if (typeof error !== 'object' || error === null) return !error;
	return Object.values(error).every(isNoError);
}

/** Not the words "deferred" and "transferred". */
const FAILURE =
	/error|(?<![a-z])err(?![a-z])|fail|invalid|den(ied|y)|reject|refus|forbid|unauth|declin|insufficient|unsuccess|not ok/i;

export const saysFailure = (words: unknown): boolean =>
	typeof words === 'string' && FAILURE.test(words);

/** Whether a `status` that is not documented is a failure: by its word, or as the code of HTTP. */
export const isFailed = (status: unknown): boolean =>
	saysFailure(status) || /^[45]\d\d$/.test(String(status));

/** Whether a `success` denies it. */
export const saysNo = (success: unknown): boolean =>
	/^(false|no|0)$/i.test(String(success)) || saysFailure(success);

/**
 * Whether a response reports a failure: by a key for it, by its status, or by a text or `false` in
 * place of a record. An unknown status, or a message alone, may be a success.
 */
export function reportsFailure(json: unknown): boolean {
	if (!isRecord(json)) return json === false || saysFailure(json);
	const { error, errors, error_message, success, status } = json;
	return (
		![error, errors, error_message].every(isNoError) || saysNo(success) || saysFailure(status)
	);
}

/** What is there in place of a record. A record with a message alone is a text. */
export function soleText(data: unknown): unknown {
	if (!isRecord(data)) return data;
	const { message, code: _code, ...others } = data;
	return Object.keys(others).length === 0 ? message : undefined;
}
