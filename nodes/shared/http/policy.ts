import { type Effect, mayRepeat } from '../api/endpoint';
import type { Connection } from './proxy';

/** The limits, timeouts and connection of the requests of a step. */
export interface RequestPolicy extends Connection {
	/** Maximum requests in flight to the service, in this n8n process. */
	maxInFlight: number;
	/** Maximum seconds to wait in total while the service is rate limiting (HTTP 429). */
	maxWait: number;
	/** Seconds until the response must be complete; undefined for the default. */
	timeout?: number;
	/** The number of requests between two pauses, and the length of a pause in milliseconds. */
	batch?: { size: number; interval: number };
	/** True if the first item is resent when its outcome is unknown. Used only by errors. */
	resendUnknown?: boolean;
}

const READ_SECONDS = 30;
const SEND_SECONDS = 60;
const UPLOAD_SECONDS = 300;

/**
 * Returns the default timeout in seconds.
 *
 * @param uploads whether the request carries a file
 */
export const defaultTimeout = (effect: Effect, uploads?: boolean): number =>
	mayRepeat({ effect }) ? READ_SECONDS : uploads ? UPLOAD_SECONDS : SEND_SECONDS;
