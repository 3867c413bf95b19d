import type { UploadedFile } from '../wire/values';
import type { Received } from '../wire/check';

export interface LoggedRequest {
	/** The API operation; null if the URL belongs to no operation. */
	operation: string | null;
	method: string;
	path: string;
	query: Record<string, string>;
	fields: Record<string, string>;
	json?: unknown;
	files: Array<Omit<UploadedFile, 'bytes'>>;
	contentType: string | null;
	tokenIn: 'query' | 'form' | 'json' | 'none';
	/** Number of open requests when this request arrived, including this request. */
	inFlight: number;
	/** Milliseconds of real time. */
	startedAt: number;
	finishedAt?: number;
	closedAt?: number;
	/** Undefined until the response is sent. Stays undefined if the connection is lost first. */
	status?: number;
	fault?: string;
	/** The reason for the rejection, or the fault that replaced the response. */
	error?: string;
}

/** Maximum size of a logged JSON body, in bytes. */
const LONGEST_JSON = 256 * 1024;

type Seen = Pick<LoggedRequest, 'operation' | 'method' | 'path' | 'contentType' | 'startedAt'> & {
	inFlight: number;
	received: Received;
	bodyBytes: number;
};

/** Logs requests without their token. Drops the oldest requests when the log is full. */
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
		// Removes many entries together, because each removal copies the log.
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
