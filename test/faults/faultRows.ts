import type { FaultOptions } from '../../sandbox';

/** Meaning of a fault for a request that sends. */
export type Meaning =
	/** It is waited out, and the request goes through. */
	| 'passes'
	/** The service said no: nothing was sent, and Retry On Fail may try again. */
	| 'refused'
	/** Nobody knows whether it was sent: never repeated. */
	| 'unclear';

export interface FaultRow {
	title: string;
	fault: FaultOptions;
	meaning: Meaning;
	/** Expected text of the error. */
	says: RegExp;
	/** Requests that a read makes for it when it lasts: 3 where trying again can help. */
	readTries: 1 | 2 | 3;
}

/** Nothing answers there; the matrix puts a server that must not be called in its place. */
export const ELSEWHERE = '<elsewhere>';

const row = (
	title: string,
	fault: FaultOptions,
	meaning: Meaning,
	readTries: 1 | 2 | 3,
	says: RegExp,
): FaultRow => ({ title, fault, meaning, readTries, says });

/** Every way in which the service or the network misbehaves, once per request that meets it. */
export const faults: FaultRow[] = [
	row('429 once', { kind: '429' }, 'passes', 2, /limit exceeded/),
	row('429 for ever', { kind: '429', times: 'forever' }, 'refused', 2, /still limits requests/),
	row('500', { kind: '500' }, 'unclear', 3, /Server unavailable/),
	row('502 page', { kind: '502' }, 'unclear', 3, /HTTP status 502/),
	row('cut before headers', { kind: 'cut' }, 'unclear', 3, /closed the connection unexpectedly/),
	row(
		'cut in the body',
		{ kind: 'cut-body' },
		'unclear',
		3,
		/closed the connection unexpectedly/,
	),
	row('time-out', { kind: 'hang' }, 'unclear', 3, /did not respond in time/),
	row('200 with error', { kind: 'error200' }, 'refused', 1, /Something went wrong/),
	row('200 with wrong status', { kind: 'status200' }, 'refused', 1, /Something went wrong/),
	row('HTML', { kind: 'html200' }, 'unclear', 1, /an HTML page instead of JSON/),
	row('empty', { kind: 'empty200' }, 'unclear', 1, /an empty response/),
	row('malformed JSON', { kind: 'badjson200' }, 'unclear', 1, /incomplete JSON/),
	row('307', { kind: 'redirect307', location: ELSEWHERE }, 'refused', 1, /redirect|status 307/i),
];

/** Faults that can hide an executed request. */
export const lostAnswers: FaultRow[] = faults
	.filter(({ meaning }) => meaning === 'unclear')
	.map(({ title, fault, ...rest }) => ({
		...rest,
		title: `${title}, but it was carried out`,
		fault: { ...fault, after: true },
	}));
