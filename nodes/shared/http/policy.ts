import { type Effect, mayRepeat } from '../api/endpoint';
import type { ConnectionOptions } from './proxy';

export interface RequestPolicy extends ConnectionOptions {
	/** Max requests in flight, in this n8n process. */
	maxInFlight: number;
	/** Max total seconds that a request waits while the service limits the rate (HTTP 429). */
	maxRateLimitSeconds: number;
	/** Seconds until the response must be complete. */
	timeoutSeconds?: number;
	/** n8n's Batching: `size` requests, then a pause of `intervalMs`. */
	batching?: { size: number; intervalMs: number };
	/** True if Resend If Unknown is on in the first item. Used only in the texts of errors. */
	isResendUnknownOn?: boolean;
}

const READ_TIMEOUT_SECONDS = 30;
const SEND_TIMEOUT_SECONDS = 60;
const UPLOAD_TIMEOUT_SECONDS = 300;

export const getDefaultTimeoutSeconds = (effect: Effect, uploads?: boolean): number =>
	mayRepeat({ effect })
		? READ_TIMEOUT_SECONDS
		: uploads
			? UPLOAD_TIMEOUT_SECONDS
			: SEND_TIMEOUT_SECONDS;
