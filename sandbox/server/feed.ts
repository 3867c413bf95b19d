import type { ServerResponse } from 'node:http';
import type { Message, Reply } from '../account/records';
import type { Faults } from './faults';
import type { LoggedRequest } from './requestLog';
import { shownMessage, shownReply } from './shown';

const EVERY_MS = 100;
/** Maximum number of messages in one event. If more messages change, pages reload all data. */
const MOST_AT_ONCE = 300;

export class Feed {
	private readonly pages = new Set<ServerResponse>();
	private pending = new Set<Message>();
	private timer: NodeJS.Timeout | undefined;

	open(page: ServerResponse): void {
		page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		page.write('retry: 1000\n\n');
		this.pages.add(page);
		page.on('close', () => this.pages.delete(page));
	}

	/**
	 * Announces changes of the account. Collects changes, because a mailing can change thousands of
	 * messages.
	 */
	changed(messages: Message[]): void {
		if (this.pages.size === 0) return;
		for (const message of messages) this.pending.add(message);
		if (this.timer) return;
		this.timer = setTimeout(() => this.flush(), EVERY_MS);
		this.timer.unref();
	}

	replied(reply: Reply): void {
		this.tell('reply', shownReply(reply));
	}

	/** Announces a rejected request without its JSON body, which may be long. */
	rejected({ json: _json, ...request }: LoggedRequest): void {
		this.tell('rejected', request);
	}

	faults(faults: ReturnType<Faults['list']>): void {
		this.tell('faults', faults);
	}

	undeliverable(recipients: string[]): void {
		this.tell('undeliverable', recipients);
	}

	refresh(): void {
		this.tell('refresh', {});
	}

	stop(): void {
		clearTimeout(this.timer);
		for (const page of this.pages) page.end();
	}

	private flush(): void {
		this.timer = undefined;
		const { pending } = this;
		this.pending = new Set();
		this.tell('account', {});
		if (pending.size > MOST_AT_ONCE) this.refresh();
		else if (pending.size > 0) this.tell('messages', [...pending].map(shownMessage));
	}

	private tell(event: string, data: unknown): void {
		const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
		for (const page of this.pages) page.write(text);
	}
}
