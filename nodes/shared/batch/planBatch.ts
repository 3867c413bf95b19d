import type { INodeExecutionData } from 'n8n-workflow';
import type { Operation, Plan, Run } from '../describe/operation';
import type { Entry, Sent } from '../describe/ledger';
import { allRanges } from '../errors/errorDetail';
import { addDelivery, addFields } from '../response/addedFields';
import { itemsOf, pairedWith } from '../run/output';
import { preview } from './dryRun';
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
		// In JSON each mailing has its own list, in which a recipient is there once.
		recipients: batch.isJson
			? undefined
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
