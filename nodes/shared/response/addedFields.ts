import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import { deliveryResultOf, isFinishedMailingStatus } from '../api/statusWords';
import { toNumberOrNaN } from '../values/formats';
import { isRecord, listOrMapValues } from '../values/json';
import { isNoError } from './errorText';

/** Maps each record field to the request parameter that has the same value. */
const PARAMETER_BY_IDENTIFIER = {
	phone: 'phone',
	email: 'email',
	sms_id: 'sms_id',
	message_id: 'message_id',
	uuid: 'uuid',
	id: 'template_id',
};

/** Modifies and returns the record. */
export function addMissingFields(record: IDataObject, added: IDataObject): IDataObject {
	for (const name of Object.keys(added)) if (!(name in record)) record[name] = added[name];
	return record;
}

/** Puts the recipient into the first column of a table, because people look there. */
export function putRecipientFirst(record: IDataObject): IDataObject {
	const name = ['phone', 'email', 'recipient'].find((key) => key in record);
	return name === undefined ? record : { [name]: record[name], ...record };
}

export const pickIdentifiers = (sent: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(PARAMETER_BY_IDENTIFIER).flatMap(([name, parameter]) =>
			sent[parameter] === undefined ? [] : [[name, sent[parameter]]],
		),
	);

/**
 * Returns false after a final failure, and null if the outcome is not known yet. A final `status` takes
 * precedence over the other fields, because the service may set a delivery time for an undelivered message, or
 * keep the error of an earlier attempt. An error with a pending status is a failure.
 */
export function readIsDelivered(entry: IDataObject): boolean | null {
	const { status, delivered, rejected } = entry;
	const statusOutcome = deliveryResultOf(status);
	if (typeof statusOutcome === 'boolean') return statusOutcome;
	if (statusOutcome === undefined && toNumberOrNaN(delivered || 0) > 0) return true;
	return hasDeliveryError(entry) || rejected === true ? false : null;
}

/**
 * `error_code` 0 means no error. `error_text` counts only in records about emails, because in other records the
 * text may be about the request.
 */
const hasDeliveryError = (entry: IDataObject): boolean =>
	toNumberOrNaN(entry.error_code || 0) !== 0 ||
	(['email', 'email_id', 'recipient'].some((key) => key in entry) &&
		!isNoError(entry.error_text));

export const addIsDelivered = (entry: IDataObject): IDataObject =>
	'is_delivered' in entry
		? entry
		: addMissingFields(entry, { is_delivered: readIsDelivered(entry) });

export function addStatusFlags(
	record: IDataObject,
	statusIsOf: Endpoint['statusIsOf'],
): IDataObject {
	if (statusIsOf === 'recipient') return addIsDelivered(record);
	if (statusIsOf === 'mailing') {
		return addMissingFields(record, { is_finished: isFinishedMailingStatus(record.status) });
	}
	return statusIsOf === 'batch' ? addBatchFlags(record) : record;
}

/**
 * Returns false if there are no records. Ignores mailings that have only error texts, because the
 * texts may be advice, and the service may list the recipients later.
 */
export function hasOnlyFinalStatuses(
	records: IDataObject[],
	statusIsOf: Endpoint['statusIsOf'],
): boolean {
	if (statusIsOf !== 'batch') {
		return (
			records.length > 0 &&
			records.every((record) => typeof record.is_delivered === 'boolean')
		);
	}
	const mailings = records.filter((record) => !hasOnlyErrorTexts(record));
	return mailings.length > 0 && mailings.every((record) => record.is_finished === true);
}

const hasOnlyErrorTexts = ({ success, errors }: IDataObject): boolean => {
	const rejects = listOrMapValues(errors);
	return listOrMapValues(success).length === 0 && rejects.length > 0 && !rejects.some(isRecord);
};

/**
 * Adds `is_delivered` to the recipients, and `is_finished` to the mailing. If a mailing has neither recipients
 * nor rejected addresses, the mailing is not finished.
 */
function addBatchFlags(mailing: IDataObject): IDataObject {
	const { success, errors } = mailing;
	const recipients = listOrMapValues(success);
	const rejects = listOrMapValues(errors).filter(isRecord);
	for (const entry of recipients) if (isRecord(entry)) addIsDelivered(entry);
	for (const entry of rejects) {
		addMissingFields(entry, { is_delivered: readIsDelivered({ ...entry, rejected: true }) });
	}
	const isOpen = (entry: unknown) => !isRecord(entry) || readIsDelivered(entry) === null;
	const isFinished = recipients.length + rejects.length > 0 && !recipients.some(isOpen);
	return addMissingFields(mailing, { is_finished: isFinished });
}
