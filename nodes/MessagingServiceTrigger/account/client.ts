import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Endpoint } from '../../shared/api/endpoint';
import { markAsRead } from '../../shared/api/endpoints';
import { statusOf } from '../../shared/errors/problem';
import type { Request } from '../../shared/http/httpOptions';
import { unlessAborted } from '../../shared/http/onAbort';
import { type PageOptions, type ReadPage, readPages, withPage } from '../../shared/http/readPages';
import { sendRequest, accountOf } from '../../shared/http/sendRequest';
import { type EventName, eventSources, type MailingList } from '../events';
import { asNumber } from '../state/encoding';
import { isSingle, messageIdOf } from '../state/state';
import type { TriggerAccount } from '../settings';
import { isRejectedRequest, noList, OutOfTime } from './problems';
import { Account } from '../../../credentials/account';
import { tokenMark } from '../../../credentials/tokenMark';
import { fingerprint, isId } from '../state/fingerprint';

export interface AccountClient {
	lists: MailingList[];
	/**
	 * Ids of the mailings in a list, as the service returns them.
	 *
	 * @param needsList whether the response must be a list, because the next poll takes missing mailings for new
	 */
	mailingIds: (list: MailingList, needsList?: boolean) => Promise<string[]>;
	/** All replies to a mailing, all its recipients, or the recipient of a single message. */
	entries: (watched: string, needsList?: boolean) => Promise<IDataObject[]>;
	markAsRead: (replyIds: string[]) => Promise<void>;
}

/** The time that n8n gives a poll. */
export interface PollTime {
	/** Milliseconds in which the poll may still start something. */
	left: () => number;
	/** Aborts when the poll has to end. Every request ends with it. */
	end: AbortSignal;
}

/** Rows of a mailing's first page, and of its later pages at most. */
const PAGES = { pageSize: 1_000, maxPageSize: 10_000, isRejected: isRejectedRequest };

export async function createClient(
	context: IPollFunctions,
	event: EventName,
	time: PollTime,
): Promise<AccountClient> {
	const { lists, entries, shownBy, single } = eventSources[event];
	const account = await accountOf(context);
	const { limits } = account;
	const send: Send = async (source, values, list = {}) => {
		const operation = list.needsList ? withList(source) : source;
		const given = { token: '', ...values };
		const place = operation.tokenIn === 'query' ? { qs: given } : { body: given };
		const maxWait = Math.min(limits.maxWait, Math.max(0, time.left() / 1000));
		const policy = { ...limits, maxWait };
		const { position, pages } = list;
		const request = withPage(operation, { operation, ...place, policy, pages }, position);
		const response = sendRequest(context, request, account, () => time.end.aborted);
		// It may wait for others of this n8n process, for a rate limit and for the service.
		return (await unlessAborted(time.end, response, () => new OutOfTime())).records;
	};
	const readList = listReader(context, send);
	const pages = { ...PAGES, isLast: lastPageFinder() };
	return {
		lists,
		mailingIds: async ({ source, key }, needsList) => {
			const records = await readList(source, {}, { shownBy: [key], needsList });
			return [...new Set(records.map((record) => String(record[key])))];
		},
		entries: async (watched, needsList) => {
			const id = idOf(messageIdOf(watched));
			// The service may return another record for an ID that it does not have.
			if (single && isSingle(watched)) return withOneOf(STATUS, await readList(single, id));
			const list = await readList(entries, id, { ...pages, shownBy, needsList });
			return withOneOf(shownBy, list);
		},
		markAsRead: async (replyIds) => {
			await send(markAsRead, { incoming_messages: replyIds.join(',') });
		},
	};
}

/** The options that a page of a list adds to a request. */
interface ListRequest extends Pick<Request, 'pages'> {
	position?: IDataObject;
	needsList?: boolean;
}

const withList = (source: Endpoint): Endpoint => ({
	...source,
	response: { ...source.response, needsList: true },
});

type Send = (source: Endpoint, values: IDataObject, list?: ListRequest) => Promise<IDataObject[]>;

type ReadList = (
	source: Endpoint,
	values: IDataObject,
	options?: ListOptions,
) => Promise<IDataObject[]>;

interface ListOptions extends PageOptions {
	/** A record has at least one of these fields. A sentence in place of a record has none. */
	shownBy?: string[];
	/** Whether the response must be a list, because the next poll takes missing entries for new. */
	needsList?: boolean;
}

const STATUS = ['status'];

/** The rows that have at least one of these fields. */
const withOneOf = (fields: string[], rows: IDataObject[]): IDataObject[] =>
	rows.filter((row) => fields.some((name) => isId(row[name])));

/** Reads all pages of a list. @throws Problem if a request fails, or if a needed list is missing */
const listReader =
	(context: IPollFunctions, send: Send): ReadList =>
	async (source, values, options = {}) => {
		const { needsList, shownBy = [] } = options;
		const read: ReadPage = async (position, pages) =>
			await send(source, values, { position, pages, needsList });
		try {
			const rows = await readPages(source, undefined, read, options);
			const isList = rows.length === 0 || withOneOf(shownBy, rows).length > 0;
			if (needsList && !isList) throw noList(context);
			return rows;
		} catch (error) {
			throw needsList && statusOf(error) === 406 ? noList(context) : error;
		}
	};

const idOf = (id: string): IDataObject => ({ message_id: asNumber(id) });

/**
 * Recognizes most last pages, because one more request for every mailing would double the requests of
 * a poll. A service that limits its pages limits all of them to about the same size, so a page of less
 * than half of the largest one in this poll was not limited.
 */
function lastPageFinder(): NonNullable<PageOptions['isLast']> {
	let largest = 0;
	return (rows, requested) => {
		largest = Math.max(largest, rows);
		return rows < requested && rows * 2 < largest;
	};
}

/** The account that the credential leads to now. */
export async function readAccount(context: IPollFunctions): Promise<TriggerAccount> {
	const credentials = await context.getCredentials('messagingServiceApi');
	const account = new Account(credentials);
	// Neither a slash at the end nor capitals make it another service.
	const address = new URL(account.address).href.replace(/\/+$/, '').toLowerCase();
	const mark = { urlMark: fingerprint(address), tokenMark: tokenMark(credentials) };
	return { ...mark, timeZone: account.timeZone };
}
