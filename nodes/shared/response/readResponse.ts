import type { IDataObject } from 'n8n-workflow';
import { type NoSuccess, parseBody, records } from './parseResponse';
import { words } from './errorText';
import type { Failure } from '../errors/nodeErrors';
import type { Operation } from '../describe/operation';
import { retryAfter } from '../http/retry';

/** The connection was never made, so nothing can have been sent. */
const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
/** The certificate was refused, or it is no TLS at all: nothing was said yet. */
const NO_TLS = /CERT|ERR_TLS_|WRONG_VERSION|UNABLE_TO_/;
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
export function connectionFailure(code: string, own: string, left: boolean): Failure {
	if (!left) return { status: 0, message: own, advice: 'Check the credential of this step.' };
	if (NEVER_LEFT.includes(code)) {
		const advice = `Check the base URL in the credential; if it is right, the service is down: ${code}.`;
		return { status: 0, message: 'The service cannot be reached', advice, lost: true };
	}
	if (NO_TLS.test(code)) {
		const advice = `The connection is not safe (${code}): check the base URL in the credential.`;
		return { status: 0, message: 'The service cannot be trusted', advice };
	}
	if (code === 'ERR_CANCELED') {
		const message = 'The execution was cancelled before the service answered';
		return { status: 0, message, unclear: true };
	}
	const late = /TIMEDOUT|ABORTED/.test(code);
	const message = `The service ${late ? 'did not answer in time' : 'cut the connection'}`;
	return { status: 0, message, unclear: true, lost: true };
}

/** The records of an answer, or why it is not a success. */
export function readAnswer(
	received: Received,
	{ answer, advice }: Pick<Operation, 'answer' | 'advice'>,
): IDataObject[] | Failure {
	const { code: status, text, over } = received;
	if (status === answer.emptyOn) return [];
	if (status < 200 || status > 299) {
		return {
			status,
			message: ownWords(received),
			advice: advice?.[status],
			unclear: status >= 500,
			retryAfter: retryAfter(received.retryAfter),
		};
	}
	if (over) return tooLarge(status, over);
	try {
		const body = parseBody(text, answer);
		return 'json' in body ? records(body.json, answer) : [{ message: body.text }];
	} catch (error) {
		const { message, definite } = error as NoSuccess;
		return { status, message, unclear: !definite };
	}
}

/** Nothing of the service's own is as large: something else answers, or it is out of order. */
const tooLarge = (status: number, over: number): Failure => ({
	status,
	message: `The service sent an answer of more than ${over} MB, which was not read to its end`,
	advice: 'Check the base URL in the credential; if it is right, ask the service why its answer is so large.',
	unclear: true,
});

/** What an error answer says; a web page says nothing that helps. */
function ownWords({ code, text }: Received): string {
	const plain = text.trim();
	const fallback = `The service answered with HTTP status ${code}`;
	if (plain === '' || plain.startsWith('<')) return fallback;
	try {
		return words(JSON.parse(plain)) || fallback;
	} catch {
		return plain;
	}
}
