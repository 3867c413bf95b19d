import type { Settings } from '../options';
import { Dates } from '../wire/dates';
import { orRefuse, Refusal } from '../wire/refusal';
import type { Clock } from './clock';
import { importRows, newList } from './contacts';
import type { ContactList, Template } from './records';
import { FIELDS, seed } from './seed';
import { Unsubscribed } from './unsubscribed';

export class Account {
	readonly alphanames = new Map(seed.alphanames);
	readonly vibernames = new Map(seed.vibernames);
	readonly lists = new Map<number, ContactList>();
	readonly templates = new Map<number, Template>();
	readonly emailTemplates = new Map(seed.emailTemplates);
	readonly unsubscribed = new Unsubscribed();
	readonly dates: Dates;
	balance: number;
	private lastId = 1_000;

	constructor(
		readonly settings: Settings,
		readonly clock: Clock,
	) {
		this.dates = new Dates(settings.timeZone);
		this.balance = settings.balance;
		for (const [name, rows] of seed.lists) importRows(this.addList(name), FIELDS, rows);
		for (const [name, message] of seed.templates) this.addTemplate(name, message);
		this.lastId += settings.firstId;
	}

	/**
	 * One sequence of IDs for mailings, prepared SMS, single Viber messages, lists and templates.
	 */
	nextId(): number {
		return ++this.lastId;
	}

	get usedIdCount(): number {
		return this.lastId - 1_000 - this.settings.firstId;
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
		return orRefuse(this.lists.get(id), parameter);
	}

	template(id: number): Template {
		return orRefuse(this.templates.get(id), 'template_id');
	}

	/**
	 * If `id` is missing, chooses the first name other than the system name, because the API
	 * documents no default sender.
	 */
	sender(kind: 'alphaname_id' | 'vibername_id', id?: number): { id: number; name: string } {
		const names = kind === 'alphaname_id' ? this.alphanames : this.vibernames;
		const chosen = id ?? [...names.keys()].find((nameId) => nameId > 0) ?? 0;
		return { id: chosen, name: orRefuse(names.get(chosen), kind) };
	}

	debit(amount: number): void {
		if (amount > this.balance) throw new Refusal(400, 'Insufficient funds to continue');
		this.balance -= amount;
	}
}
