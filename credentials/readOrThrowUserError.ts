import { type INodeProperties, UserError } from 'n8n-workflow';
import {
	describeValueMaskingRecipients,
	type ValidationError,
} from '../nodes/shared/values/formats';

/** @throws UserError that names the field, in place of a ValidationError */
export function readOrThrowUserError<Value>(
	{ displayName }: INodeProperties,
	read: () => Value,
): Value {
	try {
		return read();
	} catch (error) {
		throw toUserError(displayName, error as ValidationError);
	}
}

function toUserError(label: string, { problem, advice, invalidValue }: ValidationError): UserError {
	const entry =
		invalidValue === undefined ? '' : `: ${describeValueMaskingRecipients(invalidValue)}`;
	return new UserError(`'${label}' in the credential ${problem}${entry}. ${advice}`);
}
