import type { IDataObject } from 'n8n-workflow';
import type { BodyText } from './readBody';
import { type UnsuccessfulResponse, parseBody, toRecords } from './parseResponse';
import { errorText } from './errorText';
import type { RequestFailure } from '../errors/nodeErrors';
import type { Endpoint } from '../api/endpoint';

/** A response whose text no longer contains the token. */
export interface ReceivedResponse extends BodyText {
	status: number;
	/** The `Retry-After` header. */
	retryAfter?: unknown;
}

/** The records of a response, or why it is no success. */
export function readResponse(
	received: ReceivedResponse,
	{
		response,
		statusAdvice,
		idempotent,
	}: Pick<Endpoint, 'response' | 'statusAdvice' | 'idempotent'>,
): IDataObject[] | RequestFailure {
	const { status, text, exceededMegabytes, unknownCharset } = received;
	if (status === response.emptyStatus) return [];
	if (status < 200 || status > 299) {
		return {
			status,
			message: errorMessage(received),
			advice: statusAdvice?.[status],
			// 303 is the address of the result (RFC 9110). Other redirects name another one to send to.
			outcomeUnknown: status >= 500 || status === 303,
			retryAfter: retryAfter(received.retryAfter),
		};
	}
	if (exceededMegabytes) {
		const size = `is larger than ${exceededMegabytes} MB and was not read to its end`;
		return unreadable(status, size, 'The response is unexpectedly large.');
	}
	if (unknownCharset) {
		const problem = `has the unknown character set "${unknownCharset.slice(0, 40)}"`;
		return unreadable(status, problem, 'It should respond in UTF-8.');
	}
	try {
		return toRecords(parseBody(text, response), response, idempotent);
	} catch (error) {
		const { message, isDefinite } = error as UnsuccessfulResponse;
		return { status, message, outcomeUnknown: !isDefinite };
	}
}

/** No documented response is like that: this is another server, or the service is out of order. */
const unreadable = (status: number, problem: string, reason: string): RequestFailure => ({
	status,
	message: `The response ${problem}`,
	advice: `Check the base URL in the credential. If it is correct, contact the service. ${reason}`,
	outcomeUnknown: true,
});

/** The message of an error response. An HTML page has none that helps. */
function errorMessage({ status, text }: ReceivedResponse): string {
	const plain = text.trim();
	const fallback = `The service returned HTTP status ${status}`;
	if (plain === '' || plain.startsWith('<')) return fallback;
	try {
		return errorText(JSON.parse(plain)) || fallback;
	} catch {
		return plain;
	}
}

/** Milliseconds of a `Retry-After` header, from seconds or a date. Undefined if it has neither. */
export function retryAfter(header: unknown, now = Date.now()): number | undefined {
	if (typeof header !== 'string') return undefined;
	// An empty header is 0, and 0 is no wait.
	const seconds = Number(header);
	const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
	return wait > 0 ? wait : undefined;
}
