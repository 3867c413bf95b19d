import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { inItemOrder } from '../../run/output';
import { addDelivery, addFields, addState } from '../../response/addedFields';
import { toArray } from '../../values/json';
import { recipientsOf } from '../splitStatus';
import { recipientsIn, type SentTo } from './sentRequests';
import type { ResultWait, SentMailing, SentRequest } from './state';

/** The output of a recipient. */
type Result = INodeExecutionData & { pairedItem: { item: number } };

/** What the service says about one request. */
interface Status {
	/** Of recipients. */
	records: IDataObject[];
	/** Texts about whole mailings. */
	errors: string[];
}

/** The results of each request, in the order of the requests and their recipients. */
export const resultsOf = ({ requests }: ResultWait, statuses: IDataObject[][]): Result[][] =>
	requests.map((request, place) => requestResults(request, statuses[place]));

/** Whether all recipients of a request have a final status. */
export const isFinal = (results: Result[]): boolean =>
	results.every(({ json }) => json.is_delivered !== null);

/**
 * The output of a batch: one item per recipient, and what was not sent, in the order of the input. n8n
 * pairs the items of a step that was resumed by their position.
 */
export const resultItems = (wait: ResultWait, results: Result[][]): INodeExecutionData[] =>
	inItemOrder(results.flat(), wait.others);

/** One result for each recipient of a request, by phone and place. */
function requestResults(request: SentRequest, entries: IDataObject[]): Result[] {
	const { uuid, added } = request;
	const recipients = recipientsIn(request);
	const { records, errors } = splitStatus(entries, uuid);
	const recordOf = pair(recipients, records);
	const placed = errors.map((text) => ({ text, mailings: mailingsOf(text, request) }));
	return recipients.map((recipient) => {
		const { phone, item, mailing } = recipient;
		const own = placed.filter(({ mailings }) => mailings.includes(mailing));
		const about = own.map(({ text }) => text);
		// An error that may be that of another mailing says nothing final.
		const isRejected = own.some(({ mailings }) => mailings.length === 1);
		const record = recordOf.get(recipient) ?? notListed(phone, uuid, isRejected);
		const json = addFields(record, { ...added, ...mailing.added });
		if (about.length > 0) addFields(json, { errors: about });
		return { json, pairedItem: { item } };
	});
}

/** What is known of a recipient that the status does not list. */
const notListed = (phone: string, uuid: string, rejected: boolean): IDataObject =>
	addDelivery({ uuid, phone, ...(rejected && { rejected }) });

/** The entries of a status as Get Status splits them. */
function splitStatus(entries: IDataObject[], uuid: string): Status {
	const all = entries
		.map((entry) => addState(addFields({ ...entry }, { uuid }), 'batch'))
		.flatMap(recipientsOf);
	return {
		records: all.filter((record) => phoneOf(record) !== ''),
		errors: all.flatMap(({ errors }) => toArray(errors).map(asText)),
	};
}

const asText = (error: unknown): string =>
	typeof error === 'string' ? error : JSON.stringify(error);

const digits = (phone: unknown): string => String(phone ?? '').replace(/\D/g, '');

const phoneOf = ({ phone, recipient }: IDataObject): string => digits(phone ?? recipient);

/**
 * The mailings that an error may be about: the service writes the name of a mailing before its reason.
 * Several may have the same name, and an error without a name may be about each of them.
 */
function mailingsOf(text: string, { mailings }: SentRequest): SentMailing[] {
	const named = mailings.filter(({ name }) => name !== '' && text.startsWith(`${name}:`));
	if (named.length === 0) return mailings;
	const longest = Math.max(...named.map(({ name }) => name.length));
	return named.filter(({ name }) => name.length === longest);
}

/**
 * The record of each recipient. A phone that several mailings have is paired by the name of the mailing.
 * If the service writes phones in another way, as many records as recipients are paired by their order.
 */
function pair(recipients: SentTo[], records: IDataObject[]): Map<SentTo, IDataObject> {
	const byPhone = new Map<string, SentTo[]>();
	for (const one of recipients) {
		const same = byPhone.get(one.phone);
		if (same) same.push(one);
		else byPhone.set(one.phone, [one]);
	}
	const paired = new Map<SentTo, IDataObject>();
	const unknown = records.filter((record) => {
		const same = byPhone.get(phoneOf(record)) ?? [];
		const free = same.filter((one) => !paired.has(one));
		const found = free.find(({ mailing }) => mailing.name === record.name) ?? free[0];
		if (found) paired.set(found, record);
		return same.length === 0;
	});
	const left = recipients.filter((one) => !paired.has(one));
	if (left.length === unknown.length) {
		left.forEach((one, place) => paired.set(one, unknown[place]));
	}
	return paired;
}
