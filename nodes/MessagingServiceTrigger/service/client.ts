import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { readPages } from '../../shared/http/readPages';
import { defaultPolicy } from '../../shared/http/policy';
import { serviceOf } from '../../shared/http/service';
import type { Endpoint } from '../../shared/api/endpoint';
import { sendRequest } from '../../shared/http/sendRequest';
import { readAllPages } from './readAllPages';
import { markAsRead } from '../../shared/api/endpoints';
import { eventSources, type MailingList } from '../eventSources';
import type { Settings } from '../settings';

/** The service as one poll sees it. */
export interface Reader {
	lists: MailingList[];
	/** Ids of the mailings in a list, as the service gives them. */
	mailings: (list: MailingList) => Promise<string[]>;
	/** All replies to, or recipients of, a mailing. */
	entries: (mailing: string) => Promise<IDataObject[]>;
	mark: (replies: string[]) => Promise<void>;
}

/** @param timeLeft milliseconds in which a poll may still wait for a service that limits requests */
export async function readerFor(
	context: IPollFunctions,
	{ event }: Settings,
	timeLeft: () => number,
): Promise<Reader> {
	const { lists, entries } = eventSources[event];
	const { address } = await serviceOf(context);
	const send = async (source: Endpoint, values: IDataObject, page?: IDataObject) => {
		const places: Record<'query' | 'form', IDataObject> = { query: {}, form: {} };
		places[source.tokenIn].token = '';
		Object.assign(places[source.tokenIn], values);
		if (source.pagesIn) Object.assign(places[source.pagesIn], page);
		const body = Object.keys(places.form).length > 0 ? places.form : undefined;
		const maxWait = Math.min(defaultPolicy.maxWait, Math.max(0, timeLeft() / 1000));
		const policy = { ...defaultPolicy, maxWait };
		return await sendRequest(
			context,
			{ operation: source, qs: places.query, body, policy },
			address,
		);
	};
	return {
		lists,
		mailings: async ({ source, key }) => {
			const records = await readPages(source, undefined, async (page) => {
				return await send(source, {}, page);
			});
			return [...new Set(records.map((record) => String(record[key])))];
		},
		entries: async (mailing) => {
			const values = { message_id: asNumber(mailing) };
			if (!entries.pagesIn) return await send(entries, values);
			return await readAllPages(async (page) => await send(entries, values, page));
		},
		mark: async (replies) => {
			await send(markAsRead, { incoming_messages: replies.join(',') });
		},
	};
}

/** Ids that JavaScript cannot hold exactly stay texts. */
export const asNumber = (id: string): number | string =>
	Number.isSafeInteger(Number(id)) ? Number(id) : id;
