export interface SandboxOptions {
	/** Default: any free port. */
	port?: number;
	token?: string;
	/** Milliseconds from sent to DELIVERED, and from DELIVERED to READ or OPEN. */
	paceMs?: number;
	/** Milliseconds until the status of a batch lists its entries. */
	batchDelayMs?: number;
	/** Milliseconds from the end of `batchDelayMs` to the callback. */
	callbackDelayMs?: number;
	/** IANA time zone of all dates. The service documents no zone. */
	timeZone?: string;
	/** A `manual` clock stands still until `advance` is called. */
	clock?: 'real' | 'manual';
	/** HTTP status for a wrong or missing token. */
	invalidTokenStatus?: 200 | 401 | 403;
	/** Shape of the list of sender names. `missing` responds with a 404. */
	namesShape?: 'map' | 'array' | 'envelope' | 'missing';
	listOrder?: 'newest' | 'oldest';
	balance?: number;
	currency?: string;
	/** Port of the local n8n, the only target of callbacks. 0 disables callbacks. */
	callbackPort?: number;
	/** Phones and email addresses that messages do not reach. `*` means all. */
	undeliverable?: string[];
	/** Seed of the random numbers for faults with a `rate`. */
	seed?: number;
	/** Added to all IDs, so that a restarted sandbox does not repeat IDs. */
	firstId?: number;
	/** Maximum number of logged requests. The oldest are dropped. */
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
