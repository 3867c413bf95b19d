import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { URL_BYTES } from '../../shared/batch/encodeRequest';
import { RejectedItems } from '../../shared/errors/rejectedItems';
import {
	asNodeError,
	errorItem,
	withNodeError,
	type ErrorContext,
} from '../../shared/errors/nodeErrors';
import { id } from '../../shared/values/formats';
import { formatRanges, withDetail } from '../../shared/errors/errorDetail';
import type { Operation } from '../../shared/describe/operation';
import { type RequestPolicy, policyOf } from '../../shared/http/policy';
import { checkField } from '../../shared/run/checkRequest';
import { serviceOf } from '../../shared/http/service';
import { sendRequest } from '../../shared/http/sendRequest';
import { contactReader } from './readContacts';
import { rejectsAsItems, targetList } from '../fields';
import { type ImportCall, ImportCalls } from './planRequests';
import { ImportResult } from './totals';

interface Ready {
	calls: ImportCall[];
	listId: string | number | undefined;
	policy: RequestPolicy;
	address: string;
	/** Contacts that the service rejects leave as error items. */
	asItems: boolean;
}

/** Imports all input items as contacts; returns one item with the totals, and the failed items. */
export async function importItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const { action } = operation;
	const rejects = new RejectedItems(node, action);
	let ready: Ready | undefined;
	try {
		ready = await prepare(context, operation, rejects);
	} catch (error) {
		if (!context.continueOnFail()) throw asNodeError(error, node, action, 0);
		const failed = rejects.indexes;
		for (const index of context.getInputData().keys()) {
			if (!failed.has(index)) rejects.add(error, index);
		}
	}
	if (rejects.count > 0 && !context.continueOnFail()) throw rejects.summary;
	const output = ready ? await send(context, operation, ready) : [];
	for (const item of rejects.errorItems) output.push(item);
	return output;
}

/** Reads and checks all contacts; nothing is sent. */
async function prepare(
	context: IExecuteFunctions,
	operation: Operation,
	rejects: RejectedItems,
): Promise<Ready> {
	const node = context.getNode();
	const naming = { getNode: () => node };
	const { action } = operation;
	const where = (itemIndex: number): ErrorContext => ({ context: naming, action, itemIndex });
	const list = context.getNodeParameter('listId', 0, '', { extractValue: true });
	const listId = checkField({ ...targetList, parse: id }, list, '', where(0));
	const read = (name: string) => context.getNodeParameter(name, 0, {});
	const policy = policyOf(read, where(0));
	const options = (read('options') || {}) as IDataObject;
	const asItems = checkField(rejectsAsItems, options[rejectsAsItems.name], '', where(0)) === 1;
	const { address, tokenBytes } = await serviceOf(context);
	const around = `${address}${operation.path}?list_id=${listId}&`.length + tokenBytes;
	const calls = new ImportCalls(URL_BYTES - around);
	const contactOf = withNodeError(where(0), () => contactReader(context));
	for (const index of context.getInputData().keys()) {
		try {
			withNodeError(where(index), () => calls.add(index, contactOf(index)));
		} catch (error) {
			rejects.add(error, index);
		}
	}
	return { calls: calls.calls(), listId, policy, address, asItems };
}

/** @throws NodeApiError which also tells what the calls before did; with Continue an item each */
async function send(
	context: IExecuteFunctions,
	operation: Operation,
	{ calls, listId, policy, address, asItems }: Ready,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const where = { getNode: () => node };
	const result = new ImportResult();
	const failed: INodeExecutionData[] = [];
	for (const [part, { indexes, query }] of calls.entries()) {
		try {
			const qs = { token: '', list_id: listId };
			const request = { operation, qs, query: query(), policy, part };
			const [record] = await sendRequest(context, request, address);
			result.add(record, indexes);
		} catch (error) {
			const which = `This was call ${part + 1} of ${calls.length} (items ${formatRanges(indexes)}).`;
			const more = calls.length > 1 ? `${which} ${result.sentence}` : '';
			const whole = withDetail(error, node, more);
			if (!context.continueOnFail()) throw whole;
			for (const index of indexes) failed.push(errorItem(where, whole, index));
		}
	}
	const rejected = (asItems ? result.rejected : []).map(({ index, reason }) => {
		const description = 'The service did not import this contact.';
		const error = new NodeOperationError(node, reason, { description, itemIndex: index });
		return errorItem(where, error, index);
	});
	return [...result.items(asItems), ...rejected, ...failed];
}
