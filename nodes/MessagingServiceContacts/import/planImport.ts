import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { Problem, toProblem } from '../../shared/errors/problem';
import type { Entry, SentRequest } from '../../shared/run/entry';
import type { Plan, Run } from '../../shared/run/operation';
import { assertSameSharedValues } from '../../shared/batch/oneValue';
import type { Field } from '../../shared/describe/field';
import { dryRunOption } from '../../shared/describe/options';
import { readItem } from '../../shared/in/readItem';
import { readOrRejectItems } from '../../shared/in/readItems';
import { makeErrorItem, toPairedItems } from '../../shared/out/items';
import { describeValue } from '../../shared/values/formats';
import { toSingleLine } from '../../shared/values/singleLine';
import { additionalColumns, importDespiteRejects } from '../fields';
import type { Contact } from './mergeContacts';
import { assertFitsUrl, planRequests } from './planRequests';
import { buildImportPreview } from './preview';
import {
	createContactReader,
	IDENTIFYING_COLUMN_PATTERN,
	PER_ITEM_FIELD_NAMES,
} from './readContacts';

const isReadFromFirstItem = ({ name }: Field): boolean => !PER_ITEM_FIELD_NAMES.includes(name);

export async function planImport(run: Run): Promise<Plan> {
	const chosen = readItem(run, 0, run.stepFields.filter(isReadFromFirstItem));
	await assertSameSharedValues(run, [...PER_ITEM_FIELD_NAMES, importDespiteRejects.name]);
	const asItems = chosen[importDespiteRejects.name] === 1;
	const { label, leftOut, contactOf } = createContactReader(run);
	const hasOthers = run.items.length > 1 && !asItems;
	const read = (item: number): Contact => {
		const contact = contactOf(item);
		assertFitsUrl(run, contact, label);
		return contact;
	};
	const entries = await readOrRejectItems(run, (entry) => {
		const { itemIndex } = entry;
		try {
			entry.planData = read(itemIndex);
		} catch (error) {
			const problem = toProblem(error, run.errorContextOf(itemIndex));
			throw hasOthers ? addRejectsAdvice(problem) : problem;
		}
	});
	addLeftOutFieldsHint(run, leftOut);
	const requests = () => {
		const valid = entries.filter(({ state }) => state.is !== 'rejected');
		return planRequests(run, valid as Array<Entry<Contact>>);
	};
	return {
		sendsDespiteRejected: asItems,
		createRequests: requests,
		makePreview:
			chosen[dryRunOption.name] === 1
				? () => [buildImportPreview(run, requests())]
				: undefined,
		// One request at a time, because a failed request ends the import.
		maxConcurrent: 1,
		makeSentItems: (sent) => buildImportOutput(run, sent, asItems),
		describeSentRecords: ([record]) => formatTotals(record),
	};
}

const MAX_NAMED_COLUMNS = 10;

/** Adds a hint, which is a warning if only phones and emails are imported. */
function addLeftOutFieldsHint({ context, ledger }: Run, leftOut: Set<string>): void {
	if (leftOut.size === 0) return;
	const isSingle = leftOut.size === 1;
	const names = [...leftOut].slice(0, MAX_NAMED_COLUMNS).map((heading) => describeValue(heading));
	const more = leftOut.size > MAX_NAMED_COLUMNS ? ', …' : '';
	const hasOthers = ledger.entries.some(({ planData }) =>
		[...((planData as Contact | undefined)?.columnValues.keys() ?? [])].some(
			(column) => !IDENTIFYING_COLUMN_PATTERN.test(column),
		),
	);
	context.addExecutionHints?.({
		message: `${leftOut.size} input field${isSingle ? ' is' : 's are'} not among the columns of this step, and ${isSingle ? 'was' : 'were'} left out: ${names.join(', ')}${more}. To import ${isSingle ? 'this field, enter its name' : 'these fields, enter their names'} in ${additionalColumns.displayName}.`,
		type: hasOthers ? 'info' : 'warning',
		location: 'outputPane',
	});
}

const addRejectsAdvice = (problem: Problem): Problem =>
	problem.copyWith({
		advice: [
			...problem.advice,
			`To import the other contacts, turn on ${importDespiteRejects.displayName}.`,
		],
	});

/**
 * Returns one item with the totals. With Rejects as Items, also one item for each contact that the service
 * rejected.
 */
function buildImportOutput(run: Run, sent: SentRequest[], asItems: boolean): INodeExecutionData[] {
	if (sent.length === 0) return [];
	const { totals, log } = addUpResponses(sent);
	totals.invalid += run.ledger.entries.filter(({ state }) => state.is === 'rejected').length;
	const rejects = asItems ? log.map((entry) => buildRejectedItem(run, entry)) : [];
	const rejected = new Set(asItems ? log.map(({ index }) => index) : []);
	const items = sent.flatMap(({ entries }) => entries.map(({ itemIndex }) => itemIndex));
	const imported = items.filter((item) => !rejected.has(item)).sort((a, b) => a - b);
	const json = { ...totals, ...(log.length > 0 && { log }) };
	return [{ json, pairedItem: toPairedItems(imported) }, ...rejects];
}

function buildRejectedItem(run: Run, { index, error_message }: IDataObject): INodeExecutionData {
	const itemIndex = (index as number | null) ?? undefined;
	const reason = toSingleLine(String(error_message ?? 'The service gave no reason'));
	const advice = ['The service did not import this contact.'];
	const error = new Problem({ message: reason, advice, itemIndex });
	return makeErrorItem(run, { error, itemIndex, kind: 'rejected' });
}

/** `Number()` alone would throw on some objects. */
const toNumberOrZero = (value: unknown): number =>
	(['number', 'string'].includes(typeof value) && Number(value)) || 0;

/**
 * Adds up the responses of an import and joins their logs. In the logs, `index` is already the index of an
 * item, not of a row.
 */
function addUpResponses(sent: SentRequest[]) {
	const records = sent.map(({ records: [record] }) => record);
	const sum = (all: IDataObject[], key: string) =>
		all.reduce((total, record) => total + toNumberOrZero(record[key]), 0);
	const rows = sent.map(({ records: [, counts] }) => counts ?? {});
	const items = sent.flatMap(({ entries }) => entries).length;
	const rejectedBeside = sum(rows, 'rejectedDuplicates');
	const counts = {
		inserted: sum(records, 'inserted'),
		updated: sum(records, 'updated'),
		invalid: sum(records, 'invalid') + rejectedBeside,
		merged: items - sum(rows, 'rows') - rejectedBeside,
	};
	const added = new Set(records.flatMap((record) => Object.keys(record)));
	for (const name of [...Object.keys(counts), 'log']) added.delete(name);
	const others = [...added].map((key) => [
		key,
		combineValues(records.map((record) => record[key])),
	]);
	const totals = { ...counts, ...(Object.fromEntries(others) as IDataObject) };
	return { totals, log: records.flatMap((record) => record.log as IDataObject[]) };
}

function combineValues(values: unknown[]): unknown {
	const present = values.filter((value) => value !== undefined);
	const isNumber = (value: unknown): value is number => typeof value === 'number';
	if (present.every(isNumber)) return present.reduce((total, number) => total + number, 0);
	const different = new Map(present.map((value) => [JSON.stringify(value), value]));
	return different.size === 1 ? present[0] : [...different.values()];
}

const formatTotals = ({ inserted = 0, updated = 0, invalid = 0 }: IDataObject = {}): string =>
	`inserted ${toNumberOrZero(inserted)}, updated ${toNumberOrZero(updated)}, invalid ${toNumberOrZero(invalid)}`;
