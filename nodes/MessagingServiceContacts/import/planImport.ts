import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { checkField } from '../../shared/describe/checkField';
import type { Plan, PlannedRequest, Run } from '../../shared/describe/operation';
import type { RejectedItems } from '../../shared/errors/rejectedItems';
import { settledRequest } from '../../shared/http/sentRequests';
import { rejectsAsItems, targetList } from '../fields';
import type { ListedContact } from './mergeContacts';
import { planRequests } from './planRequests';
import { contactReader } from './readContacts';
import { addUp, totalsText } from './totals';

/** Plans the import of all input items as contacts. */
export async function planImport(run: Run, rejected: RejectedItems): Promise<Plan> {
	const { at, items } = run;
	const given = at(0)(`options.${rejectsAsItems.name}`);
	const asItems = checkField(rejectsAsItems, given, run.item(0)) === 1;
	const contactOf = contactReader(run);
	const contacts: ListedContact[] = [];
	for (const index of items.keys()) {
		const earlier = settledRequest(run, index);
		const indexes = [index];
		try {
			const listId = checkField(targetList, at(index)('listId'), run.item(index)) ?? '';
			contacts.push({ ...contactOf(index), listId, indexes, earlier });
		} catch (error) {
			// Whatever its expressions come to now, it was sent.
			if (earlier) contacts.push({ names: [], values: [], listId: '', indexes, earlier });
			else rejected.add(error, index);
		}
	}
	const requests = planRequests(run, contacts, (index, bad) => rejected.add(bad, index));
	return {
		requests,
		// One after the other: a request that fails ends the others.
		maxInFlight: 1,
		toOutput: (records, errorItems) =>
			outputOf(run, requests, records, errorItems, asItems ? rejected : undefined),
		resultOf: ([record]) => totalsText(record),
	};
}

/** One item with the totals, and the failed items. */
function outputOf(
	{ node }: Run,
	requests: PlannedRequest[],
	records: Array<IDataObject[] | undefined>,
	errorItems: INodeExecutionData[],
	rejected: RejectedItems | undefined,
): INodeExecutionData[] {
	const done = requests.flatMap(({ indexes }, position) => {
		const [record] = records[position] ?? [];
		return record ? { indexes, record } : [];
	});
	if (done.length === 0) return errorItems;
	const { totals, log } = addUp(done.map(({ record }) => record));
	const rejects = rejected ? log.map((entry) => rejectOf(entry, node, rejected)) : [];
	const own = new Set(rejected && log.map(({ index }) => index));
	const kept = done.flatMap(({ indexes }) => indexes).filter((index) => !own.has(index));
	const json = { ...totals, ...(log.length > 0 && { log }) };
	const pairedItem = kept.sort((a, b) => a - b).map((item) => ({ item }));
	return [{ json, pairedItem }, ...rejects, ...errorItems];
}

/** The output item of a contact that the service did not import. */
function rejectOf({ index, error_message }: IDataObject, node: INode, rejected: RejectedItems) {
	const itemIndex = (index as number | null) ?? undefined;
	const reason = String(error_message ?? 'The service gave no reason');
	const description = 'The service did not import this contact.';
	const error = new NodeOperationError(node, reason, { description, itemIndex });
	return rejected.errorItem(error, itemIndex);
}
