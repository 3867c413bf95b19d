import type { IDataObject } from 'n8n-workflow';
import type { Sent } from '../../describe/ledger';
import { allRanges } from '../../errors/errorDetail';
import { recipientOf } from '../jsonRules';
import { type Batch, contentOf, type Recipient } from '../types';
import type { SentMailing, SentRequest } from './state';

/** Fields of a request that are those of each of its recipients. */
const ADDED = ['sent', 'scheduled_for'];

/** The requests that were sent, in the form in which they are stored. */
export function sentRequests({ run, mailings }: Batch, sent: Sent[]): SentRequest[] {
	const nameOf = new Map<Recipient, string>();
	for (const { withRecipients, recipients } of mailings) {
		const name = String(withRecipients([]).name);
		for (const recipient of recipients) nameOf.set(recipient, name);
	}
	return sent.map(({ entries, records: [record] }) => ({
		uuid: String(record.uuid),
		hash: run.ledger.callbacks.get(entries[0])?.hash ?? '',
		added: Object.fromEntries(
			ADDED.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
		) as IDataObject,
		mailings: byMailing(entries as Recipient[]).map((own) => ({
			name: nameOf.get(own[0]) ?? '',
			phones: own.map((entry) => recipientOf(contentOf(entry))).join(','),
			items: allRanges([...new Set(own.map(({ item }) => item))]),
		})),
	}));
}

/** Recipients of one mailing follow each other. */
function byMailing(entries: Recipient[]): Recipient[][] {
	const groups: Recipient[][] = [];
	let last: Recipient | undefined;
	for (const entry of entries) {
		const isSame = last && (entry.place === undefined || isOfSameMailing(entry, last));
		if (isSame) groups[groups.length - 1].push(entry);
		else groups.push([entry]);
		last = entry;
	}
	return groups;
}

const isOfSameMailing = (one: Recipient, other: Recipient) =>
	one.place === other.place && one.item === other.item;

/** A recipient of a request. */
export interface SentTo {
	phone: string;
	/** The input item. */
	item: number;
	mailing: SentMailing;
}

/** The recipients of a request, in their order. */
export const recipientsIn = ({ mailings }: SentRequest): SentTo[] =>
	mailings.flatMap((mailing) => {
		const items = numbersIn(mailing.items);
		return mailing.phones
			.split(',')
			.map((phone, place) => ({ phone, item: items[place] ?? items[0], mailing }));
	});

/** The numbers of ranges such as `0-39, 41`. */
const numbersIn = (ranges: string): number[] =>
	ranges.split(', ').flatMap((range) => {
		const [from, to = from] = range.split('-').map(Number);
		return Array.from({ length: to - from + 1 }, (_, index) => from + index);
	});
