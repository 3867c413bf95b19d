import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { checkField } from '../../shared/describe/checkField';
import type { Plan, PlannedRequest, Run } from '../../shared/describe/operation';
import type { RejectedItems } from '../../shared/errors/rejectedItems';
import { settledRequest } from '../../shared/http/sentRequests';
import { rejectsAsItems, targetList } from '../fields';
import type { ListedContact } from './mergeContacts';
import { planRequests } from './planRequests';
import { contactReader } from './readContacts';
import { ImportTotals, totalsText } from './totals';

/** Plans the import of all input items as contacts. */
export async function planImport(run: Run, rejected: RejectedItems): Promise<Plan> {
	const { at, where, zone, items } = run;
	const given = at(0)(`options.${rejectsAsItems.name}`);
	const asItems = checkField(rejectsAsItems, given, '', where(0)) === 1;
	const contactOf = contactReader(run);
	const contacts: ListedContact[] = [];
	for (const index of items.keys()) {
		const earlier = settledRequest(run, index);
		const indexes = [index];
		try {
			const listId = checkField(targetList, at(index)('listId'), zone, where(index)) ?? '';
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
	const totals = new ImportTotals();
	for (const [position, { indexes }] of requests.entries()) {
		const [record] = records[position] ?? [];
		if (record) totals.add(record, indexes);
	}
	const rejects = totals.rejected.flatMap(({ index, reason }) => {
		const description = 'The service did not import this contact.';
		const error = new NodeOperationError(node, reason, { description, itemIndex: index });
		return rejected?.errorItem(error, index) ?? [];
	});
	return [...totals.items(rejected !== undefined), ...rejects, ...errorItems];
}
