/** A failed request. `status` is 0 without a response. */
export interface RequestFailure {
	httpStatus: number;
	message: string;
	/** Advice that replaces the general advice for the status. */
	advice?: string;
	/** True if the message quotes the service. */
	quotesService?: boolean;
	/** True if the request may have been executed, because its response was lost or cannot be read. */
	outcomeUnknown?: boolean;
	/** True if the request never reached the service. */
	isNotSent?: true;
	/** True if the connection failed or timed out. */
	noResponse?: boolean;
	/** Milliseconds until the service accepts another request. */
	retryAfterMs?: number;
}
