/** Why a request failed. `status` is 0 without a response. */
export interface RequestFailure {
	status: number;
	message: string;
	/** Replaces the advice that the status suggests. */
	advice?: string;
	/** True if the message quotes the service. */
	hasReason?: boolean;
	/** The request may have been executed: its response was lost or cannot be read. */
	outcomeUnknown?: boolean;
	/** The request never reached the service. */
	isNotSent?: true;
	/** The connection failed or timed out. */
	noResponse?: boolean;
	/** Milliseconds after which the service accepts another request. */
	retryAfter?: number;
}
