import type { IDataObject } from 'n8n-workflow';
import { type UnsuccessfulResponse, parseBody, toRecords } from './parseResponse';
import { errorText } from './errorText';
import type { RequestFailure } from '../errors/nodeErrors';
import type { Endpoint } from '../api/endpoint';
import { retryAfter } from '../http/retry';

/** The connection was never made, so nothing can have been sent. */
const NOT_CONNECTED_CODES = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
];
/** The certificate was refused, or it is no TLS at all: nothing was said yet. */
const TLS_CODES = /CERT|ERR_TLS_|WRONG_VERSION|UNABLE_TO_/;
/** An answer whose text no longer holds the token. */
export interface Received {
	code: number;
	text: string;
	/** Megabytes that an answer may have, when this one had more: then it was not read. */
	over?: number;
	/** The `Retry-After` header. */
	retryAfter?: unknown;
}

/**
 * What a request says that got no answer.
 *
 * @param code the network's code, e.g. `ECONNRESET`
 * @param own what n8n says about it
 * @param left whether the request was on its way: before that it is the credential that is wrong
 */
export function connectionFailure(code: string, own: string, left: boolean): RequestFailure {
	if (!left) return { status: 0, message: own, advice: 'Check the credential of this step.' };
	if (NOT_CONNECTED_CODES.includes(code)) {
		const advice = `Check the base URL in the credential; if it is right, the service is down: ${code}.`;
		return { status: 0, message: 'The service cannot be reached', advice, noResponse: true };
	}
	if (TLS_CODES.test(code)) {
		const advice = `The connection is not safe (${code}): check the base URL in the credential.`;
		return { status: 0, message: 'The service cannot be trusted', advice };
	}
	if (code === 'ERR_CANCELED') {
		const message = 'The execution was cancelled before the service answered';
		return { status: 0, message, outcomeUnknown: true };
	}
	const late = /TIMEDOUT|ABORTED/.test(code);
	const message = `The service ${late ? 'did not answer in time' : 'cut the connection'}`;
	return { status: 0, message, outcomeUnknown: true, noResponse: true };
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
