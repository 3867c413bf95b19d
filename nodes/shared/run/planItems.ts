import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { mayRepeat } from '../api/endpoint';
import type {
	CheckedRequest,
	PendingRequest,
	Plan,
	PlannedRequest,
	Run,
} from '../describe/operation';
import { partsCheck } from '../describe/sendLimits';
import type { RejectedItems } from '../errors/rejectedItems';
import { readPages, withPage } from '../http/readPages';
import { sendRequest } from '../http/sendRequest';
import { settledRequest } from '../http/sentRequests';
import { addFields, addState, identifiersIn } from '../response/addedFields';
import { bodyWithFile } from './binaryFile';
import { checkRequest } from './checkRequest';
import { hideCode } from './hideCode';
import { assertUrlFits } from './urlLimit';

interface ItemRequest extends PlannedRequest {
	toItems?: (records: IDataObject[]) => IDataObject[];
}

/** Plans one request for each input item; an item that is wrong is rejected. */
export async function planItems(run: Run, rejected: RejectedItems): Promise<Plan<ItemRequest>> {
	const { operation, items, service } = run;
	const ask = reader(run);
	const requests: Array<ItemRequest | undefined> = [];
	const preparing: Array<Promise<void>> = [];
	for (const index of items.keys()) {
		if (settledRequest(run, index)) {
			// Not read again: whatever its expressions come to now, it was sent.
			const indexes = [index];
			requests[index] = { indexes, keys: indexes, send: async () => [] };
			continue;
		}
		const where = run.where(index);
		const reject = (error: unknown) => {
			requests[index] = undefined;
			rejected.add(error, index);
		};
		try {
			const request = checkRequest(run, index);
			const read = run.at(index);
			requests[index] = {
				indexes: [index],
				keys: mayRepeat(operation) ? [] : [index],
				send: async (isStopped) => await sendItem(run, request, index, isStopped),
				toItems: operation.toItems?.(read),
			};
			const checkParts = partsCheck(run, index);
			const fits = () => {
				checkParts({ ...request.qs, ...request.body });
				assertUrlFits(run, request);
			};
			const prepared = operation.prepare?.({ request, read, where, service, ask });
			if (prepared) preparing.push(prepared.then(fits).catch(reject));
			else fits();
		} catch (error) {
			reject(error);
		}
	}
	await Promise.all(preparing);
	const planned = requests.filter((request) => request !== undefined);
	return {
		requests: planned,
		toOutput: (records, otherItems) => outputOf(planned, records, otherItems),
	};
}

/** Asks the service; the same question of several items is asked once. */
function reader({ context, policy, service }: Run): PendingRequest['ask'] {
	const responses = new Map<string, Promise<IDataObject[]>>();
	return async (endpoint, qs) => {
		const key = `${endpoint.path}?${JSON.stringify(qs)}`;
		const request = { operation: endpoint, qs, policy };
		const response = responses.get(key) ?? sendRequest(context, request, service);
		responses.set(key, response);
		return await response;
	};
}

/** Sends the request of an item. @throws NodeApiError */
export async function sendItem(
	run: Run,
	checked: CheckedRequest,
	index: number,
	isStopped: () => boolean,
): Promise<IDataObject[]> {
	const { context, operation, policy, service } = run;
	const { qs, limit, hidden, returns, secrets } = checked;
	const identifiers = identifiersIn({ ...qs, ...checked.body });
	const body = await bodyWithFile(context, operation, checked, index);
	const request = { operation, qs, body, secrets, policy, itemIndex: index };
	const send = async (page?: IDataObject) =>
		await sendRequest(context, withPage(operation, request, page), service, isStopped);
	const records = await hideCode(hidden, async () => await readPages(operation, limit, send));
	return records.map((record) =>
		addState(addFields(Object.assign(record, returns?.()), identifiers), operation.about),
	);
}

/** The output items of requests for one item each, in the order of the input items. */
export function outputOf(
	requests: ItemRequest[],
	records: Array<IDataObject[] | undefined>,
	otherItems: INodeExecutionData[],
): INodeExecutionData[] {
	const output = requests.flatMap(({ indexes: [item], toItems }, position) => {
		const received = records[position] ?? [];
		return (toItems?.(received) ?? received).map((json) => ({ json, pairedItem: { item } }));
	});
	return inItemOrder(output, otherItems);
}

/** Output and other items in the order of the input items. */
export function inItemOrder(
	output: INodeExecutionData[],
	otherItems: INodeExecutionData[],
): INodeExecutionData[] {
	const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
	return [...output, ...otherItems].sort((a, b) => itemOf(a) - itemOf(b));
}
