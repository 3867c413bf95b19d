import type { INodeExecutionData } from 'n8n-workflow';
import type { Operation, Plan, Run } from '../describe/operation';
import type { Entry, Sent } from '../describe/ledger';
import { allRanges } from '../errors/errorDetail';
import { addDelivery, addFields } from '../response/addedFields';
import { itemsOf, pairedWith } from '../run/output';
import { preview } from './dryRun';
import { mailingsJsonLabel } from './fields';
import { ownText, recipientOf } from './jsonRules';
import { planRequests } from './planRequests';
import { readBatch } from './readBatch';
import { waitForResult } from './waitForResult/waitForResult';
import { type Batch, type BatchSpec, contentOf, type Recipient } from './types';

/** An operation that makes one mailing of all its input items. */
export const batchOperation = (
	spec: BatchSpec,
	operation: Omit<Operation, 'plan' | 'effect'>,
): Operation => ({
	...operation,
	knowsRecipients: true,
	effect: 'send',
	plan: (run) => planBatch(run, spec),
});

function planBatch(run: Run, spec: BatchSpec): Plan {
	const batch = readBatch(run, spec);
	const { fields } = run.operation;
	const label = fields.find(({ name }) => name === spec.recipientField)?.displayName;
	return {
		requests: () => planRequests(batch),
		// A mailing that fails ends those after it.
		inSequence: true,
		recipients: batch.isJson
			? recipientsOfJson(batch)
			: { label, of: addressOf, gets: textOf, problem: 'is a duplicate of' },
		preview: batch.options.dryRun ? () => [preview(planRequests(batch), batch)] : undefined,
		output: async (sent, others) => {
			const output = outputOf(batch, sent, others);
			if (!batch.wait || sent.length === 0) return output;
			return await waitForResult(batch, batch.wait.until, { sent, output, others });
		},
	};
}

const addressOf = (entry: Entry): string => recipientOf(contentOf(entry as Recipient));
const textOf = (entry: Entry): string => ownText(contentOf(entry as Recipient));

/**
 * In JSON a recipient may be in several mailings of an item. In several items the same is a mistake: an
 * expression that reads all items is evaluated for each of them.
 */
function recipientsOfJson({ mailings }: Batch): Plan['recipients'] {
	const contents = new Map<Entry, string>();
	for (const { withRecipients, recipients } of mailings) {
		const content = JSON.stringify({ ...withRecipients([]), name: undefined });
		for (const entry of recipients) contents.set(entry, content);
	}
	return {
		label: mailingsJsonLabel,
		of: addressOf,
		gets: (entry) => `${contents.get(entry) ?? ''} ${textOf(entry)}`,
		problem: 'has a recipient who gets the same from',
		advice: 'The JSON is read from each item. If it has the mailings of all items, turn on "Execute Once" in the settings of this step.',
	};
}

function outputOf(
	{ run, spec, isJson, options }: Batch,
	sent: Sent[],
	others: INodeExecutionData[],
): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	for (const { entries, records } of sent) {
		for (const record of records) {
			if (isJson || !options.oneItemPerRecipient) {
				const items = itemsOf(run, entries);
				const added = { recipients: entries.length, indexes: allRanges(items) };
				const json = addFields({ ...record }, added);
				output.push({ json, pairedItem: pairedWith(items) });
				continue;
			}
			for (const entry of entries) {
				const json = addDelivery(
					addFields({ ...record }, { [spec.recipientField]: addressOf(entry) }),
				);
				output.push({ json, pairedItem: { item: entry.item } });
			}
		}
	}
	// Not as arguments of one call: there may be a million.
	for (const item of others) output.push(item);
	return output;
}
