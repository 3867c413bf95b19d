import type { IDataObject } from 'n8n-workflow';
import type { ValidatedRequest, Operation, Run, Values } from '../run/operation';
import { assertNonEmptyFile } from './binaryFile';
import { moveScheduleIntoHours } from './schedule';

/** Builds the request of an item. @throws Problem or ValidationError with the first invalid field */
export function buildRequest(run: Run, index: number, values: Values): ValidatedRequest {
	const { operation, items } = run;
	const { qs = {}, body = {} } = operation.routing.request;
	const sent: Record<'query' | 'form', IDataObject> = { query: { ...qs }, form: { ...body } };
	sent[operation.tokenIn].token = '';
	for (const { name, routing } of operation.fieldIndex.sentFields) {
		const value = values[name];
		const { type, property } = routing.send;
		if (value !== undefined) sent[type === 'query' ? 'query' : 'form'][property] = value;
	}
	// Every operation sends its schedule in the part of the request that has the token.
	const { scheduledFor, replacedSchedule, sendingHours } = moveScheduleIntoHours(
		sent[operation.tokenIn],
		run,
		index,
		values,
	);
	const file = inputBinaryFieldOf(operation, values);
	if (file !== undefined) assertNonEmptyFile(items[index], operation, file);
	return {
		qs: sent.query,
		body: Object.keys(sent.form).length > 0 ? sent.form : undefined,
		inputBinaryField: file,
		address: addressIn({ ...sent.query, ...sent.form }),
		scheduledFor,
		replacedSchedule,
		sendingHours,
		recordLimit: recordLimitOf(values),
	};
}

const addressIn = ({ phone, email }: IDataObject): string | undefined =>
	(phone ?? email)?.toString();

const recordLimitOf = ({ limit }: Values): number | undefined =>
	limit === undefined ? undefined : Number(limit);

const inputBinaryFieldOf = ({ fileUpload }: Operation, values: Values): string | undefined =>
	fileUpload && values[fileUpload.field.name]?.toString();
