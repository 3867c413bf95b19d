import { type IDataObject, type IPollFunctions, UserError } from 'n8n-workflow';
import type { Endpoint } from '../shared/api/endpoint';
import { markViberRepliesAsRead } from '../shared/api/endpoints';
import {
	hasUnknownRepeatableOutcome,
	Problem,
	problemOfFailedRequest,
	httpStatusOf,
} from '../shared/errors/problem';
import type { Request } from '../shared/http/httpOptions';
import { awaitUnlessAborted } from '../shared/http/onAbort';
import {
	type PageOptions,
	type ReadPage,
	readPages,
	addPageParameters,
} from '../shared/http/readPages';
import { readAccount, sendRequest } from '../shared/http/sendRequest';
import { PHONE_IN_TEXT_PATTERN } from '../shared/values/formats';
import { toSingleLine } from '../shared/values/singleLine';
import { toNumberIfExact, canBeId } from './encoding';
import { type EventName, eventSources, type MailingListSource } from './events';
import { isSingleMessage, messageIdOf } from './state';

export interface AccountClient {
	/**
	 * @param needsList true to fail if the response is no list, because missing mailings would seem new at
	 *   the next poll
	 */
	readMailingIds: (list: MailingListSource, needsList?: boolean) => Promise<string[]>;
	/** Reads all replies or recipients of a mailing, or the recipient of a single message. */
	readEntries: (watched: string, needsList?: boolean) => Promise<IDataObject[]>;
	markAsRead: (replyIds: string[]) => Promise<void>;
}

export interface PollTimer {
	msLeftForReads: () => number;
	endSignal: AbortSignal;
}

const PAGE_OPTIONS = {
	firstPageSize: 1_000,
	maxPageSize: 10_000,
	isTooLargeError: isThisRequestRejected,
};

export async function createClient(
	context: IPollFunctions,
	event: EventName,
	time: PollTimer,
): Promise<AccountClient> {
	const { entriesEndpoint, expectedAnyField, singleMessageEndpoint } = eventSources[event];
	const send = await createRequestSender(context, time);
	const readList = createListReader(context, send);
	const pages = { ...PAGE_OPTIONS, isLastPage: createLastPageCheck() };
	return {
		readMailingIds: async ({ endpoint, idField }, needsList) => {
			const records = await readList(
				endpoint,
				{},
				{ expectedAnyField: [idField], needsList },
			);
			return [...new Set(records.map((record) => String(record[idField])))];
		},
		readEntries: async (watched, needsList) => {
			const id = { message_id: toNumberIfExact(messageIdOf(watched)) };
			// Selects records with a status, because the service may return a record without a
			// status if the ID is unknown.
			if (singleMessageEndpoint && isSingleMessage(watched))
				return selectValidRows(['status'], await readList(singleMessageEndpoint, id));
			const list = await readList(entriesEndpoint, id, {
				...pages,
				expectedAnyField,
				needsList,
			});
			return selectValidRows(expectedAnyField, list);
		},
		markAsRead: async (replyIds) => {
			await send(markViberRepliesAsRead, { incoming_messages: replyIds.join(',') });
		},
	};
}

type SendRequest = (
	operation: Endpoint,
	values: IDataObject,
	page?: Pick<Request, 'listSizeSoFar'> & { position?: IDataObject },
) => Promise<IDataObject[]>;

async function createRequestSender(context: IPollFunctions, time: PollTimer): Promise<SendRequest> {
	const account = await readAccount(context);
	const { requestLimits } = account;
	return async (operation, values, { position, listSizeSoFar } = {}) => {
		const parameters = { token: '', ...values };
		const parameterSet =
			operation.tokenIn === 'query' ? { qs: parameters } : { body: parameters };
		const maxRateLimitSeconds = Math.min(
			requestLimits.maxRateLimitSeconds,
			Math.max(0, time.msLeftForReads() / 1000),
		);
		const policy = { ...requestLimits, maxRateLimitSeconds };
		const request = addPageParameters(
			operation,
			{ endpoint: operation, ...parameterSet, policy, listSizeSoFar },
			position,
		);
		const response = sendRequest(context, request, account, () => time.endSignal.aborted);
		// The poll ends on time, even if the request still waits for a free slot, the end of a rate limit, or
		// the service.
		return (await awaitUnlessAborted(time.endSignal, response, () => new OutOfTimeError()))
			.records;
	};
}

interface ListOptions extends PageOptions {
	/** A record that has none of these fields is no entry but an error text. */
	expectedAnyField?: string[];
	/** True if a response without a list is an error. */
	needsList?: boolean;
}

/**
 * @returns a function that reads all pages of a list, and throws Problem if a request fails or if a needed list
 *   is missing
 */
const createListReader =
	(context: IPollFunctions, send: SendRequest) =>
	async (source: Endpoint, values: IDataObject, options: ListOptions = {}) => {
		const { needsList, expectedAnyField = [] } = options;
		const list = needsList ? withRequiredList(source) : source;
		const read: ReadPage = async (position, listSizeSoFar) =>
			await send(list, values, { position, listSizeSoFar });
		try {
			const rows = await readPages(source, undefined, read, options);
			const isList = rows.length === 0 || selectValidRows(expectedAnyField, rows).length > 0;
			if (needsList && !isList) throw noListError(context);
			return rows;
		} catch (error) {
			// A 406 that the API does not document counts as an empty list, unless the list is needed.
			const isEmpty = httpStatusOf(error) === 406;
			if (isEmpty && !needsList) return [];
			throw isEmpty ? noListError(context) : error;
		}
	};

const withRequiredList = (source: Endpoint): Endpoint => ({
	...source,
	response: { ...source.response, requiresList: true },
});

const selectValidRows = (fields: string[], rows: IDataObject[]): IDataObject[] =>
	rows.filter((row) => fields.some((name) => canBeId(row[name])));

/**
 * Returns a check that recognizes the last page of most lists, which saves one request per mailing.
 * A page with fewer rows than requested is the last, unless the service limits the rows per page.
 * With such a limit, full pages have about the same size, so a page with less than half the rows of
 * the largest page is the last.
 */
function createLastPageCheck(): NonNullable<PageOptions['isLastPage']> {
	let largest = 0;
	return (rows, requested) => {
		largest = Math.max(largest, rows);
		return rows < requested && rows * 2 < largest;
	};
}

export class OutOfTimeError extends UserError {
	constructor() {
		super(
			'The poll ran out of time before the service responded. If this happens often, watch fewer mailings.',
		);
	}
}

function noListError(context: IPollFunctions): Problem {
	const message = 'The service returned no list';
	const advice =
		'Without the list, the trigger would mistake old events for new ones. Activate the workflow again. If this happens again, contact the service.';
	const failure = { httpStatus: 200, message, advice, outcomeUnknown: true };
	return problemOfFailedRequest(failure, { context, requestEffect: 'read' });
}

/** Reports whether the service rejected only this request. An invalid token or a rate limit affects all requests. */
export function isThisRequestRejected(error: unknown): boolean {
	const status = httpStatusOf(error) ?? 0;
	return status >= 200 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
}

/** A redirect or an HTML page is no rejection, because the service itself sends neither. */
export const isRejectedByService = (error: unknown): boolean =>
	isThisRequestRejected(error) &&
	!hasUnknownRepeatableOutcome(error) &&
	!/^3/.test(`${httpStatusOf(error)}`);

export function formatForLog(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return toSingleLine(message)
		.replace(PHONE_IN_TEXT_PATTERN, '…')
		.slice(0, 200)
		.replace(/\.$/, '');
}

/** Hides phones, because n8n logs the errors of polls. */
export const removePhonesFromError = (error: unknown): unknown =>
	error instanceof Problem && error.failure
		? error.copyWith({ message: error.message.replace(PHONE_IN_TEXT_PATTERN, '…') })
		: error;
