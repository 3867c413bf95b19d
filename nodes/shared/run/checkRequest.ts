import type { IDataObject } from 'n8n-workflow';
import { isOff, isShown, type ItemReader, readField } from './readField';
import { sentFields } from '../describe/field';
import type { CheckedRequest, Operation, Run } from './operation';
import { countryCodeOf } from './options/countryCode';
import { assertFile } from './binaryFile';
import { moveSchedule } from './options/schedule';

/**
 * Reads and validates the parameters of one item.
 *
 * @throws Problem or ValidationError that names the first field that is wrong
 */
export function checkRequest(run: Run, index: number): CheckedRequest {
	const { operation, items } = run;
	const reader = run.item(index, countryCodeOf(run, index));
	const { read } = reader;
	const { qs = {}, body = {} } = operation.routing.request;
	const sent: Record<'query' | 'form', IDataObject> = { query: { ...qs }, form: { ...body } };
	sent[operation.tokenIn].token = '';
	for (const field of sentFields(operation)) {
		if (!isShown(field, read) || isOff(field, read)) continue;
		const value = readField(field, reader);
		const { type, property } = field.routing.send;
		if (value !== undefined) sent[type === 'query' ? 'query' : 'form'][property] = value;
	}
	// All schedules are sent with the token.
	const {
		scheduledFor: scheduled_for,
		unmoved,
		hours,
	} = moveSchedule(sent[operation.tokenIn], run, index);
	const file = fileOf(operation, reader);
	if (file !== undefined) assertFile(items[index], operation, file);
	return {
		qs: sent.query,
		body: Object.keys(sent.form).length > 0 ? sent.form : undefined,
		file,
		address: addressIn({ ...sent.query, ...sent.form }),
		returns: scheduled_for ? () => ({ scheduled_for }) : undefined,
		unmoved,
		hours,
		limit: limitOf(operation, reader),
	};
}

/** Whom a request is for, if it is for one recipient. */
const addressIn = ({ phone, email }: IDataObject): string | undefined =>
	(phone ?? email)?.toString();

function limitOf(operation: Operation, reader: ItemReader) {
	const field = operation.fields.find(({ name }) => name === 'limit');
	if (!field || reader.read('returnAll') === true) return undefined;
	return Number(readField(field, reader));
}

/** The binary field that the item's file is read from. */
function fileOf({ file }: Operation, reader: ItemReader) {
	if (!file || !isShown(file.field, reader.read)) return undefined;
	return readField(file.field, reader)?.toString();
}
