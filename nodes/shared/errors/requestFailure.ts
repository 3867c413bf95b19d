/** A failed request. `httpStatus` is 0 if there was no response. */
export interface RequestFailure {
	httpStatus: number;
	message: string;
	/** Replaces the general advice for the HTTP status. */
	advice?: string;
	quotesService?: boolean;
	/** True if the request may have been executed, e.g. because the response was lost. */
	outcomeUnknown?: boolean;
	/** True if the request never reached the service. */
	isNotSent?: true;
	/** True if the connection failed or timed out. */
	hasConnectionFailed?: boolean;
	retryAfterMs?: number;
}
