import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../values/json';

/** Keys of a reason, in any letter case. What comes first counts, if it tells more than a code. */
const KEYS = [
	...['error', 'errors', 'message', 'msg', 'error_message', 'error_text', 'error_description'],
	...['description', 'detail', 'details', 'reason', 'title', 'text', 'info', 'result'],
];
/** Words and codes that say no more than the HTTP status does. */
const VAGUE =
	/^(\d+|errors?|failed|bad request|(unprocessable|invalid) \w+|(the given data was|data is) invalid|validation (error|failed)|internal (server )?error)[.!]?$/i;

/** The message in an error response of any shape. Empty if there is none. */
export function errorText(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number') return value === 0 ? '' : String(value);
	if (depth > 3 || !isObject(value)) return '';
	if (Array.isArray(value)) {
		return joined(value.slice(0, 5).map((entry) => errorText(entry, depth + 1)));
	}
	const record = value as IDataObject;
	if (depth > 0 && Object.values(record).every(Array.isArray)) return textOfFields(record, depth);
	const byKey = new Map(Object.entries(record).map(([key, one]) => [key.toLowerCase(), one]));
	const texts = KEYS.map((key) => errorText(byKey.get(key), depth + 1));
	const told = texts.filter((text) => !isNoError(text));
	const text = told.find((one) => !VAGUE.test(one)) ?? told[0] ?? texts.find(Boolean);
	if (depth === 0 || !text) return text ?? (depth > 0 ? textOfFields(record, depth) : '');
	const field = Array.isArray(record.loc) ? record.loc.at(-1) : record.field;
	return typeof field === 'string' ? `${field}: ${text}` : text;
}

/** A text for each field of the request: `{ phone: ['is invalid'] }`. */
const textOfFields = (fields: IDataObject, depth: number): string =>
	joined(
		Object.entries(fields)
			.slice(0, 5)
			.map(([name, value]) => {
				if (typeof value !== 'string' && !Array.isArray(value)) return '';
				const text = errorText(value, depth + 1);
				return isNoError(text) ? '' : `${name}: ${text}`;
			}),
	);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const joined = (texts: string[]): string => texts.filter((text) => text !== '').join('; ');

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

/** Whether a record has an error or denies its `success`. */
export const reportsError = ({
	error,
	Error: other,
	errors,
	error_message,
	success,
}: IDataObject) => ![error, other, errors, error_message].every(isNoError) || saysNo(success);

/**
 * Whether a response reports a failure: by a key for it, by its status, or by a text or `false` in
 * place of a record. An unknown status, or a message alone, may be a success.
 */
export function reportsFailure(json: unknown): boolean {
	if (!isRecord(json)) return json === false || saysFailure(json);
	return reportsError(json) || saysFailure(json.status);
}

/** What is there in place of a record. A record with a message alone is a text. */
export function soleText(data: unknown): unknown {
	if (!isRecord(data)) return data;
	const { message, msg, ...others } = data;
	const isAlone = Object.keys(others).every((key) => key === 'code');
	return isAlone ? (message ?? msg) : undefined;
}
