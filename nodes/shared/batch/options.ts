import { buildToggleOnByDefault, buildWholeNumber, type Field } from '../describe/field';
import { docsLink, waitForFinalStatusField } from '../describe/fields';
import { dryRunOption } from '../describe/options';
import type { Values } from '../run/operation';

export interface BatchOptions {
	recipientsPerRequest: number;
	oneItemPerRecipient: boolean;
	isDryRun: boolean;
	/** Seconds to wait for final statuses, counted from the last request. Undefined means no wait. */
	waitSeconds?: number;
}

/**
 * Default and upper limit of Recipients per Request. A request of this size has a few megabytes. The status
 * response for such a request fits the limits of `response/readBody.ts`.
 */
const MAX_RECIPIENTS_PER_REQUEST = 10_000;

const recipientsPerRequestOption = buildWholeNumber(
	'Recipients per Request',
	'recipientsPerRequest',
	[1, MAX_RECIPIENTS_PER_REQUEST],
	{
		default: MAX_RECIPIENTS_PER_REQUEST,
		description: `Maximum number of recipients in one request. If there are more input items, they are sent in several requests, each with its own UUID. ${docsLink('batches.md')}`,
	},
);

const oneItemPerRecipientOption = buildToggleOnByDefault(
	'One Item per Recipient',
	'oneItemPerRecipient',
	{
		description:
			'Whether to return one item per recipient, with the UUID of the request, instead of one item per request',
	},
);

const batchWaitOption: Field = {
	...waitForFinalStatusField,
	hint: '1 to 900 seconds. Returns one item per recipient.',
	description: `Maximum seconds to wait until all recipients have a final status, 1 to 900. The execution stays in memory meanwhile. To wait longer, use a Wait node and Get Status. ${docsLink('batches.md')}`,
};

export const batchOptionFields: Field[] = [
	batchWaitOption,
	oneItemPerRecipientOption,
	recipientsPerRequestOption,
];

export const readBatchOptions = (values: Values): BatchOptions => ({
	waitSeconds: values[batchWaitOption.name] as number | undefined,
	recipientsPerRequest: Number(
		values[recipientsPerRequestOption.name] ?? MAX_RECIPIENTS_PER_REQUEST,
	),
	oneItemPerRecipient: values[oneItemPerRecipientOption.name] === 1,
	isDryRun: values[dryRunOption.name] === 1,
});
