import type { IDataObject } from 'n8n-workflow';
import type { RecipientStatus } from '../run/entry';
import { addFields } from '../response/addedFields';
import { toText } from '../values/json';
import { recipientKey, recipientsIn } from '../values/recipientKey';
import { partsOf } from './splitStatus';

/** A recipient in a status, and the fields of its mailing. */
type Listed = Required<Pick<RecipientStatus, 'record' | 'mailing'>>;

/** Texts that are shown: there may be as many as recipients. */
const TEXTS = 10;

/**
 * Pairs the entries of a status with the recipients of a batch, by their identity and never by their order.
 *
 * @param addresses of the recipients, as they were sent
 * @returns the status of each address
 */
export function pairStatus(addresses: string[], status: IDataObject[]): RecipientStatus[] {
	const keys = addresses.map(recipientKey);
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	const listed = new Map<string, Listed[]>();
	const texts: string[] = [];
	for (const entry of status) {
		const { mailing, recipients, texts: about } = partsOf(entry);
		for (const record of recipients) {
			const key = recipientKey(record.phone ?? record.email ?? record.recipient);
			if (counts.has(key)) append(listed, key, { record, mailing });
		}
		for (const text of about) texts.push(toText(text));
	}
	const textsFor = assignTexts(texts, counts);
	return keys.map((key) => ({
		...statusOf(listed.get(key) ?? [], counts.get(key)),
		texts: textsFor(key),
	}));
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

/** @param count how often the recipient is in the batch: until each entry has a record, none is known */
function statusOf(listed: Listed[], count = 1): RecipientStatus {
	if (listed.length < count) return { isFinal: false };
	const isFinal = listed.every(({ record }) => record.is_delivered !== null);
	if (listed.length === 1) return { ...listed[0], isFinal };
	return { record: common(listed), isFinal };
}

/** The fields that all records of a recipient have. If their statuses differ, none is known. */
function common(listed: Listed[]): IDataObject {
	const [first, ...others] = listed.map(({ record, mailing }) =>
		addFields({ ...record }, mailing),
	);
	const isSame = (name: string) =>
		others.every((other) => JSON.stringify(other[name]) === JSON.stringify(first[name]));
	const fields = Object.fromEntries(Object.entries(first).filter(([name]) => isSame(name)));
	return isSame('status') && isSame('is_delivered')
		? fields
		: { ...fields, status: null, is_delivered: null };
}

/** Gives a text that names recipients to these alone, and any other text to all. */
function assignTexts(texts: string[], recipients: ReadonlyMap<string, unknown>) {
	const forAll: string[] = [];
	const named = new Map<string, string[]>();
	for (const text of texts) {
		const keys = recipientsIn(text, recipients);
		for (const key of keys) append(named, key, text);
		if (keys.length === 0) forAll.push(text);
	}
	const shared = shorten(forAll);
	return (key: string): string[] | undefined => {
		const own = shorten(named.get(key) ?? []);
		const all = own.length > 0 ? [...own, ...shared] : shared;
		return all.length > 0 ? all : undefined;
	};
}

function shorten(texts: string[]): string[] {
	const shown = texts.slice(0, TEXTS);
	return texts.length > TEXTS ? [...shown, `and ${texts.length - TEXTS} more`] : shown;
}
