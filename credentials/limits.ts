import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

const maxInFlight: INodeProperties = {
	displayName: 'Max Requests in Flight',
	name: 'maxInFlight',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50 },
	default: 10,
	description:
		'Maximum number of requests to the service at the same time, over all workflows of this n8n process: 1 to 50',
};

const maxWait: INodeProperties = {
	displayName: 'Max Wait for Rate Limit (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 600 },
	default: 60,
	description:
		'Maximum total time that a request waits while the service is rate limiting (HTTP 429): 0 to 600',
};

/** How requests are sent to the account, whichever step sends them. */
export const limits = [maxInFlight, maxWait];

/**
 * Requests in flight at most, and seconds to wait at most while the service is rate limiting.
 *
 * @throws UserError that names the field of the credential
 */
export const limitsOf = (data: ICredentialDataDecryptedObject) => ({
	maxInFlight: limitOf(data, maxInFlight),
	maxWait: limitOf(data, maxWait),
});

function limitOf(data: ICredentialDataDecryptedObject, field: INodeProperties): number {
	const { displayName, name, typeOptions = {}, default: byDefault } = field;
	const { minValue = 0, maxValue = 0 } = typeOptions;
	const given = data[name] ?? '';
	const entered = typeof given === 'string' && given.trim() === '' ? byDefault : given;
	const isNumber = ['number', 'string'].includes(typeof entered);
	const value = isNumber ? Number(entered) : NaN;
	if (Number.isInteger(value) && value >= minValue && value <= maxValue) return value;
	const shown =
		isNumber || typeof entered === 'boolean'
			? `"${String(entered).slice(0, 40)}"`
			: 'an object';
	const rule = `a whole number from ${minValue} to ${maxValue}`;
	throw new UserError(
		`'${displayName}' in the credential is ${shown}, which is not ${rule}. Enter ${rule}.`,
	);
}
