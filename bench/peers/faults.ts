/**
 * Number of recipients in a run with a fault, and the index of the recipient that the fault hits.
 */
export const ITEMS = 10;
export const HIT = 3;
/** Number of tries with Retry On Fail, the same for all contenders. */
export const TRIES = 3;
export const WAIT_MS = 3_000;
/** Duration of a rate limit or an outage. Shorter than the wait between two tries. */
export const OUTAGE_SECONDS = 2;
export const SLOW_SECONDS = 70;

/**
 * Titles of the faults on the page. Unless noted, a fault hits the first request for the fourth
 * recipient.
 */
export const faults = {
	/** Also hits all requests in the next `OUTAGE_SECONDS`. `Retry-After` is the remaining time. */
	limit: '429 with Retry-After',
	errorAfter: '500 after sending',
	cutAfter: 'Connection lost after sending',
	/** A node cannot distinguish this from `cutAfter`. */
	cutBefore: 'Connection lost before sending',
	/** Hits the first connection, and all connections in the next `OUTAGE_SECONDS`. */
	refused: 'Connection refused',
	/** Hits the same connections as `refused`, like a proxy without a server behind it. */
	closed: 'Connection closed before TLS',
	/** The service sends the message immediately and responds after `SLOW_SECONDS`. */
	slow: `Response after ${SLOW_SECONDS} seconds`,
	/** The expression for the phone throws for the fourth item, in each try. */
	expression: 'Expression that throws',
	/** The service rejects the phone of the fourth item with 400. */
	invalid: 'Invalid phone',
	/**
	 * The service rejects each request for the fourth recipient with 401. The error contains the
	 * credential.
	 */
	token: 'Credential in the error',
} as const;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

export const settings = { stop: 'stopWorkflow', continue: 'continueRegularOutput' } as const;
export type Setting = keyof typeof settings;

/** Reports whether the input, and not the service, causes the fault. */
export const isInput = (fault?: FaultName): boolean =>
	fault === 'expression' || fault === 'invalid';
