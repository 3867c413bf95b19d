import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { BatchSpec, RecipientEntry } from './readBatch';
import type { Planned } from './planRequests';
import { errorItem } from '../errors/nodeErrors';
import { formatRanges, withDetail } from '../errors/errorDetail';
import type { Operation } from '../describe/operation';
import type { RequestPolicy } from '../http/policy';
import { sendRequest } from '../http/sendRequest';

export interface Sending {
	batch: BatchSpec;
	operation: Operation;
	node: INode;
	policy: RequestPolicy;
	address: string;
	/** One output item per recipient instead of one per request. */
	onePerRecipient: boolean;
}

/**
 * Sends the requests one after the other and returns what came of each.
 *
 * @throws NodeApiError which also tells what was sent before; with Continue On Fail an item each
 */
export async function sendAll(
	context: IExecuteFunctions,
	requests: Planned[],
	sending: Sending,
): Promise<INodeExecutionData[]> {
	const { operation, node, policy, address } = sending;
	const output: INodeExecutionData[] = [];
	const failed: INodeExecutionData[] = [];
	const sent: string[] = [];
	for (const [part, planned] of requests.entries()) {
		try {
			const request = { operation, ...planned.request(), policy, part };
			const records = await sendRequest(context, request, address);
			sent.push(...records.map(({ uuid }) => `${String(uuid)} (${planned.recipients})`));
			for (const item of outcome(records, planned, sending)) output.push(item);
		} catch (error) {
			const whole = withDetail(error, node, history(part, requests, sent));
			if (!context.continueOnFail()) throw whole;
			const where = { getNode: () => node };
			for (const index of planned.indexes) failed.push(errorItem(where, whole, index));
		}
	}
	return [...output, ...failed];
}

/** Which request failed, and what went out before it: those people have their message. */
function history(part: number, requests: Planned[], sent: string[]): string {
	if (requests.length === 1) return '';
	const { indexes, recipients } = requests[part];
	const which = `This was request ${part + 1} of ${requests.length} (${recipients} recipients, items ${formatRanges(indexes)}).`;
	if (sent.length === 0) return `${which} No request before it was carried out.`;
	return `${which} Already sent, uuid (recipients): ${sent.join(', ')}.`;
}

function* outcome(
	records: IDataObject[],
	{ mailings, indexes, recipients }: Planned,
	{ batch, onePerRecipient }: Sending,
): Generator<INodeExecutionData> {
	for (const record of records) {
		if (!onePerRecipient) {
			const pairedItem = indexes.map((item) => ({ item }));
			yield { json: { ...record, recipients, indexes }, pairedItem };
			continue;
		}
		const list = mailings[0].delivery_list as RecipientEntry[];
		for (const [position, item] of indexes.entries()) {
			const entry = list[position];
			const recipient = typeof entry === 'string' ? entry : entry[batch.recipientField];
			yield { json: { ...record, [batch.recipientField]: recipient }, pairedItem: { item } };
		}
	}
}
