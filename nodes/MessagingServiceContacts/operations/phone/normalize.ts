import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../../shared/describe/field';
import { buildNotice, recipientPhoneField as phoneField } from '../../../shared/describe/fields';
import { createProblemCollector } from '../../../shared/errors/problem';
import { isTool } from '../../../shared/http/n8nInternals';
import type { LocalOperation, Run } from '../../../shared/run/operation';
import { readDefaultCountryCode } from '../../../shared/in/readItem';
import { readField } from '../../../shared/in/readField';
import { findCountryCode } from '../../../shared/values/phone';

/** Accepts any text. The output says whether the text is a phone. */
const phoneToNormalize: Field = {
	...phoneField,
	parse: undefined,
	hint: 'The phone as it is in your data',
	description:
		'Phone number in any notation. A number without + is read with Default Country Code. An empty or invalid value is not an error: its item has "is_valid": false and a "problem".',
};

/** Makes no request. Parses phones as sending operations do. */
export const normalizePhone: LocalOperation = {
	name: 'Normalize',
	value: 'normalize',
	action: 'Normalize phone',
	description:
		'Convert a phone number to the format of the service, to compare it with other numbers',
	fields: [
		phoneToNormalize,
		buildNotice(
			'normalizeNotice',
			'The returned phone has its country code. To send to this phone, set Default Country Code of the sending step to +.',
		),
	],
	prepareRecord: (run, index) => {
		const input = isTool(run.context) ? {} : run.items[index].json;
		const record = { ...input, ...readPhoneRecord(run, index) };
		return async () => record;
	},
};

/** @throws the error of an expression in Phone, and Problem for an invalid country code */
function readPhoneRecord(run: Run<LocalOperation>, index: number): IDataObject {
	const reader = run.readerOf(index, readDefaultCountryCode(run, index));
	// An expression that throws is an error of the step, not an invalid phone.
	reader.read(phoneToNormalize.name);
	const { problems, collect } = createProblemCollector(reader.errorContext);
	const digits = collect(() => String(readField(phoneField, reader)));
	return {
		phone: digits ?? null,
		country_code: digits === undefined ? null : findCountryCode(digits),
		is_valid: digits !== undefined,
		problem: problems[0]?.unmaskedMessage ?? null,
	};
}
