import type { UploadedFile } from '../wire/values';
import type { Received } from '../wire/check';

export interface LoggedRequest {
	/** Name of the API operation, null when the address is none. */
	operation: string | null;
	method: string;
	/** Without the query string. */
	path: string;
	query: Record<string, string>;
	fields: Record<string, string>;
	json?: unknown;
	files: Array<Omit<UploadedFile, 'bytes'>>;
	contentType: string | null;
	tokenIn: 'query' | 'form' | 'json' | 'none';
	/** Requests open when this one came, itself included. */
	inFlight: number;
	/** Milliseconds of real time. */
	startedAt: number;
	finishedAt?: number;
	/** When it was answered or its client had gone. */
	closedAt?: number;
	/** Undefined while there is no answer, and for ever when the connection was cut. */
	status?: number;
	fault?: string;
	/** Why it was rejected, or the fault that took its response. */
	error?: string;
}

/** A longer JSON body is not kept: its recipients are in the messages anyway. */
const LONGEST_JSON = 256 * 1024;

type Seen = Pick<LoggedRequest, 'operation' | 'method' | 'path' | 'contentType' | 'startedAt'> & {
	inFlight: number;
	received: Received;
	bodyBytes: number;
};

/** What came in, the token taken out; the oldest entries go when it is full. */
export class RequestLog {
	entries: LoggedRequest[] = [];
	maxInFlight = 0;
	private inFlight = 0;

	constructor(
		private readonly token: string,
		private readonly limit: number,
	) {}

	opened(): number {
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		return this.inFlight;
	}

	closed(): void {
		this.inFlight -= 1;
	}

	add({ received, bodyBytes, ...seen }: Seen): LoggedRequest {
		const entry: LoggedRequest = {
			...seen,
			query: this.record(received.query),
			fields: this.record(received.form),
			files: received.files.map(({ name, filename, contentType, size, sha256 }) => {
				return { name, filename, contentType, size, sha256 };
			}),
			tokenIn: tokenPlace(received),
		};
		if (received.json !== undefined) entry.json = this.json(received.json, bodyBytes);
		this.entries.push(entry);
		// Cut off in portions: a shift per request would move the whole log every time.
		if (this.entries.length > this.limit * 1.1) this.entries = this.entries.slice(-this.limit);
		return entry;
	}

	clear(): void {
		this.entries = [];
		this.maxInFlight = this.inFlight;
	}

	private record(pairs: Received['query']): Record<string, string> {
		return Object.fromEntries(
			pairs.map(([name, value]) => [name, name === 'token' ? '<token>' : this.hide(value)]),
		);
	}

	private hide(value: string): string {
		return this.token === '' ? value : value.replaceAll(this.token, '<token>');
	}

	private json(value: unknown, bytes: number): unknown {
		if (bytes > LONGEST_JSON) return { leftOut: `${bytes} bytes` };
		const copy: unknown = JSON.parse(this.hide(JSON.stringify(value)));
		return hasToken(copy) ? { ...copy, token: '<token>' } : copy;
	}
}

const hasToken = (value: unknown): value is { token: unknown } =>
	typeof value === 'object' && value !== null && 'token' in value;

function tokenPlace({ query, form, json }: Received): LoggedRequest['tokenIn'] {
	if (query.some(([name]) => name === 'token')) return 'query';
	if (form.some(([name]) => name === 'token')) return 'form';
	return hasToken(json) ? 'json' : 'none';
}
