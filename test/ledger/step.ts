import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { throwing } from '../run/sending/observed';
import { token } from '../support/engine/credentials';
import type { InputItem, RunSetting } from '../support/engine/runNode';
import { type Case, type DrawnEntry, type Wrong, wrongsOf } from './draw';
import { cellOf, COLUMNS, type Kind, markOf } from './kinds';
import { codeOf, type Written, writtenPhone } from './phones';

/** Somebody who is to get a message, or something that is to be confirmed, imported or changed. */
export interface Entry {
	/** The place that errors name: of its item, its mailing or its recipient. */
	place: number;
	/** Its input item. */
	item: number;
	/** Texts that identify it in the requests. An import has several, or none if another row has them all. */
	marks: string[];
	/** Identifies the thing that is sent once: a message, or the occasion that a key names. */
	identity: string;
	/** Key of Send Once Per Key together with its step, which n8n knows by its node. */
	key?: string;
	wrong?: Wrong;
	isOutside: boolean;
	/** Import: the contact, and its values. An empty text clears a column. */
	contact?: number;
	cells?: Record<string, string>;
	/** The digits of its phone. */
	phone?: string;
	/** For the recipient of the first entry, with a text of its own. */
	isSecondText: boolean;
	/** The first entry once more: its recipient gets the message once. */
	isRepeated: boolean;
	drawn: DrawnEntry;
}

const CERTAIN = ['value', 'throws', 'too long'];
/** Wrong in every try. */
export const isInvalid = ({ wrong }: Entry): boolean => CERTAIN.includes(wrong ?? '');

const TIMEOUT_MS = 120;
const LONG = 'x'.repeat(161);

/** Fault of an entry. */
function wrongOf(kind: Kind, { entries }: Case, n: number, phones: Phones): Wrong | undefined {
	const { wrong } = entries[n];
	if (wrong === undefined) return phones(n)?.isRefused === true ? 'value' : undefined;
	return wrongsOf(kind).includes(wrong) ? wrong : 'value';
}

/** Spelling of an entry's phone, if it is national. */
type Phones = (n: number) => Written | undefined;

/** Where the numbers of contacts begin. */
const CONTACTS = 40;
/** Numbers of an execution. */
const NUMBERS = 10;

const phonesOf =
	({ recipient, shape }: Kind, { country, entries }: Case, from: number): Phones =>
	(n) => {
		if (country === undefined || recipient !== 'phone') return undefined;
		const { contact, way = 0 } = entries[n];
		const own = shape === 'import' ? contact : n;
		return writtenPhone(country, own + (from / 50) * NUMBERS, way);
	};

/** Reports whether texts identify entries rather than recipients, because one recipient gets two texts. */
const hasSecondText = ({ isPersonal }: Kind, { entries }: Case): boolean =>
	isPersonal === true && entries.some(({ isSecondText }) => isSecondText);

const textMarkOf = (n: number): string => markOf(n + 20);

/** Where an entry is. */
function placeOf({ shape }: Kind, n: number) {
	if (shape === 'wait') return { item: 0, place: n + 1, position: n };
	return { item: n, place: n };
}

/** @param from of the marks: no two executions have the same */
export function entriesOf(kind: Kind, drawn: Case, from: number): Entry[] {
	const phones = phonesOf(kind, drawn, from);
	const wrongs = drawn.entries.map((_, n) => wrongOf(kind, drawn, n, phones));
	const isByText = hasSecondText(kind, drawn);
	const isImport = kind.shape === 'import';
	const places = drawn.entries.map((_, n) => placeOf(kind, n));
	const phoneOf = (n: number) => {
		const ownPlace = isImport ? CONTACTS + drawn.entries[n].contact : n;
		return kind.recipient === 'phone'
			? (phones(n)?.digits ?? kind.value(from + ownPlace))
			: undefined;
	};
	return drawn.entries.map((one, n): Entry => {
		const { item, place, position } = places[n];
		const ofPhone = phones(n)?.digits ?? markOf(from + n);
		const own = isByText ? textMarkOf(from + n) : ofPhone;
		const marks = isImport ? one.columns.map((column) => cellOf(from + n, column)) : [own];
		const isSecondText = isSecond(kind, drawn, wrongs, n);
		const isRepeated = isRepeat(kind, drawn, wrongs, n);
		const keyOf = drawn.entries[places.findIndex((other) => other.item === item)];
		const key = drawn.hasKeys && kind.hasKeys ? `${kind.node}, key ${keyOf.key}` : undefined;
		const contact = isImport ? one.contact : undefined;
		return {
			...{
				place,
				item,
				key,
				contact,
				isSecondText,
				isRepeated,
				drawn: one,
				wrong: wrongs[n],
			},
			marks: isRepeated ? [] : marks,
			// The recipients of one item share its key.
			identity: key ? `${key}${position === undefined ? '' : ` of ${position}`}` : marks[0],
			isOutside: (isRepeated ? drawn.entries[0] : one).isOutside && kind.hasHours === true,
			cells: isImport ? cellsOf(drawn, from, n) : undefined,
			phone: phoneOf(isSecondText || isRepeated ? 0 : n),
		};
	});
}

const isSecond = (kind: Kind, drawn: Case, wrongs: Array<Wrong | undefined>, n: number) =>
	n > 0 &&
	hasSecondText(kind, drawn) &&
	drawn.entries[n].isSecondText === true &&
	wrongs[0] === undefined &&
	wrongs[n] === undefined;

/** With keys, the key says which messages are the same. */
const isRepeat = (kind: Kind, drawn: Case, wrongs: Array<Wrong | undefined>, n: number) =>
	n > 0 &&
	['single', 'batch'].includes(kind.shape) &&
	['phone', 'email'].includes(kind.recipient) &&
	!drawn.hasKeys &&
	drawn.entries[n].isRepeated === true &&
	wrongs[0] === undefined &&
	wrongs[n] === undefined &&
	!isSecond(kind, drawn, wrongs, n);

/** Values of a row for its contact. With Clear Empty Columns, all missing ones are empty. */
const cellsOf = ({ entries, clearEmpty }: Case, from: number, n: number) =>
	Object.fromEntries(
		COLUMNS.flatMap((column) => {
			if (entries[n].columns.includes(column)) return [[column, cellOf(from + n, column)]];
			return clearEmpty ? [[column, '']] : [];
		}),
	);

/** The first item whose value differs from that of the first one, of what is read once for all. */
export function firstOther({ readOnce }: Kind, { entries, shared }: Case): number | undefined {
	if (!readOnce || !shared) return undefined;
	const isOther = entries.map((_, n) => shared.others.includes(n));
	const found = isOther.findIndex((other) => other !== isOther[0]);
	return found < 0 ? undefined : found;
}

/** A field that is read once for all items and is an expression: its parameter and label. */
export const sharedField = ({ readOnce = [] }: Kind, { shared }: Case) =>
	shared && readOnce.length > 0 ? readOnce[shared.field % readOnce.length] : undefined;

/** The hours of entries that are not outside of them. */
const DAYTIME = '09:00-18:00 UTC';
export const NOON = Date.parse('2026-11-20T12:00:00Z');
export const EVENING = Date.parse('2026-11-20T21:30:00Z');
export const NEXT_MORNING = Date.parse('2026-11-21T09:00:00Z');

/** Reports whether the step has hours that end. */
export const hasEnd = ({ hasHours, hasHoursOfAll }: Kind, drawn: Case): boolean =>
	drawn.hoursEnd !== undefined && drawn.hasHours && (hasHours ?? hasHoursOfAll) === true;

const openHours = (kind: Kind, drawn: Case) => (hasEnd(kind, drawn) ? DAYTIME : '00:00-24:00');
const dayAfterTomorrow = () =>
	new Date(Date.now() + 2 * 86_400_000).toLocaleDateString('en', {
		weekday: 'short',
		timeZone: 'UTC',
	});

/** Reports whether an expression throws in a try, counted from 1. */
const THROWS: Record<string, (attempt: number) => boolean> = {
	throws: () => true,
	'throws first': (attempt) => attempt === 1,
	'throws later': (attempt) => attempt > 1,
};

function itemsOf(kind: Kind, given: Case, entries: Entry[], from: number) {
	const { entries: drawn, once } = given;
	const phones = phonesOf(kind, given, from);
	const ownValue = (n: number) => phones(n)?.entered ?? kind.value(from + n);
	const valueOf = (n: number) => {
		if (phones(n)?.isRefused === true) return ownValue(n);
		return entries[n].wrong === 'value' ? kind.wrong : ownValue(n);
	};
	const ofItem = (item: number) => entries.flatMap((one, n) => (one.item === item ? [n] : []));
	if (kind.shape === 'wait') {
		return [...new Set(entries.map(({ item }) => item))].map((item) => {
			const to = ofItem(item).map(valueOf);
			const key = `key ${drawn[ofItem(item)[0]].key}`;
			return { json: { value: to.join(', '), key } };
		});
	}
	const isByText = hasSecondText(kind, given);
	const textOf = (n: number) => (isByText ? textMarkOf(from + n) : n);
	const [sharedName] = sharedField(kind, given) ?? [];
	const sharedValue = sharedName === undefined ? undefined : kind.parameters[sharedName];
	const items = entries.map(({ wrong }, n): InputItem => {
		const { key, columns, contact, empty } = drawn[n];
		const { isOutside, isRepeated, isSecondText } = entries[n];
		const isImport = kind.shape === 'import';
		const isContact = isImport && wrong !== 'value' && !phones(n);
		const value = isContact ? kind.value(from + CONTACTS + contact) : valueOf(n);
		const json: IDataObject = {
			value: isRepeated || isSecondText ? ownValue(0) : value,
			text: `Hello ${textOf(isRepeated ? 0 : n)}.${wrong === 'too long' ? LONG : ''}`,
			key: `key ${key}`,
			hours: isOutside ? dayAfterTomorrow() + ' 09:00-18:00' : openHours(kind, given),
		};
		for (const column of isImport ? (empty ?? []) : []) json[column] = '';
		for (const column of isImport ? columns : []) json[column] = cellOf(from + n, column);
		if (sharedValue !== undefined) {
			json.shared = `${given.shared?.others.includes(n) ? 'a' : ''}${String(sharedValue)}`;
		}
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
		...(kind.hasHoursOfAll && hasEnd(kind, drawn) && { sendBetween: DAYTIME }),
		...(phonesOf(kind, drawn, 0)(0) && { defaultCountryCode: codeOf(drawn.country ?? 0) }),
		...(shape === 'import' && drawn.clearEmpty && { clearEmpty: true }),
		...(kind.hasLimit && limit && { maxRecipients: limit }),
		...(entries.some(({ wrong }) => wrong === 'too long') && { maxParts: 1 }),
	};
}

/** A parameter that is read once for all items, as an expression of each. */
function sharedParameter(kind: Kind, drawn: Case): INodeParameters {
	const [name] = sharedField(kind, drawn) ?? [];
	if (name === undefined) return {};
	return {
		[name]: drawn.shared?.isComputed ? '={{ $json.shared.trim() }}' : '={{ $json.shared }}',
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
		parameters: {
			...kind.parameters,
			...sharedParameter(kind, drawn),
			...{ options, requestOptions },
		} as INodeParameters,
		items: itemsOf(kind, drawn, entries, from),
		credentials: { baseUrl: url, token, maxInFlight, maxWait },
		...(mode !== 'stop' && { onError: mode }),
		...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 2 }),
		mode: 'trigger',
		executionId: `execution ${from}`,
	};
	return setting;
}
