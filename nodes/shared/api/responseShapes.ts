import type { IDataObject } from 'n8n-workflow';

/** What the service answers on success, as far as it documents it. */
export interface Answer {
	/** The documented value of `status`; without it a `status` is data, not an outcome. */
	status?: 'OK' | 'ok' | 'success';
	/** Where the data is; without it the whole body is the data. */
	data?: 'result' | 'data';
	/** A key that a record must have, or that the data is a list; without it any JSON will do. */
	holds?: { key: string } | 'list';
	/** The item for a success without data. */
	done?: IDataObject;
	/** An HTTP status that means an empty list. */
	emptyOn?: number;
}

/** `{ status: 'OK', result }` with a record, a text or nothing in `result` (most v2 operations). */
export const envelope: Answer = { status: 'OK', data: 'result', done: { success: true } };
/** `{ status: 'OK', result: [] }`; `result` may be absent when there is nothing. */
export const envelopeList: Answer = { status: 'OK', data: 'result', holds: 'list' };
/** `{ result: [] }` without a documented status (lists of v1). */
export const resultList: Answer = { data: 'result', holds: 'list' };
/** A bare list. */
export const list: Answer = { holds: 'list' };
/** `{ status: 'OK', result }` with a record that is known by one of its keys. */
export const envelopeOf = (key: string): Answer => ({ ...envelope, holds: { key } });
/** `{ status: 'OK' }` after something was deleted. */
export const deleted: Answer = { status: 'OK', data: 'result', done: { deleted: true } };
/** A bare record that is known by one of its keys. */
export const record = (key: string): Answer => ({ holds: { key } });
/** The documentation shows no body: any JSON, or a short text, is taken as it comes. */
export const notShown: Answer = { data: 'result', done: { success: true } };
