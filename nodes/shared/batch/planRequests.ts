import type { IDataObject } from 'n8n-workflow';
import type { PlannedRequest } from '../run/entry';
import { sendRequest } from '../http/sendRequest';
import { addMissingFields } from '../response/addedFields';
import { addressOf, isOpen } from '../run/ledger';
import { splitByCount } from '../values/parts';
import { type EncodedRequest, encodeRequest } from './encodeRequest';
import { type Batch, type BulkOrPersonal, bulkOrPersonalOf, type BatchRecipient } from './types';

export interface BatchRequest extends PlannedRequest, Omit<EncodedRequest, 'buildQueryAndBody'> {
	bulkOrPersonal: BulkOrPersonal;
	entries: BatchRecipient[];
}

export function planRequests(batch: Batch): BatchRequest[] {
	const bulkOrPersonal = bulkOrPersonalOf(batch);
	const open = batch.recipients.filter(isOpen);
	const size = Math.min(
		batch.options.recipientsPerRequest,
		maxRecipientsPerForm(batch, bulkOrPersonal),
	);
	return splitByCount(open, size).map((entries) =>
		buildBatchRequest(batch, bulkOrPersonal, entries),
	);
}

/** PHP reads 1,000 form fields by default and silently drops the rest. */
const MAX_FORM_FIELDS = 900;

function maxRecipientsPerForm(
	{ spec, sharedParameters, recipients }: Batch,
	bulkOrPersonal: BulkOrPersonal,
): number {
	if (spec.encoding !== 'form') return Infinity;
	const personalCount = Object.keys(recipients.find(isOpen)?.planData ?? {}).length;
	// The token and the message type are 2 more fields.
	const sharedCount =
		Object.keys(sharedParameters).length + 2 + (bulkOrPersonal === 'bulk' ? personalCount : 0);
	return Math.floor(
		(MAX_FORM_FIELDS - sharedCount) / (bulkOrPersonal === 'bulk' ? 1 : 1 + personalCount),
	);
}

function buildBatchRequest(
	batch: Batch,
	bulkOrPersonal: BulkOrPersonal,
	entries: BatchRecipient[],
): BatchRequest {
	const { run, callbackSecrets, scheduledFor } = batch;
	const { context, operation, policy, account, ledger } = run;
	const { buildQueryAndBody, ...encoded } = encodeRequest(
		buildMailingObject(batch, bulkOrPersonal, entries),
		batch,
	);
	const added = {
		message_type: bulkOrPersonal,
		...(scheduledFor && { scheduled_for: scheduledFor }),
	};
	return {
		...encoded,
		entries,
		bulkOrPersonal,
		send: async (hasRunEnded) => {
			const parameters = {
				endpoint: operation,
				policy,
				secrets: callbackSecrets,
				...buildQueryAndBody(),
			};
			const { records } = await sendRequest(context, parameters, account, hasRunEnded);
			ledger.lastRequestMonotonicMs = performance.now();
			return { records: records.map((record) => addMissingFields(record, added)) };
		},
	};
}

function buildMailingObject(
	{ spec: { buildMailing, recipientFieldName }, sharedParameters }: Batch,
	message_type: BulkOrPersonal,
	entries: BatchRecipient[],
): IDataObject {
	if (message_type === 'bulk') {
		const all = { ...sharedParameters, message_type, ...entries[0]?.planData };
		return buildMailing(all, entries.map(addressOf));
	}
	return buildMailing(
		{ ...sharedParameters, message_type },
		entries.map((entry) => ({ [recipientFieldName]: addressOf(entry), ...entry.planData })),
	);
}
