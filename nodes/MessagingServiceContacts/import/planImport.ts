import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { Problem } from '../../shared/errors/problem';
import { checkField } from '../../shared/run/readField';
import { withAllProblems } from '../../shared/run/allProblems';
import type { Sent } from '../../shared/run/entry';
import type { Plan, Run } from '../../shared/run/operation';
import { readItems } from '../../shared/run/readItems';
import { errorItem, pairedWith } from '../../shared/run/report/items';
import { ValidationError } from '../../shared/values/formats';
import { rejectsAsItems, targetList } from '../fields';
import type { ListedContact } from './mergeContacts';
import { assertFits, planRequests } from './planRequests';
import { contactReader } from './readContacts';
import { addUp, totalsText } from './totals';
import { oneLine } from '../../shared/values/singleLine';

/** What an entry of an import holds. */
type Content = Omit<ListedContact, 'entries'>;

export async function planImport(run: Run): Promise<Plan> {
	const { at } = run;
	const given = at(0)(`options.${rejectsAsItems.name}`);
	const asItems = checkField(rejectsAsItems, given, run.item(0)) === 1;
	const contactOf = contactReader(run);
	const hasOthers = run.items.length > 1 && !asItems && !run.continues;
	const contentOf = (item: number): Content => {
		const listId = checkField(targetList, at(item)('listId'), run.item(item)) ?? '';
		const read = () => contactOf(item);
		const contact = hasOthers ? orWayOn(read) : read();
		const content = { ...contact, listId };
		assertFits(run, content);
		return content;
	};
	const entries = await readItems(run, (entry) => {
		entry.content = withAllProblems(run, entry.item, () => contentOf(entry.item));
	});
	return {
		keepsRejected: asItems,
		requests: () => {
			const known = entries.filter(({ state }) => state.is !== 'rejected');
			const contacts = known.map((entry) => ({
				...(entry.content as Content),
				entries: [entry],
			}));
			return planRequests(run, contacts);
		},
		// A request that fails ends those after it.
		atOnce: 1,
		sentItems: (sent) => sentItemsOf(run, sent, asItems),
		resultOf: ([record]) => totalsText(record),
	};
}

/** @throws what is wrong with one contact, with how the others are imported all the same */
function orWayOn<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw withWayOn(error as Error);
	}
}

function withWayOn(error: Error): Error {
	if (!(error instanceof ValidationError)) return error;
	const { problem, advice, label, given } = error;
	const wayOn = `To import the others, turn on ${rejectsAsItems.displayName}.`;
	return new ValidationError(problem, `${advice} ${wayOn}`, label, given);
}

/** One item with the totals, and one for each contact that the service did not import. */
function sentItemsOf(run: Run, sent: Sent[], asItems: boolean): INodeExecutionData[] {
	if (sent.length === 0) return [];
	const { totals, log } = addUp(sent.map(({ records: [record] }) => record));
	const rejects = asItems ? log.map((entry) => rejectOf(run, entry)) : [];
	const rejected = new Set(asItems ? log.map(({ index }) => index) : []);
	const items = sent.flatMap(({ entries }) => entries.map(({ item }) => item));
	const imported = items.filter((item) => !rejected.has(item)).sort((a, b) => a - b);
	const json = { ...totals, ...(log.length > 0 && { log }) };
	return [{ json, pairedItem: pairedWith(imported) }, ...rejects];
}

/** The output item of a contact that the service did not import. */
function rejectOf(run: Run, { index, error_message }: IDataObject): INodeExecutionData {
	const itemIndex = (index as number | null) ?? undefined;
	const reason = oneLine(String(error_message ?? 'The service gave no reason'));
	const advice = ['The service did not import this contact.'];
	const error = new Problem({ message: reason, advice, itemIndex });
	return errorItem(run, { error, item: itemIndex, kind: 'rejected' });
}
