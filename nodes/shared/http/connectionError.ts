import type { RequestFailure } from '../errors/requestFailure';

/**
 * A code of this package, because Node uses the same code whether a connection is lost before or
 * after TLS is established.
 */
const TLS_NOT_ESTABLISHED_CODE = 'TLS_NOT_ESTABLISHED';
/** Codes of connections that were never established. Nothing was sent. */
const NOT_CONNECTED_CODES = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	TLS_NOT_ESTABLISHED_CODE,
];
const ADVICE_BY_NETWORK_CODE: Record<string, string> = {
	ENOTFOUND:
		'The host in the base URL of the credential does not exist. Check the spelling of the host.',
	EAI_AGAIN:
		'The host in the base URL of the credential cannot be looked up. Check the base URL, and whether n8n has a connection to the internet.',
	ECONNREFUSED: 'Nothing responds at the base URL of the credential. Check the port.',
};
/** Matches codes for a rejected certificate or a server without TLS. Nothing was sent. */
const TLS_ERROR_CODE_PATTERN = /CERT|ERR_TLS_|WRONG_VERSION|UNABLE_TO_/;

interface ErrorCause {
	code?: string;
	message?: string;
	/** Set only in errors that n8n or the credential raises. */
	level?: string;
	cause?: ErrorCause;
}

/**
 * An error from n8n's client. n8n 2.8 sets no `cause`, but copies the code and message of the network error.
 * While a body is read, the network error itself is thrown.
 */
export interface NetworkError extends Error {
	cause?: ErrorCause;
	code?: string;
	httpCode?: string | null;
	messages?: string[];
}

export function readNetworkCode(error: NetworkError): string {
	const { httpCode, messages } = error;
	const { code, message = '' } = error.cause ?? {
		code: httpCode ?? error.code,
		message: messages?.join() ?? error.message,
	};
	// Recognizes a server without TLS by the message, because the code also stands for other
	// errors.
	if (/wrong version number/i.test(message)) return 'ERR_SSL_WRONG_VERSION_NUMBER';
	if (/before secure TLS connection was established/i.test(message))
		return TLS_NOT_ESTABLISHED_CODE;
	// If the host becomes unreachable during reading or writing, the request may have been sent.
	const isLost = /^(read|write) E\w+UNREACH/.test(message);
	return (!isLost && code) || 'no response';
}

/**
 * @param message the error message from n8n or the credential
 * @param wasSent false if n8n or the credential rejected the request
 */
export function makeConnectionFailure(
	code: string,
	message: string,
	wasSent: boolean,
	hasProxy = false,
): RequestFailure {
	if (!wasSent) {
		const advice = 'Check the credential of this step.';
		return { httpStatus: 0, message, advice, isNotSent: true };
	}
	if (hasProxy && NOT_CONNECTED_CODES.includes(code) && code !== TLS_NOT_ESTABLISHED_CODE) {
		const advice = `Check Proxy in the Request Options of this step. If Proxy is correct, the proxy is down (${code}).`;
		const message = 'The proxy cannot be reached';
		return { httpStatus: 0, message, advice, isNotSent: true, hasConnectionFailed: true };
	}
	if (NOT_CONNECTED_CODES.includes(code)) {
		const advice = `${ADVICE_BY_NETWORK_CODE[code] ?? 'Check the base URL in the credential.'} If the base URL is correct, the service is down (${code}).`;
		const message = 'The service cannot be reached';
		return { httpStatus: 0, message, advice, isNotSent: true, hasConnectionFailed: true };
	}
	if (TLS_ERROR_CODE_PATTERN.test(code)) {
		const advice = `Check the base URL in the credential and the certificate of the service (${code}).`;
		const message = 'No secure connection to the service is possible';
		return { httpStatus: 0, message, advice, isNotSent: true };
	}
	if (code === 'ERR_CANCELED') {
		const reason = 'The execution was cancelled before the service responded';
		return { httpStatus: 0, message: reason, outcomeUnknown: true };
	}
	const reason = /TIMEDOUT|ABORTED/.test(code)
		? 'did not respond in time'
		: 'closed the connection unexpectedly';
	const unknown = { outcomeUnknown: true, hasConnectionFailed: true };
	return { httpStatus: 0, message: `The service ${reason}`, ...unknown };
}
