import type { Settings } from '../options';
import { Clock } from '../account/clock';
import type { Reply } from '../account/records';
import { Service } from '../service/service';
import { Refusal } from '../wire/refusal';
import { Faults } from './faults';
import { Feed } from './feed';
import { RequestLog } from './requestLog';

/** The service, its faults and its log, without the HTTP server. */
export class RunningSandbox {
	readonly clock: Clock;
	readonly faults: Faults;
	readonly log: RequestLog;
	readonly feed = new Feed();
	service: Service;
	private firstId: number;
	private readonly waits = new Set<NodeJS.Timeout>();

	constructor(readonly settings: Settings) {
		this.clock = new Clock(settings.clock === 'manual');
		this.faults = new Faults(settings.seed);
		this.log = new RequestLog(settings.token, settings.logLimit);
		this.firstId = settings.firstId;
		this.service = this.newService();
	}

	reply(phone: string, text: string, messageId?: number): Reply | undefined {
		this.clock.runDue();
		const reply = this.service.replies.add(phone, text, messageId);
		if (reply) this.feed.replied(reply);
		return reply;
	}

	deliverNothingTo(recipients: string[]): void {
		this.service.outbox.undeliverable = new Set(recipients);
		this.feed.undeliverable(recipients);
	}

	advance(ms: number): void {
		if (!Number.isFinite(ms) || ms < 0)
			throw new Refusal(400, 'ms must be a number, 0 or more');
		this.clock.advance(ms);
	}

	sendFromWeb(name: string, text: string): number {
		const { mailings, lists } = this.service;
		const sender = this.service.sender('alphaname_id');
		const mailing = mailings.create({
			channel: 'sms',
			name,
			content: { text },
			operation: 'web site',
			origin: 'WEB',
			listId: [...lists.keys()][0],
			senderId: sender.id,
			sender: sender.name,
		});
		mailings.confirm(mailing);
		return mailing.id;
	}

	reset(): void {
		this.service.batches.stop();
		this.clock.reset();
		this.faults.clear();
		this.log.clear();
		// A trigger remembers IDs, so a reset must not repeat IDs.
		this.firstId += this.service.usedIdCount;
		this.service = this.newService();
		this.feed.refresh();
	}

	/** Waits in real time. */
	wait(ms: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				this.waits.delete(timer);
				resolve();
			}, ms);
			this.waits.add(timer);
		});
	}

	stop(): void {
		this.service.batches.stop();
		this.clock.stop();
		this.feed.stop();
		for (const timer of this.waits) clearTimeout(timer);
	}

	private newService(): Service {
		const settings = { ...this.settings, firstId: this.firstId };
		return new Service(settings, this.clock, (messages) => this.feed.changed(messages));
	}
}
