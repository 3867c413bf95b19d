import type { NodeExecutionHint } from 'n8n-workflow';
import type { Entry, PlannedRequest } from '../../shared/run/entry';
import type { Run } from '../../shared/run/operation';
import { inPartsOf } from '../../shared/values/parts';
import { sendRequest } from '../../shared/http/sendRequest';
import { ValidationError } from '../../shared/values/formats';
import { queryBytes, queryString, URL_BYTES } from '../../shared/values/queryString';
import { setState } from '../../shared/run/ledger';
import { clearEmpty, columns } from '../fields';
import { type ListedContact, mergeContacts, wasSent } from './mergeContacts';
import { withItems } from './totals';

/** A contact with its values in the order of its group's names. */
type Row = Pick<ListedContact, 'entries' | 'values'>;

/** Contacts of one list that have the same fields. */
interface Group extends Pick<ListedContact, 'listId' | 'names'> {
	rows: Row[];
}

/**
 * Sorts contacts into requests of at most 8,000 bytes of URL. A value takes 20 bytes or more, so these hold
 * fewer than 500 contacts, which the service allows, and fewer than 1,000 fields, which PHP reads. One request
 * holds contacts with the same fields only: the service updates "the fields named", and it is not documented
 * what that means for a contact without a value for one of them. So nothing that the service knows
 * about a contact can be blanked by its neighbours.
 *
 * @param contacts also those that an earlier try has sent: their last values count
 */
export function planRequests(run: Run, contacts: ListedContact[]): PlannedRequest[] {
	const groups = new Map<string, Group>();
	for (const contact of mergeContacts(contacts)) {
		const { entries } = contact;
		// An open one that has nothing more than a later one that was sent is sent with it.
		if (wasSent(contact)) setState(entries, entries[0].state);
		else addToGroup(groups, contact);
	}
	const requests = [...groups.values()]
		.sort(linksFirst)
		.flatMap((group) => cut(run, group).map((rows) => importRequest(run, group, rows)));
	if (groups.size >= MANY && contacts.some(({ hasEmpty }) => hasEmpty)) {
		run.context.addExecutionHints?.(emptyHint(contacts.length, requests.length));
	}
	return requests;
}

/** From this number of column sets on, a hint explains the number of requests. */
const MANY = 10;

const emptyHint = (contacts: number, requests: number): NodeExecutionHint => ({
	message: `${contacts} contacts take ${requests} requests, because all contacts of a request have the same columns filled. To send fewer requests, add ${clearEmpty.displayName}: it also sends empty values, which clear these columns of existing contacts.`,
	type: 'info',
	location: 'outputPane',
});

/** Contacts with phone and email go first: so the service knows whose an email alone is. */
const linksFirst = (a: Group, b: Group) => Number(isLink(b)) - Number(isLink(a));

const isLink = ({ names }: Group) => names.includes('phone') && names.includes('email');

function addToGroup(groups: Map<string, Group>, contact: ListedContact): void {
	const { listId, entries, names, values } = contact;
	const key = JSON.stringify([listId, ...[...names].sort()]);
	const group = groups.get(key) ?? { listId, names, rows: [] };
	groups.set(key, group);
	group.rows.push({ entries, values: group.names.map((name) => values[names.indexOf(name)]) });
}

const cut = (run: Run, group: Group): Row[][] =>
	inPartsOf(bytesLeft(run, group), group.rows, ({ values }, position) =>
		queryBytes(rowPairs(values, position)),
	);

/** Bytes of the URL for the rows of a group. */
function bytesLeft({ account, operation }: Run, { listId, names }: Omit<Group, 'rows'>): number {
	const base = `${account.address}${operation.routing.request.url}?list_id=${listId}&`.length;
	return URL_BYTES - base - account.tokenBytes - queryBytes(namePairs(names));
}

/**
 * Verifies that a contact fits a request alone. One that is not sent takes no column from another one,
 * so it is rejected before they are merged.
 *
 * @throws ValidationError
 */
export function assertFits(run: Run, contact: Omit<ListedContact, 'entries'>): void {
	const bytes = queryBytes(rowPairs(contact.values, 0)) - bytesLeft(run, contact);
	if (bytes <= 0) return;
	throw new ValidationError(
		`are too long: this contact alone exceeds the ${URL_BYTES}-byte URL limit by ${bytes} bytes`,
		'Shorten its values. Letters other than English ones take six or more bytes each.',
		columns.displayName,
	);
}

function importRequest(run: Run, { listId, names }: Group, rows: Row[]): PlannedRequest {
	const itemsOfRows = rows.map(({ entries }) =>
		entries.map(({ item }) => item).sort((a, b) => a - b),
	);
	const send = async (isStopped: () => boolean) => {
		const { context, operation, policy, account } = run;
		const query = queryString(queryPairs(names, rows));
		const request = { operation, qs: { token: '', list_id: listId }, query, policy };
		const { records } = await sendRequest(context, request, account, isStopped);
		return { records: records.map((record) => withItems(record, itemsOfRows)) };
	};
	return { entries: rows.flatMap((row): Entry[] => row.entries), send };
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
