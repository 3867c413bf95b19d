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
