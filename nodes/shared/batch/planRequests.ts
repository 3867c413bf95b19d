import type { IDataObject } from 'n8n-workflow';
import type { BatchSpec, Recipient } from './readBatch';
import { entryBytes, type Freight, type Parcel, tooLong, URL_BYTES } from './encodeRequest';
import type { ValidationError } from '../values/formats';

/** One request of a batch before it is sent. */
export interface Planned extends Parcel {
	mailings: IDataObject[];
	/** The input items that it is for. */
	indexes: number[];
	/** How many people get something. */
	recipients: number;
}

const count = (mailings: IDataObject[]): number =>
	mailings.reduce((sum, { delivery_list: list }) => sum + (list as unknown[]).length, 0);

function planned(batch: BatchSpec, mailings: IDataObject[], indexes: number[], freight: Freight) {
	const parcel = batch.encoder.parcel(mailings, freight);
	return { ...parcel, mailings, indexes, recipients: count(mailings) };
}

/**
 * The requests that carry the mailings which a person wrote.
 *
 * @param indexes the input items; all of them, for a mailing has no item of its own
 * @throws BadValue
 */
export function planMailings(
	batch: BatchSpec,
	mailings: IDataObject[],
	indexes: number[],
	freight: Freight,
): Planned[] {
	if (mailings.length === 0) return [];
	const groups = batch.encoder.several ? [mailings] : mailings.map((mailing) => [mailing]);
	return groups.map((group) => planned(batch, group, indexes, freight));
}

/**
 * The requests that carry one mailing of the input items, cut to so many recipients, and where the
 * query is wanted to so many bytes.
 *
 * @param reject takes a recipient that does not fit even alone
 * @throws BadValue
 */
export function planRecipients(
	batch: BatchSpec,
	recipients: Recipient[],
	freight: Freight,
	most: number,
	reject: (index: number, bad: ValidationError) => void,
): Planned[] {
	const { once, parametersIn } = freight;
	const mailing = batch.buildMailing(once, []);
	const room =
		parametersIn === 'query'
			? batch.encoder.room?.(mailing, freight)
			: Number.POSITIVE_INFINITY;
	return cut(recipients, most, room ?? Number.POSITIVE_INFINITY, reject).map((part) => {
		const mailings = [
			batch.buildMailing(
				once,
				part.map(({ entry }) => entry),
			),
		];
		const indexes = part.map(({ index }) => index);
		return planned(batch, mailings, indexes, freight);
	});
}

function cut(
	recipients: Recipient[],
	most: number,
	room: number,
	reject: (index: number, bad: ValidationError) => void,
): Recipient[][] {
	const parts: Recipient[][] = [];
	let part: Recipient[] = [];
	let left = room;
	for (const recipient of recipients) {
		let bytes = Number.isFinite(room) ? entryBytes(recipient.entry, part.length) : 0;
		if (part.length > 0 && (part.length >= most || bytes > left)) {
			parts.push(part);
			part = [];
			left = room;
			bytes = bytes > 0 ? entryBytes(recipient.entry, 0) : 0;
		}
		if (bytes > left) reject(recipient.index, tooLong(URL_BYTES - room + bytes));
		else {
			part.push(recipient);
			left -= bytes;
		}
	}
	if (part.length > 0) parts.push(part);
	return parts;
}
