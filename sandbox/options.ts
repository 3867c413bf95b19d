/** Settings of a sandbox; all have a default. */
export interface SandboxOptions {
	/** 0 uses any free port. */
	port?: number;
	/** The only valid token. */
	token?: string;
	/** Time from sent to DELIVERED, and again from DELIVERED to READ or OPEN. */
	paceMs?: number;
	/** Time until the entries of a batch appear in its status. */
	batchDelayMs?: number;
	/** Time from the appearance of the entries until the callback. */
	callbackDelayMs?: number;
	/** IANA time zone of all dates; the service documents none. */
	timeZone?: string;
	/** `manual`: the clock stands still until `advance` is called. */
	clock?: 'real' | 'manual';
	/** HTTP status for a wrong or missing token. */
	invalidTokenStatus?: 200 | 401 | 403;
	/** Shape of the response that lists sender names; `missing` is a 404. */
	namesShape?: 'map' | 'array' | 'envelope' | 'missing';
	/** Order of mailings and prepared messages in lists. */
	listOrder?: 'newest' | 'oldest';
	/** Initial balance of the account. */
	balance?: number;
	currency?: string;
	/** Port of the local n8n, the only callback target; 0, the default, disables callbacks. */
	callbackPort?: number;
	/** Phones and email addresses that get nothing delivered; `*` means all. */
	undeliverable?: string[];
	/** Seed of the random numbers for faults with a `rate`. */
	seed?: number;
	/** Added to all IDs after the start, so that a new start repeats no ID of the previous start. */
	firstId?: number;
	/** Maximum number of requests in the log; the oldest are dropped. */
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
