import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { renewStaticData } from '../../shared/http/n8nInternals';
import { decodeReplies, decodeStatuses } from './encoding';
import { EVENTS, KEY, type State, UNREADABLE, messageIdOf } from './state';

const ALL_DAMAGED =
	'The saved state of the trigger cannot be read, or not all of it. What came since the poll before may be missing. What comes now starts the workflow.';
/** Mailings that the warning names. */
const MAX_NAMED = 5;

/** The saved data of the node. Data that cannot hold a state, e.g. `null`, counts as a damaged state. */
export function savedData(context: IPollFunctions): IDataObject {
	const data: unknown = context.getWorkflowStaticData('node');
	if (isObject(data)) return data as IDataObject;
	return Object.assign(renewStaticData(context), { [KEY]: null });
}

/** Whether the trigger has polled for this event before. */
export function hasState(data: IDataObject, event: string): boolean {
	const saved: unknown = data[KEY];
	const others: unknown[] = EVENTS.filter((other) => other !== event);
	return saved !== undefined && !(isObject(saved) && others.includes(saved.event));
}

/**
 * The state of the poll before, as far as it can be read. Its text may be damaged, if a database was
 * repaired by hand for example. A mailing whose snapshot is damaged gets a new one, like a mailing for
 * which the activation had no time.
 *
 * @param of the event and the account that the node has now
 * @param warnings gets a line about what is damaged
 * @returns undefined if there is no state, or it is of another event
 */
export function readState(
	data: IDataObject,
	of: Pick<State, 'event' | 'urlMark' | 'tokenMark'>,
	warnings: string[] = [],
): State | undefined {
	if (!hasState(data, of.event)) return undefined;
	const saved: unknown = data[KEY];
	const isState = isObject(saved) && saved.version === 1 && saved.event === of.event;
	const raw = isState ? saved : {};
	const table = isStatuses(raw.statusTable) ? raw.statusTable : [];
	const isUsed = new Uint8Array(table.length);
	const decode = (text: string) => {
		if (of.event === 'viberReply') return void decodeReplies(text);
		for (const status of decodeStatuses(text, table.length).statuses) isUsed[status] = 1;
	};
	const mailings = readableSnapshots(raw.mailings, decode);
	const pending = isTexts(raw.pendingBaseline) ? raw.pendingBaseline : ['?'];
	const areKnown = [...mailings.ids, ...pending].every(isMailing);
	const isWhole = areKnown && typeof raw.selectionKey === 'string';
	if (!isWhole) warnings.push(ALL_DAMAGED);
	else if (mailings.damaged.length > 0) warnings.push(damagedWarning(mailings.damaged));
	return {
		...{ version: 1, event: of.event },
		urlMark: typeof raw.urlMark === 'string' ? raw.urlMark : of.urlMark,
		tokenMark: typeof raw.tokenMark === 'number' ? raw.tokenMark : of.tokenMark,
		selectionKey: isWhole ? String(raw.selectionKey) : UNREADABLE,
		// Otherwise texts that are unique, with a time for example, would never leave it.
		statusTable: table.map((status, place) => (isUsed[place] ? status : null)),
		mailings: mailings.readable,
		pendingBaseline: [...pending, ...mailings.damaged].filter(isMailing),
		toMarkAsRead: isTexts(raw.toMarkAsRead) ? raw.toMarkAsRead : [],
		toMarkAgain: isTexts(raw.toMarkAgain) ? raw.toMarkAgain : [],
		resumeAt: typeof raw.resumeAt === 'string' ? raw.resumeAt : undefined,
	};
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((one) => typeof one === 'string');

const isStatuses = (value: unknown): value is State['statusTable'] =>
	Array.isArray(value) && value.every((one) => one === null || typeof one === 'string');

const isMailing = (watched: string): boolean => /^\d+$/.test(messageIdOf(watched));

/** The ids have one that is none if it cannot be said whose snapshots they are. */
function readableSnapshots(value: unknown, decode: (text: string) => void) {
	const readable: Record<string, string> = {};
	const damaged: string[] = [];
	const snapshots: Record<string, unknown> = isObject(value) ? value : { '?': undefined };
	for (const [id, snapshot] of Object.entries(snapshots)) {
		try {
			if (typeof snapshot !== 'string') throw new Error('A snapshot is a text');
			decode(snapshot);
			if (isMailing(id)) readable[id] = snapshot;
		} catch {
			damaged.push(id);
		}
	}
	return { ids: Object.keys(snapshots), readable, damaged };
}

function damagedWarning(mailings: string[]): string {
	const more = mailings.length > MAX_NAMED ? ` and ${mailings.length - MAX_NAMED} more` : '';
	const named = mailings.slice(0, MAX_NAMED).join(', ') + more;
	return `What the trigger has saved of these mailings cannot be read: ${named}. What came since the poll before may be missing. What comes now starts the workflow.`;
}
