import { pause } from '../support/until';

export const PEOPLE = 1_000;

export interface Posted {
	name: string;
	kind: 'order' | 'mailing';
	status: number | undefined;
}

let lastPhone = 380_500_000_000;
/** Returns a new phone for each call. */
const phone = () => String(++lastPhone);

/** Returns the HTTP status; undefined if there was no response. */
export async function post(url: string, path: string, body: object): Promise<number | undefined> {
	const request = {
		...{ method: 'POST', headers: { 'content-type': 'application/json' } },
		...{ body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) },
	};
	try {
		const response = await fetch(`${url}/webhook/${path}`, request);
		await response.arrayBuffer();
		return response.status;
	} catch {
		return undefined;
	}
}

function bodyOf(kind: Posted['kind'], name: string): object {
	if (kind === 'order') return { name, phone: phone() };
	return { name, people: Array.from({ length: PEOPLE }, () => ({ phone: phone() })) };
}

/** Controls when callers may post. */
export interface Gate {
	isOpen: () => boolean;
	/** Number of calls without a response yet. */
	inside: number;
}

export interface Load {
	/** Start of the names, different for each load. */
	prefix: string;
	orders: number;
	mailings: number;
	/** Number of concurrent callers. */
	callers: number;
	/** Default: always open. */
	gate?: Gate;
	/** Returns true to post further orders after the last. */
	goesOn?: () => boolean;
}

export const accepted = (posted: Posted[]): Posted[] =>
	posted.filter(({ status }) => status === 200);

/**
 * Posts until all orders and mailings are accepted, with the mailings evenly distributed. After a
 * rejection, posts a new order instead of repeating the old one.
 *
 * @param posted receives each finished call
 */
export async function postAll(url: string, load: Load, posted: Posted[] = []): Promise<Posted[]> {
	const { prefix, orders, mailings, callers, goesOn = () => false } = load;
	const { gate = { isOpen: () => true, inside: 0 } } = load;
	const open = { order: orders, mailing: mailings };
	const every = Math.floor((orders + mailings) / Math.max(mailings, 1));
	let calls = 0;
	const nextKind = (): Posted['kind'] => {
		const wanted = mailings > 0 && calls % every === 0 ? 'mailing' : 'order';
		const other = wanted === 'order' ? 'mailing' : 'order';
		return ([wanted, other] as const).find((kind) => open[kind] > 0) ?? 'order';
	};
	const caller = async () => {
		while (open.order > 0 || open.mailing > 0 || goesOn()) {
			if (!gate.isOpen()) {
				await pause(100);
				continue;
			}
			calls++;
			const kind = nextKind();
			open[kind]--;
			gate.inside++;
			const name = `${prefix}-${calls}`;
			const status = await post(url, kind, bodyOf(kind, name));
			gate.inside--;
			posted.push({ name, kind, status });
			if (status === 200) continue;
			open[kind]++;
			await pause(250);
		}
	};
	await Promise.all(Array.from({ length: callers }, caller));
	return posted;
}
