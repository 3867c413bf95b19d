import type { IDataObject } from 'n8n-workflow';
import { addFields, isDelivered } from '../response/addedFields';
import { isRecord, toArray } from '../values/json';
import { rejectedRecipient } from './splitStatus';

/** What a status says of one recipient. */
export interface Known {
	/** Of its record, with those of its mailing. */
	fields?: IDataObject;
	is_delivered: boolean | null;
	/** Texts about the whole mailing, which may be advice. */
	texts?: string[];
	/** Whether a later status can say nothing else. */
	isFinal: boolean;
}

/** So many texts about a mailing are named. */
const TEXTS = 10;

/**
 * What the entries of a status say of recipients, paired by their phone or email, and never by their order.
 * If one has several records, and they say different things, it is not known which one is whose.
 *
 * @param addresses of the recipients, as they were sent
 */
export function knownOf(
	addresses: string[],
	status: IDataObject[],
	recipientField: 'phone' | 'email',
): Known[] {
	const keyOf = recipientField === 'phone' ? digitsOf : lowerCaseOf;
	const { records, texts } = split(status, keyOf);
	const counts = new Map<string, number>();
	const keys = addresses.map(keyOf);
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	const known = new Map<string, Known>();
	return keys.map((key) => {
		const one = known.get(key) ?? knownOfOne(records.get(key) ?? [], counts.get(key), texts);
		known.set(key, one);
		return one;
	});
}

function knownOfOne(records: IDataObject[], count = 1, texts?: string[]): Known {
	const states = new Set(records.map(isDelivered));
	const [state = null] = states;
	const isComplete = records.length >= count;
	return {
		fields: count === 1 ? records[0] : isComplete ? common(records) : undefined,
		is_delivered: states.size === 1 && isComplete ? state : null,
		texts,
		isFinal: isComplete && !states.has(null),
	};
}

/** What is the same in all records of a recipient: of the rest nobody can tell whose it is. */
function common([first, ...others]: IDataObject[]): IDataObject {
	const isSame = (name: string) =>
		others.every((other) => JSON.stringify(other[name]) === JSON.stringify(first[name]));
	return Object.fromEntries(Object.entries(first).filter(([name]) => isSame(name)));
}

const digitsOf = (phone: unknown): string => String(phone ?? '').replace(/\D/g, '');
const lowerCaseOf = (email: unknown): string =>
	String(email ?? '')
		.trim()
		.toLowerCase();

/** The records of a status by their recipient, and the texts about its mailing. */
function split(status: IDataObject[], keyOf: (address: unknown) => string) {
	const records = new Map<string, IDataObject[]>();
	const texts: unknown[] = [];
	const add = (record: IDataObject) => {
		const key = keyOf(record.phone ?? record.email ?? record.recipient);
		const same = records.get(key);
		if (same) same.push(record);
		else records.set(key, [record]);
	};
	for (const { success, errors, ...mailing } of status) {
		for (const one of toArray(success)) if (isRecord(one)) add(addFields({ ...one }, mailing));
		for (const one of toArray(errors)) {
			if (isRecord(one)) add(addFields(rejectedRecipient(one), mailing));
			else texts.push(one);
		}
	}
	return { records, texts: texts.length > 0 ? shortened(texts) : undefined };
}

/** The first texts, for the recipients of a mailing together: there may be as many as recipients. */
function shortened(texts: unknown[]): string[] {
	const shown = texts.slice(0, TEXTS).map(String);
	return texts.length > TEXTS ? [...shown, `and ${texts.length - TEXTS} more`] : shown;
}
