import type { IDataObject } from 'n8n-workflow';
import { type NoSuccess, parseBody, records, words } from './answers';
import { type Failure, requestError, type Where } from './failures';
import type { Operation } from './operation';

/** The connection was never made, so nothing can have been sent. */
const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
/** An answer whose text no longer holds the token. */
export interface Received {
	code: number;
	text: string;
}

/** What a request says that got no answer. */
export function connectionFailure(code: string | undefined, message: string): Failure {
	if (code === undefined)
		return { status: 0, message, advice: 'Check the credential of this step.' };
	if (NEVER_LEFT.includes(code)) {
		const advice = 'Check the base URL in the credential; if it is right, the service is down.';
		return { status: 0, message: `The service cannot be reached (${code})`, advice };
	}
	const late = /TIMEDOUT|ABORTED/.test(code);
	const what = late ? 'did not answer in time' : 'cut the connection';
	return { status: 0, message: `The service ${what} (${code})`, unclear: true };
}

/**
 * The records of an answer.
 *
 * @throws NodeApiError when it is not a success
 */
export function readAnswer(
	received: Received,
	{ answer, advice }: Pick<Operation, 'answer' | 'advice'>,
	where: Where,
): IDataObject[] {
	const { code, text } = received;
	if (code === answer.emptyOn) return [];
	if (code < 200 || code > 299) {
		const message = ownWords(received);
		const failure = { status: code, message, advice: advice?.[code], unclear: code >= 500 };
		throw requestError(failure, where);
	}
	try {
		const body = parseBody(text, answer);
		return 'json' in body ? records(body.json, answer) : [{ message: body.text }];
	} catch (error) {
		const { message, definite } = error as NoSuccess;
		throw requestError({ status: code, message, unclear: !definite }, where);
	}
}

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
