/** Recipients of a run with a fault, and the place of the one that the fault hits. */
export const ITEMS = 10;
export const HIT = 3;
/** Retry On Fail, the same for all. */
export const TRIES = 3;
export const WAIT_MS = 3_000;
/** How long the service limits the rate, or is down; shorter than the wait between two tries. */
export const OUTAGE_SECONDS = 2;
export const SLOW_SECONDS = 70;

export interface Fault {
	title: string;
	/** What happens, as a sentence of the page. */
	text: string;
}

const once = 'The first request for the fourth recipient';

export const faults = {
	limit: {
		title: '429 with Retry-After',
		text: `${once} gets 429 with \`Retry-After: ${OUTAGE_SECONDS}\`, and so does every other request in that time.`,
	},
	errorAfter: {
		title: '500 after the message was sent',
		text: `${once} gets 500, although the service sent the message.`,
	},
	cutAfter: {
		title: 'Connection lost after the message was sent',
		text: `${once} loses its connection, although the service sent the message.`,
	},
	cutBefore: {
		title: 'Connection lost before the message was sent',
		text: `${once} loses its connection, and the service did not send the message. A node cannot distinguish this from the fault above.`,
	},
	refused: {
		title: 'Connection refused',
		text: `The first connection is refused, and so is every other one for ${OUTAGE_SECONDS} seconds.`,
	},
	closed: {
		title: 'Connection closed before TLS',
		text: `The service closes the first connection before TLS is established, and every other one for ${OUTAGE_SECONDS} seconds, as a proxy does without a server behind it.`,
	},
	slow: {
		title: 'Slow service',
		text: `${once} gets its response after ${SLOW_SECONDS} seconds. The service sent the message immediately.`,
	},
	expression: {
		title: 'Expression that throws',
		text: 'The phone of the fourth item is an expression that throws, in each try.',
	},
	invalid: {
		title: 'Invalid phone',
		text: 'The phone of the fourth item is the text `unknown`. The service rejects it with 400.',
	},
	token: {
		title: 'Credential in the error',
		text: 'The service rejects each request for the fourth recipient with 401, and repeats the credential in its message.',
	},
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

export const settings = { stop: 'stopWorkflow', continue: 'continueRegularOutput' } as const;
export type Setting = keyof typeof settings;

/** Whether the input is at fault, and not the service. */
export const isInput = (fault?: FaultName): boolean =>
	fault === 'expression' || fault === 'invalid';
