import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';
import { ValidationError } from '../nodes/shared/values/formats';
import { readOrThrowUserError } from './readOrThrowUserError';

export const maxInFlightField: INodeProperties = {
	displayName: 'Max Requests in Flight',
	name: 'maxInFlight',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50 },
	default: 10,
	description:
		'Maximum number of simultaneous requests of the account, in all workflows of this n8n process: 1 to 50',
};

export const maxRateLimitWaitField: INodeProperties = {
	displayName: 'Max Wait for Rate Limit (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 600 },
	default: 60,
	description:
		'Maximum total time that a request waits while the service is rate limiting (HTTP 429): 0 to 600',
};

export const maxPartsField: INodeProperties = {
	displayName: 'Max Parts per Message',
	name: 'maxParts',
	// A text, because n8n's form shows an empty number as 0.
	type: 'string',
	typeOptions: { minValue: 1, maxValue: 255 },
	default: '',
	placeholder: 'e.g. 3',
	description:
		'Maximum number of SMS parts of a message, for all steps. A step can only set a lower limit. If this field is empty, the limit of the step applies, or 10 if the step has no limit.',
};

export const maxRecipientsField: INodeProperties = {
	displayName: 'Max Recipients per Run',
	name: 'maxRecipients',
	type: 'string',
	typeOptions: { minValue: 1, maxValue: 1_000_000 },
	default: '',
	placeholder: 'e.g. 1000',
	description:
		'Maximum number of recipients in one run of a step, for all steps. Each round of a loop counts as a separate run. A step can only set a lower limit. Leave empty for no limit.',
};

export const defaultCountryCodeField: INodeProperties = {
	displayName: 'Default Country Code',
	name: 'defaultCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 380',
	description:
		'Country code for mobile numbers that are entered without one. A step can set a different code. Enter + if all phones include their country code. Leave empty to reject national numbers.',
};

export const onlySendToField: INodeProperties = {
	displayName: 'Only Send To',
	name: 'onlySendTo',
	type: 'string',
	typeOptions: { rows: 2 },
	noDataExpression: true,
	default: '',
	placeholder: 'e.g. +380 67 123 45 67, anna@example.com, *@example.com',
	description:
		'The only recipients who get messages, e.g. in a trial run: phone numbers, emails and domains (*@example.com), separated by commas, semicolons or line breaks. All other recipients get nothing. To block all messages, enter the word "nobody". Leave empty to send to everybody. Expressions do not work here.',
};

export const limitFields: INodeProperties[] = [
	maxPartsField,
	maxRecipientsField,
	maxInFlightField,
	maxRateLimitWaitField,
];

/**
 * Returns undefined if the limit is not set.
 *
 * @throws UserError that names the field of the credential
 */
export function readLimit(
	data: ICredentialDataDecryptedObject,
	field: INodeProperties,
): number | undefined {
	const { name, typeOptions = {}, default: byDefault } = field;
	const { minValue = 0, maxValue = 0 } = typeOptions;
	const saved = data[name] ?? '';
	const entered = typeof saved === 'string' && saved.trim() === '' ? byDefault : saved;
	if (entered === '') return undefined;
	const isNumber = ['number', 'string'].includes(typeof entered);
	const value = isNumber ? Number(entered) : NaN;
	if (Number.isInteger(value) && value >= minValue && value <= maxValue) return value;
	const quoted =
		isNumber || typeof entered === 'boolean'
			? `"${String(entered).slice(0, 40)}"`
			: 'an object';
	const rule = `a whole number from ${minValue} to ${maxValue}`;
	return readOrThrowUserError(field, () => {
		throw new ValidationError(`is ${quoted}, which is not ${rule}`, `Enter ${rule}.`);
	});
}
