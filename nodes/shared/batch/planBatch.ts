import type { INodeExecutionData } from 'n8n-workflow';
import type { Operation, Plan, Run } from '../run/operation';
import type { Entry, SentRequest } from '../run/entry';
import { formatAllRanges } from '../errors/itemRanges';
import { addMissingFields } from '../response/addedFields';
import { listItemIndexes, toPairedItems } from '../out/items';
import { buildPreviewItem } from './dryRun';
import { waitForFinalStatuses, buildRecipientItems } from './finalStatus';
import { addressOf } from '../run/ledger';
import { planRequests } from './planRequests';
import { readBatch } from './readBatch';
import type { Batch, BatchSpec } from './types';

/** Builds an operation that sends one mailing to all input items. */
export const batchOperation = (
	spec: BatchSpec,
	operation: Omit<Operation, 'plan' | 'effect'>,
): Operation => ({
	...operation,
	knowsRecipients: true,
	effect: 'send',
	plan: async (run) => await planBatch(run, spec),
});

async function planBatch(run: Run, spec: BatchSpec): Promise<Plan> {
	const batch = await readBatch(run, spec);
	const { options } = batch;
	const { waitSeconds } = options;
	const sentItems = (sent: SentRequest[]) =>
		waitSeconds === undefined
			? buildOutputItems(batch, sent)
			: buildRecipientItems(batch, sent);
	return {
		createRequests: () => planRequests(batch),
		// One request at a time, so that nothing more is sent after a failure.
		maxConcurrent: 1,
		contentFingerprintOf: fingerprintContent,
		makePreview: options.isDryRun
			? () => [buildPreviewItem(planRequests(batch), batch)]
			: undefined,
		makeSentItems: sentItems,
		makeOutput: async (sent, errorsAndLeftOut) => {
			if (waitSeconds !== undefined) await waitForFinalStatuses(batch, sent, waitSeconds);
			return [...sentItems(sent), ...errorsAndLeftOut];
		},
	};
}

/** Returns a fingerprint of the personal content only, because the rest of the mailing is the same for everyone. */
const fingerprintContent = ({ planData }: Entry): string => JSON.stringify(planData);

function buildOutputItems({ spec, options }: Batch, sent: SentRequest[]): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	for (const { entries, records } of sent) {
		for (const record of records) {
			if (!options.oneItemPerRecipient) {
				const items = listItemIndexes(entries);
				const added = { recipients: entries.length, indexes: formatAllRanges(items) };
				const json = addMissingFields({ ...record }, added);
				output.push({ json, pairedItem: toPairedItems(items) });
				continue;
			}
			for (const entry of entries) {
				const json = { [spec.recipientFieldName]: addressOf(entry), ...record };
				output.push({ json, pairedItem: { item: entry.itemIndex } });
			}
		}
	}
	return output;
}
