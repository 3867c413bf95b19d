import { type INodeProperties, UserError } from 'n8n-workflow';
import { maskedExcerpt, type ValidationError } from '../nodes/shared/values/formats';

/**
 * Reads a field of a credential, for steps and for the credential test.
 *
 * @throws UserError that names the field
 */
export function readCredentialField<Value>(
	{ displayName }: INodeProperties,
	read: () => Value,
): Value {
	try {
		return read();
	} catch (error) {
		throw fieldError(displayName, error as ValidationError);
	}
}

function fieldError(label: string, { problem, advice, invalidValue }: ValidationError): UserError {
	const entry = invalidValue === undefined ? '' : `: ${maskedExcerpt(invalidValue)}`;
	return new UserError(`'${label}' in the credential ${problem}${entry}. ${advice}`);
}
