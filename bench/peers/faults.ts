/** Recipients of a run with a fault, and the place of the one that the fault hits. */
export const ITEMS = 10;
export const HIT = 3;
/** Retry On Fail, the same for all. */
export const TRIES = 3;
export const WAIT_MS = 3_000;
/** The length of a rate limit or an outage; shorter than the wait between two tries. */
export const OUTAGE_SECONDS = 2;
export const SLOW_SECONDS = 70;

/** Each fault by its name on the page. It hits the first request for the fourth recipient, unless a comment differs. */
export const faults = {
	/** Every other request in the `OUTAGE_SECONDS` of `Retry-After` gets it too. */
	limit: '429 with Retry-After',
	errorAfter: '500 after sending',
	cutAfter: 'Connection lost after sending',
	/** A node cannot distinguish this from `cutAfter`. */
	cutBefore: 'Connection lost before sending',
	/** The first connection, and every other one for `OUTAGE_SECONDS`. */
	refused: 'Connection refused',
	/** As `refused`, as by a proxy without a server behind it. */
	closed: 'Connection closed before TLS',
	/** The service sends the message immediately and responds after `SLOW_SECONDS`. */
	slow: `Response after ${SLOW_SECONDS} seconds`,
	/** The phone of the fourth item throws in each try. */
	expression: 'Expression that throws',
	/** The service rejects the phone of the fourth item with 400. */
	invalid: 'Invalid phone',
	/** The service rejects each request for the fourth recipient with 401, and repeats the credential. */
	token: 'Credential in the error',
} as const;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

export const settings = { stop: 'stopWorkflow', continue: 'continueRegularOutput' } as const;
export type Setting = keyof typeof settings;

/** Returns true if the input is at fault, and not the service. */
export const isInput = (fault?: FaultName): boolean =>
	fault === 'expression' || fault === 'invalid';
