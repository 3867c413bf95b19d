import type { Account } from '../../../credentials/account';
import { withOptionPath } from '../describe/field';
import type { ItemReader } from '../run/field';
import { readField } from './readField';
import { runWithContext } from '../errors/problem';
import type { RequestPolicy } from '../http/policy';
import { readConnectionOptions, type RequestOptions } from '../http/proxy';
import { integerParser, isBlank, type Parser } from '../values/formats';
import { resendUnknownOption } from '../describe/options';

/** Max timeout and interval. Node's timers fire immediately if a delay exceeds 25 days. */
const MAX_DURATION_MS = 24 * 60 * 60 * 1000;
const parseMilliseconds = integerParser(0, MAX_DURATION_MS, 'a whole number of milliseconds');
const parseBatchSize = integerParser(-1, Number.MAX_SAFE_INTEGER);
/**
 * Reads the request policy from n8n's Request Options and the limits of the account.
 *
 * @param reader the reader of the first item
 * @throws Problem with the option, or UserError with the field of the credential
 */
export function readRequestPolicy(reader: ItemReader, account: Account): RequestPolicy {
	const { read, errorContext } = reader;
	const saved = (read('requestOptions') || {}) as RequestOptions;
	const readSetting = (label: string, parse: Parser, value: unknown, defaultValue: number) =>
		isBlank(value)
			? defaultValue
			: runWithContext({ ...errorContext, label, invalidValue: value }, () =>
					Number(parse(value, '')),
				);
	const timeout = readSetting('Timeout', parseMilliseconds, saved.timeout, 0);
	const batch = saved.batching?.batch;
	return {
		...runWithContext(errorContext, () => readConnectionOptions(saved)),
		...account.requestLimits,
		timeoutSeconds: timeout ? timeout / 1000 : undefined,
		batching: batch && {
			size: readSetting('Items per Batch', parseBatchSize, batch.batchSize, 1),
			intervalMs: readSetting(
				'Batch Interval (ms)',
				parseMilliseconds,
				batch.batchInterval,
				0,
			),
		},
		isResendUnknownOn: readField(withOptionPath(resendUnknownOption), reader) === 1,
	};
}
