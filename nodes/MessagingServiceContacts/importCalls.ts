import { queryString } from '../shared/brackets';
import { URL_BYTES } from '../shared/batchRequests';
import type { Contact } from './contacts';

/** At most so many contacts per call. */
const CONTACTS = 500;

/** A contact and the index of its input item. */
export interface Row {
	index: number;
	contact: Contact;
}

export interface ImportCall {
	rows: Row[];
	/** `field_names[i]=…&data[c][i]=…`, encoded. */
	query: string;
}

/**
 * Cuts contacts into calls of at most 500 contacts and 8,000 bytes of URL.
 *
 * @param bytes what the URL holds besides: address, path, list and token
 */
export function importCalls(rows: Row[], bytes: number): ImportCall[] {
	const calls: ImportCall[] = [];
	let waiting: Row[] = [];
	let query = '';
	for (const row of rows) {
		const longer = importQuery([...waiting, row]);
		const fits = waiting.length < CONTACTS && bytes + longer.length <= URL_BYTES;
		if (fits || waiting.length === 0) {
			waiting.push(row);
			query = longer;
		} else {
			calls.push({ rows: waiting, query });
			waiting = [row];
			query = importQuery(waiting);
		}
	}
	if (waiting.length > 0) calls.push({ rows: waiting, query });
	return calls;
}

/** A field is named once; the first one is a field that the first contact has, as the API requires. */
function importQuery(rows: Row[]): string {
	const names = [...new Set(rows.flatMap(({ contact }) => [...contact.keys()]))];
	const pairs = names.map((name, i): [string, string] => [`field_names[${i}]`, name]);
	rows.forEach(({ contact }, c) => {
		names.forEach((name, i) => {
			const value = contact.get(name);
			if (value !== undefined) pairs.push([`data[${c}][${i}]`, value]);
		});
	});
	return queryString(pairs);
}
