import { type Effect, mayRepeat } from '../api/endpoint';
import type { Connection } from './proxy';

/** How the requests of a step are sent, and what they do if the service or the network fails. */
export interface RequestPolicy extends Connection {
	/** Requests in flight to the service at most, in this n8n process. */
	maxInFlight: number;
	/** Seconds to wait in total while the service is rate limiting (HTTP 429). */
	maxWait: number;
	/** Seconds until the response must be complete; undefined: the default of the kind of request. */
	timeout?: number;
	/** Requests that are sent without a pause between them, and the milliseconds of that pause. */
	batch?: { size: number; interval: number };
	/** Whether the first item is sent again if its outcome is unknown: only errors say so. */
	resendUnknown?: boolean;
}

const READ_SECONDS = 30;
const SEND_SECONDS = 60;
const UPLOAD_SECONDS = 300;

/**
 * Seconds to wait for a response by default.
 *
 * @param uploads whether the request carries a file
 */
export const defaultTimeout = (effect: Effect, uploads?: boolean): number =>
	mayRepeat({ effect }) ? READ_SECONDS : uploads ? UPLOAD_SECONDS : SEND_SECONDS;
