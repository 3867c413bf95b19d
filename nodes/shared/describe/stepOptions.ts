import { type ErrorContext, withNodeError } from '../errors/nodeErrors';
import type { RequestPolicy } from '../http/policy';
import { connectionOf, type RequestOptions } from '../http/proxy';
import type { Service } from '../http/service';
import { integerBetween } from '../values/formats';
import { checkField, readField, type ReadParameter } from './checkField';
import { asOption, toggle, type Field } from './field';
import type { Operation } from './operation';

/** n8n's option "Timeout", in milliseconds. Node's timers end at 25 days, and then at once. */
const requestTimeout: Field = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	default: 0,
	parse: integerBetween(0, 24 * 60 * 60 * 1000, 'a whole number of milliseconds'),
};
const resendUnknown = toggle('Resend When Outcome Is Unknown', 'resendUnknown', {
	description:
		'Whether Retry On Fail may resend an item whose outcome is unknown. The recipient may get the message twice.',
	apiName: false,
});

/** The options that an operation has besides those of the API. */
export const stepOptions = ({ idempotent }: Pick<Operation, 'idempotent'>): Field[] =>
	idempotent ? [] : [resendUnknown];

/**
 * The policy of a step: n8n's own Request Options, and the limits of the account.
 *
 * @param read reads a parameter of the first item
 * @throws NodeOperationError that names the option, or UserError that names the field of the credential
 */
export function policyOf(
	read: ReadParameter,
	where: ErrorContext,
	service: Service,
): RequestPolicy {
	const engine = (read('requestOptions') || {}) as RequestOptions;
	const milliseconds = Number(checkField(requestTimeout, engine.timeout, '', where) ?? 0);
	return {
		...withNodeError(where, () => connectionOf(engine)),
		...service.limits,
		timeout: milliseconds ? milliseconds / 1000 : undefined,
		resendUnknown: readField(asOption(resendUnknown), read, '', where) === 1,
	};
}
