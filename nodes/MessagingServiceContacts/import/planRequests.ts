import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { sendRequest } from '../../shared/http/sendRequest';
import type { Entry, PlannedRequest } from '../../shared/run/entry';
import type { Run } from '../../shared/run/operation';
import { ValidationError } from '../../shared/values/formats';
import { isRecord, listOrMapValues } from '../../shared/values/json';
import { splitByBytes } from '../../shared/values/parts';
import {
	countQueryBytes,
	tryBuildQueryString,
	MAX_URL_BYTES,
} from '../../shared/values/queryString';
import { clearEmptyColumns } from '../fields';
import { type Contact, mergeOrSettleContacts, type RequestRow } from './mergeContacts';

export interface ImportRequest extends PlannedRequest {
	rows: RequestRow[];
	columnNames: string[];
}

/**
 * Groups contacts into requests whose URL has at most 8,000 bytes. A value takes 20 bytes or more,
 * so a request stays below the 500 contacts that the service allows, and the 1,000 fields that PHP
 * reads. All contacts of a request have the same columns, because the API does not document how a
 * contact is changed by a column that only other contacts have.
 *
 * @param entries all contacts, including contacts that an earlier try sent
 */
export function planRequests(run: Run, entries: Array<Entry<Contact>>): ImportRequest[] {
	const groups = new Map<string, RequestRow[]>();
	for (const row of mergeOrSettleContacts(
		entries,
		(contact) => countExcessUrlBytes(run, contact) <= 0,
	)) {
		const key = JSON.stringify([row.listId, ...[...row.columnValues.keys()].sort()]);
		const group = groups.get(key);
		if (group) group.push(row);
		else groups.set(key, [row]);
	}
	const requests = [...groups.values()].flatMap((rows) => splitIntoRequests(run, rows));
	if (
		groups.size >= MIN_COLUMN_SETS_FOR_HINT &&
		entries.some(({ planData }) => planData?.hasOmittedEmptyColumn)
	) {
		run.context.addExecutionHints?.(buildManyRequestsHint(entries.length, requests.length));
	}
	return requests;
}

/**
 * If the contacts have at least this many different sets of columns, a hint explains the number of
 * requests.
 */
const MIN_COLUMN_SETS_FOR_HINT = 10;

const buildManyRequestsHint = (contacts: number, requests: number): NodeExecutionHint => ({
	message: `${contacts} contacts take ${requests} requests, because all contacts in a request must have the same columns filled. To send fewer requests, add ${clearEmptyColumns.displayName}: this option also sends empty values, which clear the corresponding columns of existing contacts.`,
	type: 'info',
	location: 'outputPane',
});

/**
 * Verifies that a contact alone fits into a request. Done before the merge, so that no value of a rejected
 * contact replaces a value of an earlier item.
 *
 * @param label the label of the field with the columns
 * @throws ValidationError
 */
export function assertFitsUrl(run: Run, contact: Contact, label: string): void {
	const bytes = countExcessUrlBytes(run, contact);
	if (bytes <= 0) return;
	throw new ValidationError(
		`is too long: this contact alone exceeds the ${MAX_URL_BYTES}-byte URL limit by ${bytes} bytes`,
		'Shorten its values. Each non-English letter takes six or more bytes.',
		label,
	);
}

const countExcessUrlBytes = (run: Run, contact: Contact): number =>
	countQueryBytes(generateRowPairs(contact, [...contact.columnValues.keys()], 0)) -
	countUrlBytesLeft(run, contact);

function countUrlBytesLeft({ account, operation }: Run, { listId, columnValues }: Contact): number {
	const base = `${account.baseUrl}${operation.routing.request.url}?list_id=${listId}&`.length;
	return (
		MAX_URL_BYTES -
		base -
		account.tokenParameterBytes -
		countQueryBytes(generateColumnNamePairs([...columnValues.keys()]))
	);
}

function splitIntoRequests(run: Run, group: RequestRow[]): ImportRequest[] {
	const names = [...group[0].columnValues.keys()];
	const parts = splitByBytes(countUrlBytesLeft(run, group[0]), group, (row, position) =>
		countQueryBytes(generateRowPairs(row, names, position)),
	);
	return parts.map((rows) => createImportRequest(run, names, rows));
}

function createImportRequest(run: Run, columnNames: string[], rows: RequestRow[]): ImportRequest {
	const send = async (hasRunEnded: () => boolean) => {
		const { context, operation, policy, account } = run;
		const query = tryBuildQueryString(generateQueryPairs(columnNames, rows));
		const qs = { token: '', list_id: rows[0].listId };
		const request = { endpoint: operation, qs, queryString: query, policy };
		const { records } = await sendRequest(context, request, account, hasRunEnded);
		return { records: records.flatMap((record) => translateLogAndCount(record, rows)) };
	};
	return { entries: rows.flatMap(({ entries }) => entries), rows, columnNames, send };
}

function* generateQueryPairs(names: string[], rows: RequestRow[]): Generator<[string, string]> {
	yield* generateColumnNamePairs(names);
	for (const [position, row] of rows.entries()) yield* generateRowPairs(row, names, position);
}

function* generateColumnNamePairs(names: string[]): Generator<[string, string]> {
	for (const [i, name] of names.entries()) yield [`field_names[${i}]`, name];
}

function* generateRowPairs(
	{ columnValues }: Pick<Contact, 'columnValues'>,
	names: string[],
	position: number,
): Generator<[string, string]> {
	for (const [i, name] of names.entries()) {
		yield [`data[${position}][${i}]`, columnValues.get(name) ?? ''];
	}
}

/**
 * Replaces row indexes in the log of a response by item indexes (`null` if the log entry concerns
 * no row), and adds a record with counts. The service counts rows from 0, and logs a rejected row
 * once, so the entry is repeated for each item that was merged into the row.
 */
function translateLogAndCount(record: IDataObject, rows: RequestRow[]): IDataObject[] {
	const rejected = new Set<RequestRow>();
	const log = listOrMapValues(record.log)
		.filter((logged) => logged !== '')
		.flatMap((logged) => {
			const entry: IDataObject = isRecord(logged)
				? logged
				: { error_message: logged as string };
			const row = rowAt(rows, entry.index);
			if (row) rejected.add(row);
			const items = row?.entries.map(({ itemIndex }) => itemIndex) ?? [null];
			return items.map((item) => ({ ...entry, index: item }));
		});
	const rejectedItems = [...rejected].flatMap(({ entries }) => entries).length;
	return [
		{ ...record, log },
		{ rows: rows.length, rejectedDuplicates: rejectedItems - rejected.size },
	];
}

const rowAt = (rows: RequestRow[], index: unknown): RequestRow | undefined =>
	['number', 'string'].includes(typeof index) && /^\d+$/.test(String(index))
		? rows[Number(index)]
		: undefined;
