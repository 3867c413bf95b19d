import { Refusal } from '../wire/refusal';

export const faultKinds = [
	'429',
	'500',
	'502',
	'slow',
	'hang',
	'cut',
	'cut-body',
	'error200',
	'status200',
	'html200',
	'empty200',
	'badjson200',
	'redirect307',
	'echo-token',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultOptions {
	kind: FaultKind;
	/** The API operation; default `*` for all operations. */
	operation?: string;
	/** Number of requests that get the fault; default 1, or `forever` if `rate` is set. */
	times?: number | 'forever';
	/** Share of the requests that get the fault, from 0 to 1. */
	rate?: number;
	/** Number of matching requests before the first fault. */
	skip?: number;
	/** True if the operation takes effect and only its response is lost. */
	after?: boolean;
	/** For `slow`: milliseconds of real time; default 1000. */
	delayMs?: number;
	/** For `429`: Retry-After in seconds. */
	retryAfter?: number;
	retryAfterAs?: 'seconds' | 'date';
	/** For `redirect307`: the Location header. */
	location?: string;
}

interface Armed {
	options: FaultOptions;
	left: number;
	skip: number;
}

/** The first fault that matches a request applies. */
export class Faults {
	private armed: Armed[] = [];
	private random: () => number;

	constructor(private readonly seed: number) {
		this.random = randomFrom(seed);
	}

	add(options: FaultOptions): void {
		const { rate, times = rate === undefined ? 1 : 'forever', skip = 0 } = options;
		if (!faultKinds.includes(options.kind))
			throw new Refusal(400, `unknown kind ${options.kind}`);
		if (options.kind === 'redirect307' && !options.location) {
			throw new Refusal(400, 'redirect307 needs a location');
		}
		this.armed.push({ options, skip, left: times === 'forever' ? Infinity : times });
	}

	next(operation: string): FaultOptions | undefined {
		for (const fault of this.armed) {
			const { operation: faultyOperation = '*', rate } = fault.options;
			if (fault.left <= 0 || (faultyOperation !== '*' && faultyOperation !== operation))
				continue;
			if (fault.skip > 0) {
				fault.skip -= 1;
				continue;
			}
			if (rate !== undefined && this.random() >= rate) continue;
			fault.left -= 1;
			return fault.options;
		}
		return undefined;
	}

	list(): Array<FaultOptions & { left: number | 'forever' }> {
		const waiting = this.armed.filter(({ left }) => left > 0);
		return waiting.map(({ options, left }) => ({
			...options,
			left: left === Infinity ? 'forever' : left,
		}));
	}

	clear(): void {
		this.armed = [];
		this.random = randomFrom(this.seed);
	}
}

/** Mulberry32. Returns the same numbers in every run. */
function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const NUMBERS = ['rate', 'skip', 'delayMs', 'retryAfter'] as const;

/**
 * Reads a fault from an HTTP body.
 * @throws Refusal if a property is unknown
 */
export function readFault(body: unknown): FaultOptions {
	if (typeof body !== 'object' || body === null)
		throw new Refusal(400, 'a fault must be an object');
	const properties = new Map<string, unknown>(Object.entries(body));
	const take = (name: string): unknown => {
		const value = properties.get(name);
		properties.delete(name);
		return value;
	};
	const kind = faultKinds.find((faultKind) => faultKind === properties.get('kind'));
	if (!kind) throw new Refusal(400, `kind must be one of ${faultKinds.join(', ')}`);
	take('kind');
	const fault: FaultOptions = { kind };
	const operation = take('operation');
	const location = take('location');
	const times = take('times');
	if (typeof operation === 'string') fault.operation = operation;
	if (typeof location === 'string') fault.location = location;
	if (typeof times === 'number' || times === 'forever') fault.times = times;
	for (const name of NUMBERS) {
		const value = take(name);
		if (typeof value === 'number') fault[name] = value;
	}
	fault.after = take('after') === true;
	fault.retryAfterAs = take('retryAfterAs') === 'date' ? 'date' : 'seconds';
	if (properties.size > 0)
		throw new Refusal(400, `unknown: ${[...properties.keys()].join(', ')}`);
	return fault;
}
