import type { IDataObject } from 'n8n-workflow';
import { type UnsuccessfulResponse, parseBody, toRecords } from './parseResponse';
import { errorText } from './errorText';
import type { RequestFailure } from '../errors/nodeErrors';
import type { Endpoint } from '../api/endpoint';

/** An answer whose text no longer holds the token. */
export interface Received {
	code: number;
	text: string;
	/** Megabytes that an answer may have, when this one had more: then it was not read. */
	over?: number;
	/** The `Retry-After` header. */
	retryAfter?: unknown;
}

/** The records of an answer, or why it is not a success. */
export function readResponse(
	received: Received,
	{ response, statusAdvice }: Pick<Endpoint, 'response' | 'statusAdvice'>,
): IDataObject[] | RequestFailure {
	const { code: status, text, over } = received;
	if (status === response.emptyStatus) return [];
	if (status < 200 || status > 299) {
		return {
			status,
			message: errorMessage(received),
			advice: statusAdvice?.[status],
			outcomeUnknown: status >= 500,
			retryAfter: retryAfter(received.retryAfter),
		};
	}
	if (over) return tooLarge(status, over);
	try {
		const body = parseBody(text, response);
		return 'json' in body ? toRecords(body.json, response) : [{ message: body.text }];
	} catch (error) {
		const { message, isDefinite } = error as UnsuccessfulResponse;
		return { status, message, outcomeUnknown: !isDefinite };
	}
}

/** Nothing of the service's own is as large: something else answers, or it is out of order. */
const tooLarge = (status: number, over: number): RequestFailure => ({
	status,
	message: `The service sent an answer of more than ${over} MB, which was not read to its end`,
	advice: 'Check the base URL in the credential; if it is right, ask the service why its answer is so large.',
	outcomeUnknown: true,
});

/** What an error answer says; a web page says nothing that helps. */
function errorMessage({ code, text }: Received): string {
	const plain = text.trim();
	const fallback = `The service answered with HTTP status ${code}`;
	if (plain === '' || plain.startsWith('<')) return fallback;
	try {
		return errorText(JSON.parse(plain)) || fallback;
	} catch {
		return plain;
	}
}

/** Milliseconds that a `Retry-After` header asks for: seconds or a date; undefined when unreadable. */
export function retryAfter(header: unknown, now = Date.now()): number | undefined {
	if (typeof header !== 'string') return undefined;
	// An empty one is 0, and 0 is no wait.
	const seconds = Number(header);
	const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
	return wait > 0 ? wait : undefined;
}
