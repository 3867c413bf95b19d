import type { PlannedRequest, Run } from '../../shared/describe/operation';
import { chunk } from '../../shared/batch/chunk';
import { sendRequest } from '../../shared/http/sendRequest';
import { ValidationError } from '../../shared/values/formats';
import { queryBytes, queryString, URL_BYTES } from '../../shared/values/queryString';
import { type ListedContact, mergeContacts } from './mergeContacts';
import { columnsLabel } from './readColumns';
import { withItems } from './totals';

/** At most so many contacts per request. */
const CONTACTS = 500;

/** A contact with its values in the order of its group's names. */
type Row = Pick<ListedContact, 'indexes' | 'values'>;

/** Contacts of one list that have the same fields, or that one request has sent in an earlier try. */
interface Group extends Pick<ListedContact, 'listId' | 'names' | 'earlier'> {
	rows: Row[];
}

/**
 * Sorts contacts into requests of at most 500 contacts and 8,000 bytes of URL. One request holds
 * contacts with the same fields only: the service updates "the fields named", and it is not documented
 * what that means for a contact without a value for one of them. So nothing that the service knows
 * about a contact can be blanked by its neighbours.
 *
 * @param reject gets an item whose contact alone makes a URL that is too long
 */
export function planRequests(
	run: Run,
	contacts: ListedContact[],
	reject: (index: number, bad: ValidationError) => void,
): PlannedRequest[] {
	const groups = new Map<unknown, Group>();
	// A contact that is not sent takes no column from another one, so it goes before they are merged.
	const fitting = contacts.filter(
		(contact) =>
			contact.earlier ?? cut(run, { ...contact, rows: [contact] }, reject).length > 0,
	);
	for (const contact of mergeContacts(fitting)) addToGroup(groups, contact);
	return [...groups.values()].sort(linksFirst).flatMap((group) => {
		const parts = group.earlier ? [group.rows] : cut(run, group, reject);
		return parts.map((rows) => importRequest(run, group, rows));
	});
}

/** Contacts with phone and email go first: so the service knows whose an email alone is. */
const linksFirst = (a: Group, b: Group) => Number(isLink(b)) - Number(isLink(a));

const isLink = ({ names }: Group) => names.includes('phone') && names.includes('email');

function addToGroup(groups: Map<unknown, Group>, contact: ListedContact): void {
	const { listId, indexes, names, values, earlier } = contact;
	const key = earlier ?? JSON.stringify([listId, ...[...names].sort()]);
	const group = groups.get(key) ?? { listId, names, rows: [], earlier };
	groups.set(key, group);
	group.rows.push({ indexes, values: group.names.map((name) => values[names.indexOf(name)]) });
}

function cut(
	{ at, service, operation }: Run,
	{ listId, names, rows }: Group,
	reject: (index: number, bad: ValidationError) => void,
): Row[][] {
	const base = `${service.address}${operation.path}?list_id=${listId}&`.length;
	const maxBytes = URL_BYTES - base - service.tokenBytes - queryBytes(namePairs(names));
	return chunk(rows, {
		maxCount: CONTACTS,
		maxBytes,
		bytesOf: ({ values }, position) => queryBytes(rowPairs(values, position)),
		reject: ({ indexes }, bytes) => {
			for (const index of indexes)
				reject(index, contactTooLong(bytes - maxBytes, columnsLabel(at)));
		},
	});
}

const contactTooLong = (bytes: number, label: string) =>
	new ValidationError(
		`are too long: this contact alone exceeds the ${URL_BYTES}-byte URL limit by ${bytes} bytes`,
		'Shorten its values. Letters other than English ones take six or more bytes each.',
		label,
	);

function importRequest(run: Run, { listId, names }: Group, rows: Row[]): PlannedRequest {
	const itemsOfRows = rows.map(({ indexes }) => [...indexes].sort((a, b) => a - b));
	// The item that a row was read from comes first: what an earlier try has sent is known by it.
	const indexes = rows.flatMap((row) => row.indexes);
	const send = async (isStopped: () => boolean) => {
		const { context, operation, policy, service } = run;
		const query = queryString(queryPairs(names, rows));
		const request = { operation, qs: { token: '', list_id: listId }, query, policy };
		const records = await sendRequest(context, request, service, isStopped);
		return records.map((record) => withItems(record, itemsOfRows));
	};
	return { indexes, keys: indexes, send };
}

function* queryPairs(names: string[], rows: Row[]): Generator<[string, string]> {
	yield* namePairs(names);
	for (const [position, { values }] of rows.entries()) yield* rowPairs(values, position);
}

function* namePairs(names: string[]): Generator<[string, string]> {
	for (const [i, name] of names.entries()) yield [`field_names[${i}]`, name];
}

function* rowPairs(values: string[], position: number): Generator<[string, string]> {
	for (const [i, value] of values.entries()) yield [`data[${position}][${i}]`, value];
}
