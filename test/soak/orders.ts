import { type Ledger, outcomeOf } from './ledger';
import { type Path, paths } from './workflows';
import { expandRanges } from '../support/ranges';

const EVERY_MS = 500;
/** Maximum number of open orders, so that orders do not pile up on a slow machine. */
const MOST_OPEN = 8;
const SIZES = [1, 3, 10, 20, 5];
const PATIENCE = 180_000;

interface Item {
	error?: string;
	phone?: string;
	indexes?: string;
	inserted?: number;
	updated?: number;
}

interface Answer {
	failed: boolean;
	items: Item[];
}

/** Places orders with n8n at a steady pace, and records their outcome according to n8n. */
export class Orders {
	placed = 0;
	people = 0;
	/** Recipients of orders whose workflow failed, by the order's number. */
	readonly failed = new Map<number, string[]>();
	private readonly open = new Set<Promise<void>>();

	/**
	 * @param urls of all n8n that get the orders; only outcomes of the first are recorded
	 * @param sent records the recipients of messages
	 * @param imported records the imported contacts
	 */
	constructor(
		private readonly urls: string[],
		private readonly sent: Ledger,
		private readonly imported: Ledger,
	) {}

	/** Places orders until `end`, and then waits for the open orders. */
	async placeUntil(end: number): Promise<void> {
		while (Date.now() < end) {
			if (this.open.size < MOST_OPEN) {
				const order: Promise<void> = this.place().finally(() => this.open.delete(order));
				this.open.add(order);
			}
			await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
		}
		await Promise.all(this.open);
	}

	private async place(): Promise<void> {
		const number = this.placed++;
		const path = paths[number % paths.length];
		const size = SIZES[Math.floor(number / paths.length) % SIZES.length];
		const people = Array.from({ length: size }, () => String(380_500_000_000 + this.people++));
		const [answer] = await Promise.all(
			this.urls.map(async (url) => await post(url, path, number, people)),
		);
		this.note(path, number, people, answer);
	}

	private note(path: Path, number: number, people: string[], { failed, items }: Answer): void {
		const ledger = path === 'import' ? this.imported : this.sent;
		if (failed) {
			// The step may have sent the message to any of the recipients.
			for (const person of people) ledger.note(person, 'perhaps');
			this.failed.set(number, people);
		} else if (path === 'import') {
			const [{ inserted = 0, updated = 0 }] = items;
			if (inserted + updated !== people.length)
				throw new Error(`Order ${number}: ${inserted}`);
			for (const person of people) ledger.note(person, 'once');
		} else {
			const errors = errorsOf(path, people, items);
			for (const [index, person] of people.entries()) {
				ledger.note(person, outcomeOf(errors.get(index)));
			}
		}
	}
}

/**
 * Returns the errors by index of the recipient. Recipients without an error received the message.
 */
function errorsOf(path: Path, people: string[], items: Item[]): Map<number, string> {
	const failed = items.filter(({ error }) => error !== undefined);
	const errors = new Map<number, string>();
	if (path !== 'batch' && items.length !== people.length) throw new Error('A step lost an item');
	if (path === 'error-output') {
		for (const { error, phone } of failed) {
			errors.set(people.indexOf(String(phone)), String(error));
		}
	} else if (path === 'batch') {
		const sent = new Set(
			items.flatMap(({ indexes }) => (indexes === undefined ? [] : expandRanges(indexes))),
		);
		const others = [...people.keys()].filter((index) => !sent.has(index));
		for (const [at, { error }] of failed.entries()) errors.set(others[at], String(error));
		if (others.length !== failed.length) throw new Error('A batch lost somebody');
	} else {
		for (const [at, { error }] of items.entries()) if (error) errors.set(at, error);
	}
	return errors;
}

async function post(url: string, path: Path, order: number, phones: string[]): Promise<Answer> {
	const people = phones.map((phone) => ({ phone, text: `Order ${order}` }));
	const imported = phones.map((phone) => ({ phone }));
	const answer = await fetch(`${url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ order, people: path === 'import' ? imported : people }),
		signal: AbortSignal.timeout(PATIENCE),
	});
	const text = await answer.text();
	if (answer.status !== 200 && answer.status !== 500) {
		throw new Error(`/webhook/${path}: ${answer.status} ${text.slice(0, 200)}`);
	}
	return answer.ok
		? { failed: false, items: JSON.parse(text) as Item[] }
		: { failed: true, items: [] };
}
