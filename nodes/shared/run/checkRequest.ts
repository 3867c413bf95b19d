import type { IDataObject } from 'n8n-workflow';
import { isShown, readField, type ReadParameter } from '../describe/checkField';
import { apiNameOf, sentFields } from '../describe/field';
import type { CheckedRequest, Run } from '../describe/operation';
import { countryCodeOf } from '../describe/countryCode';
import { assertFile } from './binaryFile';
import { moveSchedule } from './sendingHours';

/**
 * Reads and validates the parameters of one item.
 *
 * @throws NodeOperationError or ValidationError that names the first field that is wrong
 */
export function checkRequest(run: Run, index: number): CheckedRequest {
	const { operation, zone, items } = run;
	const read = run.at(index);
	const where = run.where(index);
	const countryCode = countryCodeOf(run, index);
	const sent = { query: {} as IDataObject, form: {} as IDataObject };
	sent[operation.tokenIn].token = '';
	Object.assign(sent[operation.tokenIn], operation.constants);
	for (const field of sentFields(operation)) {
		if (!isShown(field, read)) continue;
		const value = readField(field, read, zone, where, countryCode);
		if (value !== undefined) sent[field.sendIn ?? operation.tokenIn][apiNameOf(field)] = value;
	}
	// All schedules are sent with the token.
	const scheduled_for = moveSchedule(sent[operation.tokenIn], run, index);
	const file = fileOf(run, index, read);
	if (file !== undefined) assertFile(items[index], operation, file);
	return {
		qs: sent.query,
		body: Object.keys(sent.form).length > 0 ? sent.form : undefined,
		file,
		returns: scheduled_for ? () => ({ scheduled_for }) : undefined,
		limit: limitOf(run, index, read),
	};
}

function limitOf({ operation, where }: Run, index: number, read: ReadParameter) {
	const field = operation.fields.find(({ name }) => name === 'limit');
	if (!field || read('returnAll') === true) return undefined;
	return Number(readField(field, read, '', where(index)));
}

/** The binary field that the item's file is read from. */
function fileOf({ operation: { file }, zone, where }: Run, index: number, read: ReadParameter) {
	if (!file || !isShown(file.field, read)) return undefined;
	return readField(file.field, read, zone, where(index))?.toString();
}
