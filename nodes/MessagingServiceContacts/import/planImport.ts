import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { checkField } from '../../shared/describe/checkField';
import type { Plan, PlannedRequest, Run } from '../../shared/describe/operation';
import { errorItem } from '../../shared/errors/nodeErrors';
import type { RejectedItems } from '../../shared/errors/rejectedItems';
import { rejectsAsItems, targetList } from '../fields';
import { type ListedContact, planRequests } from './planRequests';
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
		try {
			const list = checkField(targetList, at(index)('listId'), zone, where(index));
			contacts.push({ ...contactOf(index), listId: list ?? '', index });
		} catch (error) {
			rejected.add(error, index);
		}
	}
	const requests = planRequests(run, contacts, (index, bad) => rejected.add(bad, index));
	return {
		requests,
		// One after the other: a contact that is there twice ends as the later item has it.
		maxInFlight: 1,
		toOutput: (records, errorItems) => outputOf(run, requests, records, errorItems, asItems),
		resultOf: ([record]) => totalsText(record),
	};
}

/** One item with the totals, and the failed items. */
function outputOf(
	{ node }: Run,
	requests: PlannedRequest[],
	records: Array<IDataObject[] | undefined>,
	errorItems: INodeExecutionData[],
	asItems: boolean,
): INodeExecutionData[] {
	const totals = new ImportTotals();
	for (const [position, { indexes }] of requests.entries()) {
		const [record] = records[position] ?? [];
		if (record) totals.add(record, indexes);
	}
	const rejected = (asItems ? totals.rejected : []).map(({ index, reason }) => {
		const description = 'The service did not import this contact.';
		const error = new NodeOperationError(node, reason, { description, itemIndex: index });
		return errorItem(node, error, index);
	});
	return [...totals.items(asItems), ...rejected, ...errorItems];
}
