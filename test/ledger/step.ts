import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { throwing } from '../run/sending/observed';
import { token } from '../support/engine/credentials';
import type { InputItem, RunSetting } from '../support/engine/runNode';
import { type Case, type DrawnEntry, type Wrong, wrongsOf } from './draw';
import { cellOf, type Kind, mailingOf, markOf } from './kinds';

/** Somebody who is to get a message, or something that is to be confirmed, imported or changed. */
export interface Entry {
	/** The place that errors name: of its item, its mailing or its recipient. */
	place: number;
	/** Its input item. */
	item: number;
	/** What tells it in the requests. An import has several, and none if another row has them all. */
	marks: string[];
	/** What is sent once: a message, or what a key names. */
	identity: string;
	/** Of Send Once Per Key, with its step: n8n knows that by its node. */
	key?: string;
	wrong?: Wrong;
	isOutside: boolean;
	/** Of an import. */
	contact?: number;
	drawn: DrawnEntry;
}

const TIMEOUT_MS = 120;
const LONG = 'x'.repeat(161);

/** What is wrong with an entry: a duplicate is one of the first entry. */
function wrongOf(kind: Kind, drawn: DrawnEntry[], n: number): Wrong | undefined {
	const { wrong } = drawn[n];
	if (wrong === undefined) return undefined;
	const isDuplicate = wrong === 'duplicate' && n > 0 && drawn[0].wrong === undefined;
	const isOther = wrong !== 'duplicate' && wrongsOf(kind).includes(wrong);
	return isOther || (isDuplicate && kind.shape === 'batch') ? wrong : 'value';
}

/** @param from of the marks: no two executions have the same */
export function entriesOf(
	kind: Kind,
	{ entries: drawn, perRequest, hasKeys }: Case,
	from: number,
): Entry[] {
	const wrongs = drawn.map((_, n) => wrongOf(kind, drawn, n));
	return drawn.map((one, n) => {
		const isJson = kind.shape === 'mailings';
		const mailing = Math.floor(n / Math.min(perRequest, 2));
		const isImport = kind.shape === 'import';
		const isDuplicate = wrongs[n] === 'duplicate';
		const marks = isImport
			? one.columns.map((column) => cellOf(from + n, column))
			: [markOf(from + n)];
		const isAlone = isJson || kind.shape === 'wait';
		const keyOf = isAlone ? drawn[0] : one;
		const key = hasKeys && kind.hasKeys ? `${kind.node}, key ${keyOf.key}` : undefined;
		return {
			place: isJson ? mailing : kind.shape === 'wait' ? n + 1 : n,
			item: isAlone ? 0 : n,
			marks: isDuplicate ? [] : marks,
			// The recipients of one item share its key.
			identity: key ? `${key}${isAlone ? ` of ${n}` : ''}` : marks[0],
			key,
			wrong: wrongs[n],
			isOutside: one.isOutside && kind.hasHours === true,
			contact: isImport ? one.contact : undefined,
			drawn: one,
		};
	});
}

const OPEN = '00:00-24:00';
const dayAfterTomorrow = () =>
	new Date(Date.now() + 2 * 86_400_000).toLocaleDateString('en', {
		weekday: 'short',
		timeZone: 'UTC',
	});

/** Whether an expression throws in a try, from 1. */
const THROWS: Record<string, (attempt: number) => boolean> = {
	throws: () => true,
	'throws first': (attempt) => attempt === 1,
	'throws later': (attempt) => attempt > 1,
};

/** The field with mailings as JSON, of so many recipients each. */
function mailingsOf(kind: Kind, to: string[], perRequest: number): IDataObject {
	const size = Math.min(perRequest, 2);
	const mailings: IDataObject[] = [];
	for (let n = 0; n < to.length; n += size) {
		mailings.push(mailingOf(kind, to.slice(n, n + size)));
	}
	return { mailings: JSON.stringify(mailings) };
}

function itemsOf(
	kind: Kind,
	{ entries: drawn, once, perRequest }: Case,
	entries: Entry[],
	from: number,
) {
	const valueOf = (n: number) =>
		entries[n].wrong === 'value' ? kind.wrong : kind.value(from + n);
	if (kind.shape === 'wait' || kind.shape === 'mailings') {
		const to = entries.map((_, n) => valueOf(n));
		const key = `key ${drawn[0].key}`;
		const values =
			kind.shape === 'wait' ? { value: to.join(', ') } : mailingsOf(kind, to, perRequest);
		return [{ json: { ...values, key } }];
	}
	const items = entries.map(({ wrong }, n): InputItem => {
		const { key, isOutside, columns, contact } = drawn[n];
		const isImport = kind.shape === 'import';
		const value = isImport && wrong !== 'value' ? kind.value(from + 40 + contact) : valueOf(n);
		const json: IDataObject = {
			value: wrong === 'duplicate' ? kind.value(from) : value,
			text: `Hello ${wrong === 'duplicate' ? 0 : n}.${wrong === 'too long' ? LONG : ''}`,
			key: `key ${key}`,
			hours: isOutside ? dayAfterTomorrow() + ' 09:00-18:00' : OPEN,
		};
		for (const column of isImport ? columns : []) json[column] = cellOf(from + n, column);
		return { json };
	});
	const isOnce = once !== undefined && kind.hasLimit;
	if (isOnce) throwing(items, { 0: THROWS[`throws ${once}`] }, 'throwsOnce');
	const throws = entries.flatMap(({ wrong = '' }, n) =>
		wrong in THROWS ? [[n, THROWS[wrong]] as const] : [],
	);
	return throwing(items, Object.fromEntries(throws));
}

/** Max Recipients per Run, which n8n evaluates once. */
const limitOf = ({ maxRecipients = 100, once }: Case) =>
	once === undefined
		? maxRecipients < 100 && maxRecipients
		: `={{ $json.throwsOnce ? $('No such step').first().json.a : ${maxRecipients} }}`;

function optionsOf(kind: Kind, drawn: Case, entries: Entry[]): INodeParameters {
	const { shape } = kind;
	const { perRequest, oneItemPerRecipient, dryRun, hasKeys, hasHours } = drawn;
	const limit = limitOf(drawn);
	const isSplit = shape === 'batch';
	return {
		...(isSplit && { recipientsPerRequest: perRequest, oneItemPerRecipient }),
		...(isSplit && dryRun && { dryRun }),
		...(drawn.resendUnknown && { resendUnknown: true }),
		...(kind.hasKeys && hasKeys && { sendOnceKey: '={{ $json.key }}' }),
		...(kind.hasHours && hasHours && { sendBetween: '={{ $json.hours }}' }),
		...(kind.hasLimit && limit && { maxRecipients: limit }),
		...(entries.some(({ wrong }) => wrong === 'too long') && { maxParts: 1 }),
	};
}

/** A deadline that a request may meet also if n8n was busy. */
export const hasDeadline = ({ entries }: Case) =>
	entries.some((entry) => entry.faults.some((fault) => fault.startsWith('timeout')));

/** The step of an execution, as n8n runs it. */
export function settingOf(kind: Kind, drawn: Case, entries: Entry[], from: number, url: string) {
	const { mode, tries, maxInFlight, maxWait, batching } = drawn;
	const batch = { batchSize: batching ?? 1, batchInterval: 5 };
	const requestOptions = {
		...(batching && { batching: { batch } }),
		...(hasDeadline(drawn) && { timeout: TIMEOUT_MS }),
	};
	const options = optionsOf(kind, drawn, entries);
	const setting: RunSetting = {
		node: kind.node,
		parameters: { ...kind.parameters, options, requestOptions } as INodeParameters,
		items: itemsOf(kind, drawn, entries, from),
		credentials: { baseUrl: url, token, maxInFlight, maxWait },
		...(mode !== 'stop' && { onError: mode }),
		...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 2 }),
		mode: 'trigger',
		executionId: `execution ${from}`,
	};
	return setting;
}
