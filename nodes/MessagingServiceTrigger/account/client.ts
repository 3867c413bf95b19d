import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Endpoint } from '../../shared/api/endpoint';
import { markAsRead } from '../../shared/api/endpoints';
import { unlessAborted } from '../../shared/http/onAbort';
import { type PageOptions, type ReadPage, readPages, withPage } from '../../shared/http/readPages';
import { sendRequest, accountOf } from '../../shared/http/sendRequest';
import { type EventName, eventSources, type MailingList } from '../events';
import { asNumber } from '../state/encoding';
import { isSingle, messageIdOf } from '../state/state';
import type { TriggerAccount } from '../settings';
import { isRejectedRequest, OutOfTime } from './problems';
import { Account } from '../../../credentials/account';
import { tokenMark } from '../../../credentials/tokenMark';
import { fingerprint } from '../state/fingerprint';

export interface AccountClient {
	lists: MailingList[];
	/** Ids of the mailings in a list, as the service returns them. */
	mailingIds: (list: MailingList) => Promise<string[]>;
	/** All replies to a mailing, all its recipients, or the recipient of a single message. */
	entries: (watched: string) => Promise<IDataObject[]>;
	markAsRead: (replyIds: string[]) => Promise<void>;
}

/** The time that n8n gives a poll. */
export interface PollTime {
	/** Milliseconds in which the poll may still start something. */
	left: () => number;
	/** Aborts when the poll has to end. Every request ends with it. */
	end: AbortSignal;
}

type PageArguments = Parameters<ReadPage>;

/** Rows of a mailing's first page, and of its later pages at most. */
const PAGES = { pageSize: 1_000, maxPageSize: 10_000, isRejected: isRejectedRequest };

export async function createClient(
	context: IPollFunctions,
	event: EventName,
	time: PollTime,
): Promise<AccountClient> {
	const { lists, entries, single } = eventSources[event];
	const account = await accountOf(context);
	const { limits } = account;
	const send = async (operation: Endpoint, values: IDataObject, ...page: PageArguments) => {
		const given = { token: '', ...values };
		const place = operation.tokenIn === 'query' ? { qs: given } : { body: given };
		const maxWait = Math.min(limits.maxWait, Math.max(0, time.left() / 1000));
		const policy = { ...limits, maxWait };
		const [position, pages] = page;
		const request = withPage(operation, { operation, ...place, policy, pages }, position);
		const isOver = () => time.end.aborted;
		const response = sendRequest(context, request, account, isOver);
		// It may wait for others of this n8n process, for a rate limit and for the service.
		const { records } = await unlessAborted(time.end, response, () => new OutOfTime());
		return records;
	};
	const readList = async (source: Endpoint, values: IDataObject, options?: PageOptions) => {
		const read = async (...page: PageArguments) => await send(source, values, ...page);
		return await readPages(source, undefined, read, options);
	};
	const pages = { ...PAGES, isLast: lastPageFinder() };
	return {
		lists,
		mailingIds: async ({ source, key }) => {
			const records = await readList(source, {});
			return [...new Set(records.map((record) => String(record[key])))];
		},
		entries: async (watched) =>
			single && isSingle(watched)
				? withStatus(await readList(single, idOf(messageIdOf(watched))))
				: await readList(entries, idOf(watched), pages),
		markAsRead: async (replyIds) => {
			await send(markAsRead, { incoming_messages: replyIds.join(',') });
		},
	};
}

const idOf = (id: string): IDataObject => ({ message_id: asNumber(id) });

/** Without records that are no recipients: the service may return them for an ID that it does not have. */
const withStatus = (records: IDataObject[]): IDataObject[] =>
	records.filter(({ status }) => status !== undefined);

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
