import type { Account } from '../../../credentials/account';
import { asOption } from '../describe/field';
import type { ItemReader } from '../run/field';
import { readField } from './readField';
import { withContext } from '../errors/problem';
import type { RequestPolicy } from '../http/policy';
import { connectionOf, type RequestOptions } from '../http/proxy';
import { integerBetween, isBlank, type Parser } from '../values/formats';
import { resendUnknown } from '../describe/options';

/** In milliseconds. Node's timers take at most 25 days, and end immediately if it is more. */
const DAY = 24 * 60 * 60 * 1000;
const milliseconds = integerBetween(0, DAY, 'a whole number of milliseconds');
const batchSize = integerBetween(-1, Number.MAX_SAFE_INTEGER);
/**
 * The policy of a step: n8n's own Request Options, and the limits of the account.
 *
 * @param reader reads the parameters of the first item
 * @throws Problem that names the option, or UserError that names the field of the credential
 */
export function policyOf(reader: ItemReader, account: Account): RequestPolicy {
	const { read, where } = reader;
	const engine = (read('requestOptions') || {}) as RequestOptions;
	const given = (label: string, parse: Parser, value: unknown, otherwise: number) =>
		isBlank(value)
			? otherwise
			: withContext({ ...where, label, invalidValue: value }, () => Number(parse(value, '')));
	const timeout = given('Timeout', milliseconds, engine.timeout, 0);
	const batch = engine.batching?.batch;
	return {
		...withContext(where, () => connectionOf(engine)),
		...account.limits,
		timeout: timeout ? timeout / 1000 : undefined,
		batch: batch && {
			size: given('Items per Batch', batchSize, batch.batchSize, 1),
			interval: given('Batch Interval (ms)', milliseconds, batch.batchInterval, 0),
		},
		resendUnknown: isResent(reader),
	};
}

/** Whether an item whose outcome is unknown is resent. @throws Problem */
export const isResent = (item: ItemReader): boolean =>
	readField(asOption(resendUnknown), item) === 1;
