import type { IDataObject } from 'n8n-workflow';
import type { ParametersIn } from './options';
import type { RecipientEntry } from './readBatch';
import { bracketPairs, queryBytes, queryString } from '../values/queryString';
import { ValidationError } from '../values/formats';
import type { Service } from '../http/service';
import type { Request } from '../http/sendRequest';

/** What servers take as a URL, in bytes. */
export const URL_BYTES = 8_000;

/** The parameters of a request, in one of the forms that the API takes. */
export interface Parcel {
	place: 'query' | 'body';
	/** Of the whole URL for a query; of the body, without the token. Counted when asked for. */
	bytes: () => number;
	/** Made when it is sent: a form of many recipients is far larger than their list. */
	request: () => Partial<Request>;
}

/** What the mailings of one request travel with. */
export interface Freight {
	/** What was read once: for SMS and Viber the callback. */
	once: IDataObject;
	service: Service;
	parametersIn: ParametersIn;
}

export interface Carrier {
	/** Whether a request takes several mailings. */
	several: boolean;
	/** @throws BadValue when the mailings do not fit where a person wants them */
	parcel: (mailings: IDataObject[], freight: Freight) => Parcel;
	/** Bytes left in the query of one mailing without recipients; undefined when there is no limit. */
	room?: (mailing: IDataObject, freight: Freight) => number;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The bytes that a recipient takes in the query of a mailing. */
export const entryBytes = (entry: RecipientEntry, position: number): number =>
	queryBytes(bracketPairs(entry, `messages[0][delivery_list][${position}]`));

export const tooLong = (bytes: number) =>
	new ValidationError(
		`is Query, but the URL would have ${bytes} bytes; a server takes ${URL_BYTES}`,
		'Set Parameters In to Automatic or Body.',
		'Parameters In',
	);

/**
 * The request of sendBulkSms and sendBulkViber: its parameters are documented as query parameters
 * of one request object, so they go nested in the query string while the URL is short enough, and
 * as that object in a JSON body otherwise.
 */
export function requestObject(path: string): Carrier {
	const objectOf = (messages: IDataObject[], { callback_url }: IDataObject): IDataObject =>
		callback_url === undefined ? { messages } : { callback_url, messages };
	const around = ({ address, tokenBytes }: Service) => `${address}${path}?`.length + tokenBytes;
	return {
		several: true,
		room: (mailing, { once, service }) =>
			URL_BYTES - around(service) - queryBytes(bracketPairs(objectOf([mailing], once))),
		parcel(mailings, { once, service, parametersIn }) {
			const object = objectOf(mailings, once);
			const room = URL_BYTES - around(service);
			const query =
				parametersIn === 'body' ? undefined : queryString(bracketPairs(object), room);
			if (query !== undefined) {
				return {
					place: 'query',
					bytes: () => around(service) + query.length + 1,
					request: () => ({ qs: { token: '' }, query }),
				};
			}
			if (parametersIn === 'query') {
				throw tooLong(around(service) + queryBytes(bracketPairs(object)));
			}
			return {
				place: 'body',
				bytes: () => bytesOf(JSON.stringify(object)),
				request: () => ({ body: { token: '', ...object }, json: true }),
			};
		},
	};
}

/** Requests of sendBulkEmail: one form per mailing. */
export const requestForms: Carrier = {
	several: false,
	parcel: ([mailing]) => ({
		place: 'body',
		bytes: () => Math.max(queryBytes(bracketPairs(mailing)) - 1, 0),
		request: () => ({ body: { token: '', ...Object.fromEntries(bracketPairs(mailing)) } }),
	}),
};
