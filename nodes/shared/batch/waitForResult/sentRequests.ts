import type { Sent } from '../../describe/ledger';
import { allRanges } from '../../errors/errorDetail';
import { recipientOf } from '../jsonRules';
import { type Batch, contentOf, type Mailing, type Recipient } from '../types';
import type { SentMailing, SentRequest } from './state';

/** The requests that were sent, in the form in which they are stored. */
export function sentRequests({ run, mailings }: Batch, sent: Sent[]): SentRequest[] {
	const mailingOf = new Map<Recipient, Mailing>();
	for (const mailing of mailings) {
		for (const recipient of mailing.recipients) mailingOf.set(recipient, mailing);
	}
	return sent.map(({ entries, records: [{ uuid, is_sent: isSent, scheduled_for }] }) => ({
		uuid: String(uuid),
		hash: run.ledger.callbacks.get(entries[0])?.hash ?? '',
		added: { is_sent: isSent },
		mailings: byMailing(entries as Recipient[]).map((own) => {
			const mailing = mailingOf.get(own[0]);
			// That of a request with several mailings may be of another one.
			const isOne = own.length === entries.length;
			const time = isOne ? (scheduled_for as string | undefined) : mailing?.scheduledFor;
			return {
				name: String(mailing?.withRecipients([]).name ?? ''),
				phones: own.map((entry) => recipientOf(contentOf(entry))).join(','),
				items: allRanges([...new Set(own.map(({ item }) => item))]),
				...(time !== undefined && { added: { scheduled_for: time } }),
			};
		}),
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
