import type { IDataObject } from 'n8n-workflow';
import { bracketPairs, queryString } from './brackets';
import type { Service } from './service';
import type { Request } from './transport';

/** What servers take as a URL, in bytes. */
export const URL_BYTES = 8_000;

/**
 * The request of sendBulkSms and sendBulkViber: its parameters are documented as query parameters
 * of one request object, so they go nested in the query string while the URL is short enough, and
 * as that object in a JSON body otherwise.
 */
export const requestObject =
	(path: string) =>
	(
		messages: IDataObject[],
		{ callback_url }: IDataObject,
		service: Service,
	): Array<Partial<Request>> => {
		const object = { callback_url, messages };
		const query = queryString(bracketPairs(object));
		const bytes = `${service.address}${path}?${query}&`.length + service.tokenBytes;
		const slot = { token: '' };
		if (bytes <= URL_BYTES) return [{ qs: slot, query }];
		const body = callback_url === undefined ? { messages } : object;
		return [{ body: { ...slot, ...body }, json: true }];
	};

/** Requests of sendBulkEmail: one form per mailing. */
export const requestForms = (mailings: IDataObject[]): Array<Partial<Request>> =>
	mailings.map((mailing) => ({
		body: { token: '', ...Object.fromEntries(bracketPairs(mailing)) },
	}));
