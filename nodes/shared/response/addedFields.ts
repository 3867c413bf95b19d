import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import { MAILING_SENT, RECIPIENT_STATUSES, statusWord } from '../api/statusWords';
import { isRecord, toArray } from '../values/json';
import { isNoError } from './errorText';

/** Parameters that identify what a record is about, by their names in records. */
const IDENTIFIERS = {
	phone: 'phone',
	email: 'email',
	sms_id: 'sms_id',
	message_id: 'message_id',
	uuid: 'uuid',
	id: 'template_id',
};

/** Adds fields to a record, which is changed, and never in place of one of its own. */
export function addFields(record: IDataObject, added: IDataObject): IDataObject {
	for (const name of Object.keys(added)) if (!(name in record)) record[name] = added[name];
	return record;
}

/** The IDs and addresses among the parameters of a request. */
export const identifiersIn = (sent: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(IDENTIFIERS).flatMap(([name, parameter]) =>
			sent[parameter] === undefined ? [] : [[name, sent[parameter]]],
		),
	);

/**
 * Whether the message of an entry is delivered: false after a final failure, null if that is not known.
 * A word that the API does not show says nothing alone, but with an error it is a failure.
 */
export function isDelivered(entry: IDataObject): boolean | null {
	const { status, delivered, rejected, error_code, error_text } = entry;
	// The time of delivery, of a single SMS.
	if (Number(delivered) > 0) return true;
	const known = RECIPIENT_STATUSES.get(statusWord(status));
	if (known !== undefined) return known;
	const hasError = Number(error_code ?? 0) !== 0 || !isNoError(error_text);
	return hasError || rejected === true ? false : null;
}

/** Adds `is_delivered` to an entry about one recipient. */
export const addDelivery = (entry: IDataObject): IDataObject =>
	'is_delivered' in entry ? entry : addFields(entry, { is_delivered: isDelivered(entry) });

/** Adds to a record what the package says about its state. */
export function addState(record: IDataObject, about: Endpoint['about']): IDataObject {
	if (about === 'recipient') return addDelivery(record);
	if (about === 'mailing') {
		return addFields(record, { is_finished: statusWord(record.status) === MAILING_SENT });
	}
	return about === 'batch' ? addFields(record, { is_finished: isBatchFinished(record) }) : record;
}

/** Whether a mailing of a batch has recipients or rejects, and none of them is open. */
function isBatchFinished({ success, errors }: IDataObject): boolean {
	const recipients = toArray(success);
	const rejects = toArray(errors);
	for (const list of [recipients, rejects]) {
		for (const entry of list) if (isRecord(entry)) addDelivery(entry);
	}
	const isOpen = (entry: unknown) => !isRecord(entry) || isDelivered(entry) === null;
	return recipients.length + rejects.length > 0 && !recipients.some(isOpen);
}
