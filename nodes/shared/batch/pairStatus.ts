import type { IDataObject } from 'n8n-workflow';
import type { RecipientStatus } from '../run/entry';
import { addMissingFields } from '../response/addedFields';
import { toTextWithObjectPlaceholder } from '../values/json';
import { recipientKey, findMentionedRecipientKeys } from '../values/recipientKey';
import { separateRecipientsAndTexts } from './splitStatus';

type ListedRecipient = Required<Pick<RecipientStatus, 'record' | 'mailing'>>;

/** Limited, because a status response may have as many texts as recipients. */
const MAX_TEXTS_PER_RECIPIENT = 10;

/**
 * Pairs the records of a status response with recipients, by phone or email and never by position.
 *
 * @returns one status per address, in the same order
 */
export function pairStatus(addresses: string[], status: IDataObject[]): RecipientStatus[] {
	const keys = addresses.map(recipientKey);
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	const listed = new Map<string, ListedRecipient[]>();
	const texts: string[] = [];
	for (const entry of status) {
		const { mailing, recipients, texts: mailingTexts } = separateRecipientsAndTexts(entry);
		for (const record of recipients) {
			const key = recipientKey(record.phone ?? record.email ?? record.recipient);
			if (counts.has(key)) appendToKeyedList(listed, key, { record, mailing });
		}
		for (const text of mailingTexts) texts.push(toTextWithObjectPlaceholder(text));
	}
	const textsFor = createTextLookup(texts, counts);
	return keys.map((key) => ({
		...combineRecipientRecords(listed.get(key) ?? [], counts.get(key)),
		serviceTexts: textsFor(key),
	}));
}

function appendToKeyedList<T>(lists: Map<string, T[]>, key: string, value: T): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

/**
 * Combines the records of a recipient. The recipient has no status until the response has `count` records.
 *
 * @param count number of messages to the recipient in this batch
 */
function combineRecipientRecords(listed: ListedRecipient[], count = 1): RecipientStatus {
	if (listed.length < count) return { isFinal: false };
	const isFinal = listed.every(({ record }) => record.is_delivered !== null);
	if (listed.length === 1) return { ...listed[0], isFinal };
	return { record: pickCommonFields(listed), isFinal };
}

function pickCommonFields(listed: ListedRecipient[]): IDataObject {
	const [first, ...others] = listed.map(({ record, mailing }) =>
		addMissingFields({ ...record }, mailing),
	);
	const isSame = (name: string) =>
		others.every((other) => JSON.stringify(other[name]) === JSON.stringify(first[name]));
	const fields = Object.fromEntries(Object.entries(first).filter(([name]) => isSame(name)));
	return isSame('status') && isSame('is_delivered')
		? fields
		: { ...fields, status: null, is_delivered: null };
}

/** Returns a function that finds the texts of a recipient. A text that names no recipient is for everyone. */
function createTextLookup(texts: string[], recipients: ReadonlyMap<string, unknown>) {
	const forAll: string[] = [];
	const named = new Map<string, string[]>();
	for (const text of texts) {
		const keys = findMentionedRecipientKeys(text, recipients);
		for (const key of keys) appendToKeyedList(named, key, text);
		if (keys.length === 0) forAll.push(text);
	}
	const shared = limitTexts(forAll);
	return (key: string): string[] | undefined => {
		const recipientTexts = limitTexts(named.get(key) ?? []);
		const all = recipientTexts.length > 0 ? [...recipientTexts, ...shared] : shared;
		return all.length > 0 ? all : undefined;
	};
}

function limitTexts(texts: string[]): string[] {
	const first = texts.slice(0, MAX_TEXTS_PER_RECIPIENT);
	return texts.length > MAX_TEXTS_PER_RECIPIENT
		? [...first, `and ${texts.length - MAX_TEXTS_PER_RECIPIENT} more`]
		: first;
}
