import { URL_BYTES } from '../../shared/batch/encodeRequest';
import { queryBytes, queryString } from '../../shared/values/queryString';
import { ValidationError } from '../../shared/values/formats';
import type { Contact } from './readContacts';

/** At most so many contacts per call. */
const CONTACTS = 500;

/** Contacts that have the same fields. */
interface Group {
	names: string[];
	/** What the names take in the URL. */
	bytes: number;
	rows: Row[];
}

interface Row {
	/** The input item that it comes from. */
	index: number;
	/** In the order of the group's names. */
	values: string[];
}

export interface ImportCall {
	/** The input item of each contact, in the order of the call. */
	indexes: number[];
	/** `field_names[i]=…&data[c][i]=…`, encoded; made when it is sent. */
	query: () => string;
}

/**
 * Sorts contacts into calls. One call holds contacts with the same fields only: the service updates
 * "the fields named", and it is not documented what that means for a contact without a value for
 * one of them. So nothing that the service knows about a contact can be blanked by its neighbours.
 */
export class ImportCalls {
	private readonly groups = new Map<string, Group>();

	/** @param bytes what the URL has left for contacts */
	constructor(private readonly bytes: number) {}

	/** @throws BadValue when the contact alone makes a URL that is too long */
	add(index: number, { names, values }: Contact): void {
		const key = [...names].sort().join('\n');
		const group = this.groups.get(key) ?? {
			names,
			bytes: queryBytes(namePairs(names)),
			rows: [],
		};
		const same = group.names.every((name, position) => name === names[position]);
		const ordered = same ? values : group.names.map((name) => values[names.indexOf(name)]);
		const bytes = group.bytes + rowBytes(ordered, 0);
		if (bytes > this.bytes) throw tooLong(bytes - this.bytes);
		group.rows.push({ index, values: ordered });
		this.groups.set(key, group);
	}

	/** Calls of at most 500 contacts and 8,000 bytes of URL, contacts in the order of the items. */
	calls(): ImportCall[] {
		return [...this.groups.values()].flatMap((group) => this.cut(group));
	}

	private cut(group: Group): ImportCall[] {
		const calls: ImportCall[] = [];
		const room = this.bytes - group.bytes;
		let rows: Row[] = [];
		let left = room;
		const close = () => {
			calls.push(importCall(group.names, rows));
			rows = [];
			left = room;
		};
		for (const row of group.rows) {
			if (rows.length === CONTACTS || rowBytes(row.values, rows.length) > left) close();
			left -= rowBytes(row.values, rows.length);
			rows.push(row);
		}
		if (rows.length > 0) close();
		return calls;
	}
}

const tooLong = (bytes: number) =>
	new ValidationError(
		`hold too much: the contact alone makes the URL ${bytes} bytes longer than ${URL_BYTES}`,
		'Shorten its values; letters other than English ones take six or more bytes each.',
		'Columns',
	);

const importCall = (names: string[], rows: Row[]): ImportCall => ({
	indexes: rows.map(({ index }) => index),
	query: () => String(queryString(callPairs(names, rows))),
});

const rowBytes = (values: string[], position: number): number =>
	queryBytes(rowPairs(values, position));

function* callPairs(names: string[], rows: Row[]): Generator<[string, string]> {
	yield* namePairs(names);
	for (const [position, { values }] of rows.entries()) yield* rowPairs(values, position);
}

function* namePairs(names: string[]): Generator<[string, string]> {
	for (const [i, name] of names.entries()) yield [`field_names[${i}]`, name];
}

function* rowPairs(values: string[], position: number): Generator<[string, string]> {
	for (const [i, value] of values.entries()) yield [`data[${position}][${i}]`, value];
}
