import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Operation, Plan, Run } from '../describe/operation';
import { withNodeError } from '../errors/nodeErrors';
import type { RejectedItems } from '../errors/rejectedItems';
import { allRanges } from '../errors/errorDetail';
import { addDelivery, addFields } from '../response/addedFields';
import { preview } from './dryRun';
import { recipientOf } from './jsonRules';
import { type BatchRequest, planRequests } from './planRequests';
import { readBatch } from './readBatch';
import { type Batch, type BatchSpec, itemOf } from './types';

/** An operation that makes one mailing of all its input items. */
export const batchOperation = (
	spec: BatchSpec,
	operation: Omit<Operation, 'plan' | 'effect'>,
): Operation => ({
	...operation,
	knowsRecipients: true,
	effect: 'send',
	plan: async (run, rejected) => planBatch(run, spec, rejected),
});

function planBatch(run: Run, spec: BatchSpec, rejected: RejectedItems): Plan {
	const batch = readBatch(run, spec, rejected);
	const requests = withNodeError({ ...run.where(0), itemIndex: undefined }, () =>
		planRequests(batch, (index, bad) => rejected.add(bad, index)),
	);
	return {
		requests,
		// One after the other: a mailing that fails ends the others.
		maxInFlight: 1,
		recipients: batch.mailings.reduce((sum, { recipients }) => sum + recipients.length, 0),
		preview: batch.options.dryRun ? () => [preview(requests, rejected, run, spec)] : undefined,
		toOutput: (records, otherItems) => outputOf(batch, requests, records, otherItems),
	};
}

function outputOf(
	batch: Batch,
	requests: BatchRequest[],
	records: Array<IDataObject[] | undefined>,
	otherItems: INodeExecutionData[],
): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	const { spec, isJson, options } = batch;
	for (const [position, { indexes, recipients }] of requests.entries()) {
		for (const record of records[position] ?? []) {
			if (isJson || !options.oneItemPerRecipient) {
				const added = {
					recipients: recipients.length,
					indexes: allRanges(indexes),
				};
				const json = addFields({ ...record }, added);
				output.push({ json, pairedItem: indexes.map((item) => ({ item })) });
				continue;
			}
			for (const recipient of recipients) {
				const given = { [spec.recipientField]: recipientOf(recipient.entry) };
				const json = addDelivery(addFields({ ...record }, given));
				output.push({ json, pairedItem: { item: itemOf(recipient) } });
			}
		}
	}
	// Not as arguments of one call: there may be a million.
	for (const item of otherItems) output.push(item);
	return output;
}
