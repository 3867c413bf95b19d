import { type ErrorContext, withNodeError } from '../errors/nodeErrors';
import type { RequestPolicy } from '../http/policy';
import { connectionOf, type RequestOptions } from '../http/proxy';
import type { Service } from '../http/service';
import { integerBetween } from '../values/formats';
import { sendKey } from '../values/singleLine';
import { defaultCountryCode } from './countryCode';
import { checkField, readField, type ReadParameter } from './checkField';
import { asOption, optionalText, toggle, type Field, wholeNumber } from './field';
import type { Operation } from './operation';
import { limitOptions } from './sendLimits';

/** An option that n8n adds to every step. */
const engineOption = (displayName: string, from: number, to: number, what?: string): Field => ({
	displayName,
	name: '',
	type: 'number',
	default: 0,
	parse: integerBetween(from, to, what),
});
/** In milliseconds. Node's timers end at 25 days, and then at once. */
const DAY = 24 * 60 * 60 * 1000;
const MILLISECONDS = 'a whole number of milliseconds';
const requestTimeout = engineOption('Timeout', 0, DAY, MILLISECONDS);
const batchSize = engineOption('Items per Batch', -1, Number.MAX_SAFE_INTEGER);
const batchInterval = engineOption('Batch Interval (ms)', 0, DAY, MILLISECONDS);
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
	service: Service,
): RequestPolicy {
	const engine = (read('requestOptions') || {}) as RequestOptions;
	const given = (field: Field, value: unknown, otherwise: number) =>
		Number(checkField(field, value, '', where) ?? otherwise);
	const milliseconds = given(requestTimeout, engine.timeout, 0);
	const batch = engine.batching?.batch;
	return {
		...withNodeError(where, () => connectionOf(engine)),
		...service.limits,
		timeout: milliseconds ? milliseconds / 1000 : undefined,
		batch: batch && {
			size: given(batchSize, batch.batchSize, 1),
			interval: given(batchInterval, batch.batchInterval, 0),
		},
		resendUnknown: readField(asOption(resendUnknown), read, '', where) === 1,
	};
}
