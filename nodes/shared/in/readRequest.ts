import type { IDataObject } from 'n8n-workflow';
import type { CheckedRequest, Operation, Run, Values } from '../run/operation';
import { assertFile } from './binaryFile';
import { moveSchedule } from './schedule';

/**
 * The request of one item.
 *
 * @param values what it has in its fields
 * @throws Problem or ValidationError that names the first field that is wrong
 */
export function readRequest(run: Run, index: number, values: Values): CheckedRequest {
	const { operation, items } = run;
	const { qs = {}, body = {} } = operation.routing.request;
	const sent: Record<'query' | 'form', IDataObject> = { query: { ...qs }, form: { ...body } };
	sent[operation.tokenIn].token = '';
	for (const { name, routing } of operation.form.sent) {
		const value = values[name];
		const { type, property } = routing.send;
		if (value !== undefined) sent[type === 'query' ? 'query' : 'form'][property] = value;
	}
	// All schedules are sent with the token.
	const { scheduledFor, unmoved, hours } = moveSchedule(sent[operation.tokenIn], run, index);
	const file = fileOf(operation, values);
	if (file !== undefined) assertFile(items[index], operation, file);
	return {
		qs: sent.query,
		body: Object.keys(sent.form).length > 0 ? sent.form : undefined,
		file,
		address: addressIn({ ...sent.query, ...sent.form }),
		scheduledFor,
		unmoved,
		hours,
		limit: limitOf(values),
	};
}

/** Whom a request is for, if it is for one recipient. */
const addressIn = ({ phone, email }: IDataObject): string | undefined =>
	(phone ?? email)?.toString();

/** The number of records that are wanted from a list; undefined for all. */
const limitOf = ({ limit }: Values): number | undefined =>
	limit === undefined ? undefined : Number(limit);

/** The binary field that the item's file is read from. */
const fileOf = ({ file }: Operation, values: Values): string | undefined =>
	file && values[file.field.name]?.toString();
