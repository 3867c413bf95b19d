import type { RequestFailure } from '../errors/nodeErrors';

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

interface Cause {
	code?: string;
	message?: string;
	/** Set by n8n: then it is one of its own errors, and no answer of the network. */
	level?: string;
	cause?: Cause;
}

/**
 * What n8n's client throws. An older n8n (2.8) gives no cause, but the network's code and words; a
 * body that breaks off throws the network's error itself.
 */
export interface NetworkError extends Error {
	cause?: Cause;
	code?: string;
	httpCode?: string | null;
	messages?: string[];
}

/** The network's code, such as `ECONNRESET`. */
export function networkCode({ cause, httpCode, messages, code: own }: NetworkError): string {
	const { code, message } = cause ?? { code: httpCode ?? own, message: messages?.join() };
	// A server that does not speak TLS has a code that others have too: its message tells it.
	if (/wrong version number/i.test(message ?? '')) return 'ERR_SSL_WRONG_VERSION_NUMBER';
	return code ?? 'no answer';
}

/**
 * What a request says that got no answer.
 *
 * @param code the network's code, e.g. `ECONNRESET`
 * @param own what n8n says about it
 * @param left whether the request was on its way: before that it is the credential that is wrong
 */
export function connectionFailure(code: string, own: string, left: boolean): RequestFailure {
	if (!left) return { status: 0, message: own, advice: 'Check the credential of this step. Nothing was sent.' };
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
