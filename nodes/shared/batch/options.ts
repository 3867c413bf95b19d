import { toggle, wholeNumber, type Field } from '../describe/field';
import { moreIn, waitForFinalStatus } from '../describe/fields';
import { dryRun } from '../describe/options';
import type { Values } from '../run/operation';

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
 * Recipients of one request at most. The service names no limit; with this one a request of personal texts stays
 * at a few megabytes, and its status within the limits of a list (`response/readBody.ts`).
 */
const RECIPIENTS = 10_000;

const perRequest = wholeNumber('Recipients per Request', 'recipientsPerRequest', [1, RECIPIENTS], {
	default: RECIPIENTS,
	description: `Maximum number of recipients in one request. More input items are sent in several requests, each with its own UUID. ${moreIn('batches.md')}`,
});

const oneItemPerRecipient = toggle('One Item per Recipient', 'oneItemPerRecipient', {
	description:
		'Whether to return one item per recipient with the UUID of its request, instead of one item per request',
});

const awaitStatus: Field = {
	...waitForFinalStatus,
	hint: '1 to 900 seconds. Returns one item per recipient.',
	description: `Maximum seconds to wait until all recipients have a final status, 1 to 900. The execution stays in memory meanwhile. To wait longer, use a Wait node and Get Status. ${moreIn('batches.md')}`,
};

export const batchOptionFields: Field[] = [awaitStatus, oneItemPerRecipient, perRequest];

/** The options of a batch. @param values what its first item has in its fields */
export const batchOptionsOf = (values: Values): BatchOptions => ({
	waitSeconds: values[awaitStatus.name] as number | undefined,
	perRequest: Number(values[perRequest.name] ?? RECIPIENTS),
	oneItemPerRecipient: values[oneItemPerRecipient.name] === 1,
	dryRun: values[dryRun.name] === 1,
});
