import { asOption, toggle, wholeNumber, type Field } from '../describe/field';
import { moreIn, waitForFinalStatus } from '../describe/fields';
import { type ItemReader, readField } from '../run/readField';

/** What a person may choose about a batch besides what the API takes. */
export interface BatchOptions {
	/** Recipients of one request at most. */
	perRequest: number;
	oneItemPerRecipient: boolean;
	dryRun: boolean;
	/** Seconds to wait for final statuses after the last request; undefined to return immediately. */
	waitSeconds?: number;
}

/**
 * Recipients of one request if the option is not set. The service names no limit; with this one
 * a request of personal texts stays at a few megabytes.
 */
const RECIPIENTS = 10_000;

const perRequest = wholeNumber('Recipients per Request', 'recipientsPerRequest', [1, 100_000], {
	default: RECIPIENTS,
	description: `Maximum number of recipients in one request. More input items are sent in several requests, each with its own UUID. ${moreIn('batches.md')}`,
});

const oneItemPerRecipient = toggle('One Item per Recipient', 'oneItemPerRecipient', {
	description:
		'Whether to return one item per recipient with the UUID of its request, instead of one item per request',
});

export const dryRun = toggle('Dry Run', 'dryRun', {
	description:
		'Whether to return what would be sent, and to whom, without sending it. Remove this option to send.',
});

const awaitStatus: Field = {
	...waitForFinalStatus,
	hint: '1 to 900 seconds. Returns one item per recipient.',
	description: `Seconds to wait at most until all recipients have a final status, 1 to 900. The execution stays in memory meanwhile: for longer, use a Wait node and Get Status. ${moreIn('batches.md')}`,
};

export const batchOptionFields: Field[] = [awaitStatus, oneItemPerRecipient, perRequest, dryRun];

/** The options of a batch, read from its first item. @throws Problem that names an invalid option */
export function batchOptionsOf(reader: ItemReader): BatchOptions {
	const chosen = (field: Field) => readField(asOption(field), reader);
	const seconds = chosen(awaitStatus);
	return {
		waitSeconds: seconds === undefined ? undefined : Number(seconds),
		perRequest: Number(chosen(perRequest) ?? RECIPIENTS),
		oneItemPerRecipient: chosen(oneItemPerRecipient) === 1,
		dryRun: chosen(dryRun) === 1,
	};
}
