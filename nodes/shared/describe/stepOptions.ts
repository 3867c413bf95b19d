import { type ErrorContext, withNodeError } from '../errors/nodeErrors';
import { defaultPolicy, defaultTimeout, type RequestPolicy } from '../http/policy';
import { connectionOf, type RequestOptions } from '../http/proxy';
import { integerBetween } from '../values/formats';
import { checkField, readField, type ReadParameter } from './checkField';
import { asOption, toggle, wholeNumber, type Field } from './field';
import type { Operation } from './operation';

const maxInFlight = wholeNumber('Max Requests in Flight', 'maxInFlight', [1, 50], {
	default: 10,
	description:
		'Maximum number of requests to the service at the same time, over all workflows of this n8n process: 1 to 50',
	apiName: false,
});
const maxWait = wholeNumber('Max Wait for Rate Limit (Seconds)', 'maxWait', [0, 600], {
	default: 60,
	description: 'Maximum total time to wait while the service is rate limiting (HTTP 429)',
	apiName: false,
});
const timeout = (seconds: number) =>
	wholeNumber('Timeout (Seconds)', 'timeout', [1, 3600], {
		default: seconds,
		description: `How long to wait for a response; without this option ${seconds} seconds`,
		apiName: false,
	});
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
const readTimeout = timeout(defaultTimeout(true));
const resendUnknown = toggle('Resend When Outcome Is Unknown', 'resendUnknown', {
	description:
		'Whether Retry On Fail may resend an item whose outcome is unknown. The recipient may get the message twice.',
	apiName: false,
});

/** The options that an operation has besides those of the API. */
export const stepOptions = ({
	idempotent,
	file,
}: Pick<Operation, 'idempotent' | 'file'>): Field[] => [
	maxInFlight,
	maxWait,
	...(idempotent ? [] : [resendUnknown]),
	timeout(defaultTimeout(idempotent, file !== undefined)),
];

/**
 * The policy that a step's options ask for, with n8n's own Request Options.
 *
 * @param read reads a parameter of the first item
 * @throws NodeOperationError that names the option
 */
export function policyOf(read: ReadParameter, where: ErrorContext): RequestPolicy {
	const engine = (read('requestOptions') || {}) as RequestOptions;
	const chosen = (field: Field) => readField(asOption(field), read, '', where);
	const given = (field: Field, value: unknown, otherwise: number) =>
		Number(checkField(field, value, '', where) ?? otherwise);
	const seconds = chosen(readTimeout) ?? given(requestTimeout, engine.timeout, 0) / 1000;
	const batch = engine.batching?.batch;
	return {
		...withNodeError(where, () => connectionOf(engine)),
		maxInFlight: Number(chosen(maxInFlight) ?? defaultPolicy.maxInFlight),
		maxWait: Number(chosen(maxWait) ?? defaultPolicy.maxWait),
		timeout: seconds ? Number(seconds) : undefined,
		batch: batch && {
			size: given(batchSize, batch.batchSize, 1),
			interval: given(batchInterval, batch.batchInterval, 0),
		},
		resendUnknown: chosen(resendUnknown) === 1,
	};
}
