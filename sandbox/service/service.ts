import type { Settings } from '../options';
import { Refusal, refuse } from '../wire/refusal';
import type { UploadedFile } from '../wire/values';
import { Batches } from './batches';
import { Clock } from '../account/clock';
import { newList } from '../account/contacts';
import { Files } from './files';
import { Mailings } from './mailings';
import { Outbox } from './outbox';
import type { ContactList, Message, PreparedSms, Template } from '../account/records';
import { Replies } from './replies';
import { seed } from '../account/seed';
import { Singles } from './singles';
import { Unsubscribed } from '../account/unsubscribed';

/** The account and everything that happened in it; `reset` of the sandbox makes a new one. */
export class Service {
	readonly alphanames = new Map<number, string>();
	readonly vibernames = new Map<number, string>();
	readonly lists = new Map<number, ContactList>();
	readonly templates = new Map<number, Template>();
	readonly emailTemplates = new Map<number, string>();
	readonly prepared = new Map<number, PreparedSms>();
	readonly unsubscribed = new Unsubscribed();
	readonly files = new Files();
	readonly outbox: Outbox;
	readonly mailings: Mailings;
	readonly batches: Batches;
	readonly singles: Singles;
	readonly replies: Replies;
	balance: number;
	private lastId = 1_000;

	constructor(
		readonly settings: Settings,
		readonly clock: Clock,
		changed: (messages: Message[]) => void,
	) {
		this.balance = settings.balance;
		this.outbox = new Outbox(clock, settings, changed);
		this.mailings = new Mailings(this);
		this.batches = new Batches(this);
		this.singles = new Singles(this);
		this.replies = new Replies(this, changed);
		seed(this);
		this.lastId += settings.firstId;
	}

	/** One sequence for mailings, prepared SMS, single Viber messages, lists and templates. */
	nextId(): number {
		return ++this.lastId;
	}

	addList(name: string): ContactList {
		const list = newList(this.nextId(), name);
		this.lists.set(list.id, list);
		return list;
	}

	addTemplate(name: string, message: string): Template {
		const template = { id: this.nextId(), name, message };
		this.templates.set(template.id, template);
		return template;
	}

	list(id: number, parameter = 'list_id'): ContactList {
		return known(this.lists.get(id), parameter);
	}

	template(id: number): Template {
		return known(this.templates.get(id), 'template_id');
	}

	preparedSms(id: number): PreparedSms {
		return known(this.prepared.get(id), 'message_id');
	}

	/** Without an id the account's first name is used (a choice: not documented). */
	sender(kind: 'alphaname_id' | 'vibername_id', id?: number): { id: number; name: string } {
		const names = kind === 'alphaname_id' ? this.alphanames : this.vibernames;
		const chosen = id ?? [...names.keys()][0];
		return { id: chosen, name: known(names.get(chosen), kind) };
	}

	debit(amount: number): void {
		if (amount > this.balance) throw new Refusal(400, 'Insufficient funds to continue');
		this.balance -= amount;
	}

	keep(upload: UploadedFile): string {
		return this.files.keep(upload);
	}
}

export function known<T>(found: T | undefined, parameter: string): T {
	if (found === undefined) throw refuse(parameter, 'unknown');
	return found;
}
