import type { Batch, ContactList, Mailing } from '../account/records';
import { smsParts } from '../service/smsParts';
import type { Service } from '../service/service';
import type { RunningSandbox } from './runningSandbox';
import { type SentMessage, shownMessage } from './shown';

/** Maximum number of records on the page. Totals count all records. */
const MOST_RECORDS = 50;
const MOST_ROWS = 50;

interface Some<T> {
	total: number;
	rows: T[];
}

export interface ShownMailing {
	id: number;
	channel: Mailing['channel'];
	name: string;
	status: Mailing['status'];
	/** Name of the contact list; null for a mailing of a batch. */
	list: string | null;
	sender: string;
	subject: string | null;
	text: string;
	createdAt: number;
	scheduledAt: number | null;
	recipients: Some<SentMessage>;
	/** Number of contacts who would receive the mailing if it were confirmed now. */
	reaches: number;
}

export interface ShownBatch {
	uuid: string;
	operation: Batch['operation'];
	startedAt: number;
	isDone: boolean;
	entries: Array<{ mailing: ShownMailing | null; errors: string[] }>;
}

export interface ShownAccount {
	/**
	 * Mailings to contact lists: first unconfirmed mailings, then confirmed mailings, each newest
	 * first.
	 */
	mailings: Some<ShownMailing>;
	batches: Some<ShownBatch>;
	/** Contacts are rows of values, newest first. */
	lists: Some<{ id: number; name: string; columns: string[]; contacts: Some<string[]> }>;
	templates: Some<{ id: number; name: string; message: string; parts: number }>;
	emailTemplates: Array<{ id: number; name: string }>;
	smsSenders: Array<{ id: number; name: string }>;
	viberSenders: Array<{ id: number; name: string }>;
}

const first = <T, Shown>(all: T[], most: number, show: (entry: T) => Shown): Some<Shown> => ({
	total: all.length,
	rows: all.slice(0, most).map(show),
});

const newestFirst = <T>(all: Iterable<T>): T[] => [...all].reverse();

export function accountOf({ service, clock }: RunningSandbox): ShownAccount {
	clock.runDue();
	const mailings = newestFirst(service.mailings.all).filter(({ listId }) => listId !== undefined);
	const waiting = mailings.filter(({ status }) => status === 'NEW');
	const others = mailings.filter(({ status }) => status !== 'NEW');
	const showMailing = (mailing: Mailing) => shownMailing(service, mailing);
	const records = [...waiting, ...others];
	return {
		mailings: first(records, MOST_RECORDS, showMailing),
		batches: first(newestFirst(service.batches.all), MOST_RECORDS, (batch) =>
			shownBatch(batch, showMailing),
		),
		lists: first(newestFirst(service.lists.values()), MOST_RECORDS, shownList),
		templates: first(newestFirst(service.templates.values()), MOST_RECORDS, (template) => ({
			...template,
			parts: smsParts(template.message),
		})),
		emailTemplates: named(service.emailTemplates),
		smsSenders: named(service.alphanames),
		viberSenders: named(service.vibernames),
	};
}

const named = (names: Map<number, string>) => [...names].map(([id, name]) => ({ id, name }));

const shownMailing = (service: Service, mailing: Mailing): ShownMailing => ({
	id: mailing.id,
	channel: mailing.channel,
	name: mailing.name,
	status: mailing.status,
	list: mailing.listId === undefined ? null : service.list(mailing.listId).name,
	sender: mailing.sender,
	subject: mailing.content.subject ?? null,
	text: mailing.content.text,
	createdAt: mailing.createdAt,
	scheduledAt: mailing.scheduledAt ?? null,
	recipients: first(mailing.messages, MOST_ROWS, shownMessage),
	reaches: service.mailings.recipients(mailing).length,
});

const shownBatch = (
	{ uuid, operation, startedAt, isDone, entries }: Batch,
	showMailing: (mailing: Mailing) => ShownMailing,
): ShownBatch => ({
	uuid,
	operation,
	startedAt,
	isDone,
	entries: entries.map(({ mailing, errors }) => ({
		mailing: mailing ? showMailing(mailing) : null,
		errors: errors
			.slice(0, MOST_ROWS)
			.map(({ email, error }) => (email === undefined ? error : `${email}: ${error}`)),
	})),
});

const shownList = ({ id, name, params, contacts }: ContactList) => ({
	id,
	name,
	columns: params,
	contacts: first(newestFirst(contacts), MOST_ROWS, ({ fields }) =>
		params.map((column) => fields.get(column) ?? ''),
	),
});
