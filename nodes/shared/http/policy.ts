import { type Effect, mayRepeat } from '../api/endpoint';
import type { ConnectionOptions } from './proxy';

export interface RequestPolicy extends ConnectionOptions {
	/** Max requests in flight to the service, in this n8n process. */
	maxInFlight: number;
	/** Max seconds that a request waits in total while the service limits the rate (HTTP 429). */
	maxWait: number;
	/** Seconds until the response must be complete. Undefined means the default. */
	timeoutSeconds?: number;
	/** n8n's Batching: the number of requests between two pauses, and the milliseconds of a pause. */
	batching?: { size: number; interval: number };
	/** True if the first item has Resend If Unknown. Only the texts of errors depend on it. */
	resendUnknown?: boolean;
}

const READ_TIMEOUT_SECONDS = 30;
const SEND_TIMEOUT_SECONDS = 60;
const UPLOAD_TIMEOUT_SECONDS = 300;

/**
 * Returns the default timeout in seconds.
 *
 * @param uploads whether the request has a file
 */
export const getDefaultTimeout = (effect: Effect, uploads?: boolean): number =>
	mayRepeat({ effect })
		? READ_TIMEOUT_SECONDS
		: uploads
			? UPLOAD_TIMEOUT_SECONDS
			: SEND_TIMEOUT_SECONDS;
