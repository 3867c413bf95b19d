import { type ErrorContext, withNodeError } from '../errors/nodeErrors';
import type { RequestPolicy } from '../http/policy';
import { connectionOf, type RequestOptions } from '../http/proxy';
import type { Account } from '../../../credentials/account';
import { integerBetween, isBlank, type Parser } from '../values/formats';
import { sendKey } from '../values/singleLine';
import { defaultCountryCode } from './countryCode';
import { readField, type ReadParameter } from './checkField';
import { asOption, type Field, optionalText, toggle, wholeNumber } from './field';
import type { Operation } from './operation';
import { limitOptions } from './sendLimits';

/** In milliseconds. Node's timers take at most 25 days, and end immediately if it is more. */
const DAY = 24 * 60 * 60 * 1000;
const milliseconds = integerBetween(0, DAY, 'a whole number of milliseconds');
const batchSize = integerBetween(-1, Number.MAX_SAFE_INTEGER);
const resendUnknown = toggle('Resend When Outcome Is Unknown', 'resendUnknown', {
	description:
		'Whether Retry On Fail may resend an item whose outcome is unknown. The recipient may get the message twice.',
	apiName: false,
});

export const sendOnceKey = optionalText('Send Once Per Key', 'sendOnceKey', {
	placeholder: 'e.g. {{ $json.orderId }}',
	description:
		'What a message is about, e.g. an order number. A message whose key this step has sent before is not sent again, also in later executions. Its output has "sent": false. A test execution remembers nothing.',
	emptyAdvice: 'Use a value that every item has, or remove this option.',
	apiName: false,
	parse: sendKey,
});
export const rememberDays = wholeNumber('Remember Keys (Days)', 'rememberDays', [1, 365], {
	default: 30,
	description:
		'For how many days a key of Send Once Per Key is remembered at least: 1 to 365. It is forgotten after twice as many at most. If you change the number, the step no longer recognizes earlier keys.',
	apiName: false,
});

/** The options that an operation has besides those of the API. */
export const stepOptions = (operation: Operation): Field[] => [
	...(operation.idempotent || operation.respond ? [] : [resendUnknown]),
	...(operation.sends ? [sendOnceKey, rememberDays] : []),
	...limitOptions(operation),
	...(operation.fields.some(({ name }) => name === 'phone') ? [defaultCountryCode] : []),
];

/**
 * The policy of a step: n8n's own Request Options, and the limits of the account.
 *
 * @param read reads a parameter of the first item
 * @throws NodeOperationError that names the option, or UserError that names the field of the credential
 */
export function policyOf(
	read: ReadParameter,
	where: ErrorContext,
	service: Account,
): RequestPolicy {
	const engine = (read('requestOptions') || {}) as RequestOptions;
	const given = (label: string, parse: Parser, value: unknown, otherwise: number) =>
		isBlank(value)
			? otherwise
			: withNodeError({ ...where, label, given: value }, () => Number(parse(value, '')));
	const timeout = given('Timeout', milliseconds, engine.timeout, 0);
	const batch = engine.batching?.batch;
	return {
		...withNodeError(where, () => connectionOf(engine)),
		...service.limits,
		timeout: timeout ? timeout / 1000 : undefined,
		batch: batch && {
			size: given('Items per Batch', batchSize, batch.batchSize, 1),
			interval: given('Batch Interval (ms)', milliseconds, batch.batchInterval, 0),
		},
		resendUnknown: readField(asOption(resendUnknown), read, '', where) === 1,
	};
}
