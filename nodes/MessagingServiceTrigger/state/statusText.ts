import type { IDataObject } from 'n8n-workflow';

/** Stands between a status and its error code. */
const SEPARATOR = '\t';

/** A recipient's status as the state's table has it: with the error code behind it, unless that is 0. */
export function statusText({ status, error_code }: IDataObject): string {
	const word = String(status ?? '');
	const hasCode = Number(error_code ?? 0) !== 0;
	if (!hasCode && !word.includes(SEPARATOR)) return word;
	const code = hasCode ? String(error_code).replaceAll(SEPARATOR, ' ') : '';
	return word + SEPARATOR + code;
}

/** The status alone. */
export function statusIn(text: string): string {
	const end = text.lastIndexOf(SEPARATOR);
	return end < 0 ? text : text.slice(0, end);
}
