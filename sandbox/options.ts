/** What a test or a developer may choose about the sandbox; everything has a default. */
export interface SandboxOptions {
	/** 0 takes any free port. */
	port?: number;
	/** The only API key that is accepted. */
	token?: string;
	/** Time from sent to DELIVERED, and again from DELIVERED to READ or OPEN. */
	paceMs?: number;
	/** Time until the entries of a batch appear in its status. */
	batchDelayMs?: number;
	/** Time from then until the callback of the batch is called. */
	callbackDelayMs?: number;
	/** IANA name of the time zone of all dates; the service's documentation names none. */
	timeZone?: string;
	/** `manual` stands still until `advance` is called. */
	clock?: 'real' | 'manual';
	/** HTTP status of the answer to a wrong or missing token. */
	invalidTokenStatus?: 200 | 401 | 403;
	/** What the operations that list sender names answer; `missing` is a 404. */
	namesShape?: 'map' | 'array' | 'envelope' | 'missing';
	/** Order of mailings and prepared messages in lists. */
	listOrder?: 'newest' | 'oldest';
	/** Money on the account at the start. */
	balance?: number;
	currency?: string;
	/** The port of this machine's n8n, which alone is called back; 0, the default, calls nobody. */
	callbackPort?: number;
	/** Phones and e-mail addresses that nothing is delivered to; `*` is all of them. */
	undeliverable?: string[];
	/** Where the random numbers of faults with a `rate` start. */
	seed?: number;
	/** Added to the ids given out after the start: a new start then repeats none of the last one. */
	firstId?: number;
	/** How many requests the log keeps; the oldest go first. */
	logLimit?: number;
}

export type Settings = Required<SandboxOptions>;

export const defaults: Settings = {
	port: 0,
	token: 'sandbox-token',
	paceMs: 1_000,
	batchDelayMs: 300,
	callbackDelayMs: 0,
	timeZone: 'UTC',
	clock: 'real',
	invalidTokenStatus: 403,
	namesShape: 'map',
	listOrder: 'newest',
	balance: 1_000,
	currency: 'EUR',
	callbackPort: 0,
	undeliverable: [],
	seed: 1,
	firstId: 0,
	logLimit: 20_000,
};
