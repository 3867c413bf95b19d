import { createServer } from 'node:http';
import { json } from '../support/rawService';
import { listen, type Listening } from '../support/listen';

/** IDs of the replies or deliveries, by mailing. */
type Mailings = Map<number, number[]>;

/** A service on loopback with an account for each token. */
export class AccountsService {
	/** IDs of replies that were marked as read. */
	readonly marked: string[] = [];

	/** Token and ID of each reply that was marked as read. */
	readonly markedWith: string[] = [];

	/** Number of requests to mark replies as read. */
	marks = 0;

	/** Replies that the service reports as marked, but does not mark. */
	readonly ignored = new Set<string>();

	/** IDs of replies that the service refuses to mark as read. */
	readonly rejected = new Set<string>();

	/** The HTTP status of that refusal. */
	rejection = 400;

	/** Mailings that the service lists, but whose entries it refuses. */
	readonly unknown = new Set<string>();

	/** Called when entries of a mailing are requested. */
	onEntries: (() => void) | undefined;

	private readonly hidden: Mailings = new Map();

	private readonly accounts = new Map<string, Mailings>();

	private listening: Listening | undefined;

	static async open(): Promise<AccountsService> {
		const service = new AccountsService();
		const server = createServer((request, response) => {
			let form = '';
			request.on('data', (part) => (form += String(part)));
			request.on('end', () => {
				const url = new URL(request.url ?? '', 'http://service');
				const values = { ...Object.fromEntries(url.searchParams) };
				Object.assign(values, Object.fromEntries(new URLSearchParams(form)));
				const [body, status] = service.respond(url.pathname, values);
				json(body, status)(request, response);
			});
		});
		service.listening = await listen(server);
		return service;
	}

	get url(): string {
		return this.listening?.url ?? '';
	}

	async close(): Promise<void> {
		await this.listening?.close();
	}

	account(token: string): Mailings {
		const mailings = this.accounts.get(token) ?? new Map<number, number[]>();
		this.accounts.set(token, mailings);
		return mailings;
	}

	/**
	 * Adds entries to a mailing, which it creates if necessary.
	 * @returns the IDs of the entries
	 */
	add(token: string, mailing: number, count: number, from = mailing * 1_000): number[] {
		const mailings = this.account(token);
		const entries = mailings.get(mailing) ?? [];
		const last = entries.at(-1) ?? from;
		const added = Array.from({ length: count }, (_, n) => last + 1 + n);
		mailings.set(mailing, [...entries, ...added]);
		return added;
	}

	rotate(token: string, newToken: string): void {
		this.accounts.set(newToken, this.account(token));
		this.accounts.delete(token);
	}

	/** Removes a mailing with its entries from the account, until `show`. */
	hide(token: string, mailing: number): void {
		this.hidden.set(mailing, this.account(token).get(mailing) ?? []);
		this.account(token).delete(mailing);
	}

	show(token: string, mailing: number): void {
		this.account(token).set(mailing, this.hidden.get(mailing) ?? []);
	}

	private respond(path: string, values: Record<string, string>): [unknown, number] {
		const mailings = this.accounts.get(values.token);
		if (!mailings) return [{ error: 'Invalid token' }, 403];
		const ok = (result: unknown): [unknown, number] => [{ status: 'OK', result }, 200];
		const operation = path.split('/').pop();
		if (operation === 'getViberMessages') {
			const ids = [...mailings.keys()].slice(Number(values.limit_offset));
			return ok(ids.map((message_id) => ({ message_id, status: 'SENT' })));
		}
		if (operation === 'readResponseStatus') {
			this.marks++;
			const ids = values.incoming_messages.split(',');
			if (ids.some((id) => this.rejected.has(id))) {
				return [{ error: 'Not now' }, this.rejection];
			}
			const marked = ids.filter((id) => !this.ignored.has(id));
			this.marked.push(...marked);
			this.markedWith.push(...marked.map((id) => `${values.token} ${id}`));
			return ok(`${marked.length} messages flagged`);
		}
		const entries = mailings.get(Number(values.message_id));
		if (!entries || this.unknown.has(values.message_id))
			return [{ error: 'Page not found' }, 404];
		this.onEntries?.();
		return ok(
			operation === 'getNewIncomingMessages'
				? entries
						.filter((id) => !this.marked.includes(String(id)))
						.map((id) => ({ id, message: 'Yes' }))
				: entries.map((delivery_id) => ({ delivery_id, status: 'DELIVERED' })),
		);
	}
}
