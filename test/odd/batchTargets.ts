import type { IDataObject } from 'n8n-workflow';
import type { InputItem } from '../support/engine/runNode';
import { ABSENT, isBlank, REFUSED } from './documented/forms';
import {
	baseOf,
	baseWire,
	callbackOf,
	type Expected,
	isChoice,
	isShown,
	type OddField,
	type OddOperation,
	parametersOf,
	similarTo,
	type Sent,
	tokenOf,
	type Way,
} from './model';
import {
	chosen,
	hiddenBy,
	type Manner,
	outcomesOf,
	type Target,
	toExpected,
	waysFor,
} from './target';

/** The recipients around the one that is fed, in no way like it. */
const others = [
	{ phone: '380671112233', email: 'one@example.org' },
	{ phone: '380671112244', email: 'two@example.org' },
];
const fed = { phone: '380501234567', email: 'anna@example.com' };
const PERSONAL = ['text', 'button_link', 'subject', 'message'];

const fieldOf = ({ fields }: OddOperation, way: Way, key: string) =>
	fields.find((one) => one.key === key && isShown(one, way));
const isRecipient = ({ key, isOption }: OddField) => !isOption && ['phone', 'email'].includes(key);

/** The values by the API's names, which the request has to carry. */
interface Values {
	shared: Record<string, string | undefined>;
	/** For each recipient. */
	each: Array<Record<string, string>>;
}

function typeOf(operation: OddOperation, way: Way): string {
	const field = fieldOf(operation, way, 'message_type');
	return field ? baseWire(field, way) : 'bulk';
}
const isJson = (operation: OddOperation, way: Way) =>
	fieldOf(operation, way, 'Mailings (JSON)') !== undefined;

/** The mailing object, or the form of an email batch, without the callback. */
export function mailingOf(operation: OddOperation, { shared, each }: Values): IDataObject {
	const { api } = operation;
	const recipient = api === 'sendBulkEmail' ? 'email' : 'phone';
	const isPersonal = shared.message_type === 'personal';
	const mailing: IDataObject = {};
	const content: IDataObject = {};
	for (const [key, value] of Object.entries(shared)) {
		if (value === undefined) continue;
		if (api !== 'sendBulkViber') mailing[key] = value;
		else if (key === 'content_type') content.type = value;
		else if (['text', 'image_url', 'caption', 'button_link'].includes(key))
			content[key] = value;
		else mailing[key] = value;
	}
	if (api === 'sendBulkViber') mailing.content = content;
	mailing.delivery_list = isPersonal ? each : each.map((one) => one[recipient]);
	return mailing;
}

export function pairsOf(value: unknown, key: string): Sent[] {
	if (value === undefined) return [];
	if (typeof value !== 'object' || value === null) return [[key, String(value)]];
	return Object.entries(value).flatMap(([name, inner]) => pairsOf(inner, `${key}[${name}]`));
}

/** The request for a mailing object. */
export function requestOf(
	operation: OddOperation,
	mailing: IDataObject,
	callback?: string,
): Sent[] {
	const { api } = operation;
	const wire: Sent[] = [tokenOf(api)];
	if (api === 'sendBulkEmail') {
		for (const [key, value] of Object.entries(mailing))
			wire.push(...pairsOf(value, `form ${key}`));
		return wire;
	}
	if (callback !== undefined) wire.push(['query callback_url', callback]);
	return [...wire, ...pairsOf([mailing], 'query messages')];
}

/** The JSON of mailings in a way of filling in the rest of the form. */
export const JSON_MAILINGS: Record<string, IDataObject> = {
	sendBulkSms: {
		alphaname_id: '1363',
		name: 'Spring sale',
		message_type: 'bulk',
		text: 'Hello there',
		delivery_list: ['380671112233'],
	},
	sendBulkViber: {
		alphaname_id: '1363',
		name: 'Spring sale',
		message_type: 'bulk',
		content: { type: 'text', text: 'Hello there' },
		delivery_list: ['380671112233'],
	},
	sendBulkEmail: {
		sender_email: 'anna@example.com',
		message_type: 'bulk',
		subject: 'Spring sale',
		message: 'Hello there',
		delivery_list: ['one@example.org'],
	},
};

/** What a batch sends in a way; `fedWire` is the value of the fed field, and `index` its item. */
export function batchWire(
	operation: OddOperation,
	way: Way,
	count: number,
	change: { field?: OddField; wire?: string; index: number; without?: boolean },
): Sent[] {
	const shownFields = operation.fields.filter(
		(field) =>
			field.apiName !== false &&
			isShown(field, way) &&
			(!field.isOption || field === change.field),
	);
	const wireFor = (field: OddField) =>
		field === change.field ? change.wire : baseWire(field, way);
	const callback =
		callbackOf(operation, way) ??
		shownFields.filter(({ key }) => key === 'callback_url').map(wireFor)[0];
	if (isJson(operation, way)) {
		return requestOf(operation, JSON_MAILINGS[operation.api], callback);
	}
	const isPersonal = typeOf(operation, way) === 'personal';
	const perItem = shownFields.filter(
		(field) => isRecipient(field) || (isPersonal && PERSONAL.includes(field.key)),
	);
	const values: Values = { shared: {}, each: [] };
	for (const field of shownFields) {
		if (perItem.includes(field) || field.key === 'callback_url') continue;
		values.shared[field.key] = wireFor(field);
	}
	for (let index = 0; index < count; index++) {
		const isFed = index === change.index;
		if (isFed && change.without) continue;
		const one: Record<string, string> = {};
		for (const field of perItem) {
			const word = isRecipient(field)
				? recipientAt(index, count)[field.key as 'phone' | 'email']
				: baseWire(field, way);
			const wire = isFed && field === change.field ? change.wire : word;
			if (wire !== undefined) one[field.key] = wire;
		}
		values.each.push(one);
	}
	return requestOf(operation, mailingOf(operation, values), callback);
}

/** With three items the middle one is fed, for what each has of its own. */
const recipientAt = (index: number, count: number) =>
	count === 1 || index === 1 ? fed : others[index === 0 ? 0 : 1];

/** Allowed by the API document: no picture in personal mailings. */
const isPossible = (operation: OddOperation, way: Way) => {
	const content = fieldOf(operation, way, 'content_type');
	return !(
		content &&
		baseWire(content, way) === 'image' &&
		typeOf(operation, way) === 'personal'
	);
};

function batchTarget(operation: OddOperation, field: OddField, way: Way): Target {
	const isPersonal = typeOf(operation, way) === 'personal';
	const isPerItem =
		!field.isOption && (isRecipient(field) || (isPersonal && PERSONAL.includes(field.key)));
	const index = isPerItem ? 1 : 0;
	const alone = field.key === 'Recipients per Request';
	const countIn = (manner: Manner) => (alone || manner === 'fixed' ? 1 : 3);
	const indexIn = (manner: Manner) => (countIn(manner) === 1 ? 0 : index);
	const recipient = operation.fields.find(isRecipient);
	const personalBase = baseOf(field, way);
	return {
		operation,
		title: field.at.join('.'),
		labels: [field.displayName],
		hides: hiddenBy(field, operation),
		form: {
			...field.form,
			base: personalBase,
			shapes: isChoice(field) ? similarTo(field) : field.form.shapes,
		},
		isPerItem: false,
		hasOthers: isPerItem,
		index,
		parameters: (raw, manner) => {
			const override = new Map<OddField, unknown>();
			const key = recipient?.key ?? '';
			if (recipient) {
				const own = fed[key as 'phone' | 'email'];
				override.set(recipient, countIn(manner) === 1 ? own : `={{ $json.${key} }}`);
			}
			for (const one of operation.fields) {
				if (one.key === 'Mailings (JSON)') {
					override.set(one, JSON.stringify([JSON_MAILINGS[operation.api]]));
				}
			}
			return parametersOf(operation, way, override.set(field, raw));
		},
		items: (value, manner): InputItem[] => {
			const count = countIn(manner);
			return Array.from({ length: count }, (_, at) => {
				const own = recipientAt(at, count);
				const word = isRecipient(field)
					? own[field.key as 'phone' | 'email']
					: personalBase;
				const v = at === indexIn(manner) ? value : word;
				return { json: { ...own, v } as IDataObject };
			});
		},
		expected: (given, manner): Expected[] => {
			const count = countIn(manner);
			const change = { field, index: indexIn(manner) };
			if (isChoice(field)) {
				return chosen(operation, field, way, given, manner, (meant, meaning) => {
					if (!isPossible(operation, meant)) return { refused: true };
					if (field.key === 'Dry Run' && meaning === true) return {};
					const words = meaning === undefined ? [] : field.form.judge(meaning);
					const wire = typeof words[0] === 'string' ? words[0] : undefined;
					return { wire: batchWire(operation, meant, count, { ...change, wire }) };
				});
			}
			return toExpected(outcomesOf(operation, field, given, manner), (outcome) =>
				batchWire(operation, way, count, {
					...change,
					wire: outcome === ABSENT ? undefined : outcome,
				}),
			).map((one) =>
				one.refused && isPerItem && count > 1
					? {
							...one,
							wire: batchWire(operation, way, count, { ...change, without: true }),
						}
					: one,
			);
		},
	};
}

/** One value inside the JSON of mailings. */
function jsonTargets(operation: OddOperation, way: Way): Target[] {
	const { api } = operation;
	const json = fieldOf(operation, way, 'Mailings (JSON)');
	if (!json) return [];
	const base = JSON_MAILINGS[api];
	const formed = operation.fields.filter(
		({ key, apiName }) => apiName !== false && key !== 'callback_url',
	);
	const callback = batchWire(operation, way, 1, { index: 0 }).find(
		([name]) => name === 'query callback_url',
	)?.[1] as string | undefined;
	const targets = formed.flatMap((field): Target[] => {
		const { key } = field;
		const recipient = isRecipient(field);
		const inContent = api === 'sendBulkViber' && ['text', 'content_type'].includes(key);
		if (api === 'sendBulkViber' && ['image_url', 'caption', 'button_link'].includes(key))
			return [];
		const name = key === 'content_type' ? 'type' : key;
		const withValue = (value: unknown): IDataObject => {
			const mailing = structuredClone(base);
			if (recipient) mailing.delivery_list = [value as string];
			else if (inContent) (mailing.content as IDataObject)[name] = value as string;
			else mailing[name] = value as string;
			if (value === ABSENT) delete mailing[name];
			return mailing;
		};
		return [
			{
				operation,
				title: `${json.name} JSON ${name}`,
				labels: [json.displayName],
				form: field.form,
				isPerItem: false,
				index: 0,
				only: 'expression',
				parameters: () =>
					parametersOf(operation, way, new Map([[json, '={{ $json.mailings }}']])),
				items: (value) => [{ json: { mailings: [withValue(value)] } }],
				expected: (given) => {
					// A switch of JSON is the API's own: its words are those of the API.
					const isOwn = ['content_type', 'message_type'].includes(key);
					if (isOwn && !isBlank(given) && given !== field.form.base) {
						return isWord(given) ? [] : [{ refused: true }];
					}
					// The API document has a default for the type of an email batch.
					const hasDefault = api === 'sendBulkEmail' && key === 'message_type';
					const isRequired = (key in base && !hasDefault) || recipient || inContent;
					const widens = /schedule/.test(key) || /^track/.test(key);
					const outcomes = !isBlank(given)
						? field.form.judge(given)
						: isRequired || widens
							? [REFUSED]
							: [ABSENT, REFUSED];
					return toExpected(outcomes as never, (outcome) =>
						requestOf(operation, withValue(outcome), callback),
					);
				},
			},
		];
		function isWord(given: unknown) {
			const words = field.form.shapes.flat().map((word) => String(word).trim().toLowerCase());
			// An object may have no text: one without a prototype.
			const text = typeof given === 'object' ? JSON.stringify(given) : String(given);
			return words.includes(
				text
					.replace(/[[\]"]/g, '')
					.trim()
					.toLowerCase(),
			);
		}
	});
	const whole: Target = {
		operation,
		title: json.name,
		labels: [json.displayName],
		form: {
			base: JSON.stringify([base]),
			shapes: [
				[base],
				base,
				JSON.stringify(base),
				[],
				'[]',
				'{',
				[base, 5],
				'[null]',
				{ ...base, extra: 1 },
			],
		},
		isPerItem: false,
		index: 0,
		parameters: (raw) => parametersOf(operation, way, new Map([[json, raw]])),
		items: (value) => [{ json: { v: value as string } }],
		expected: (given) => {
			let parsed: unknown = given;
			if (typeof given === 'string') {
				try {
					parsed = JSON.parse(given);
				} catch {
					return [{ refused: true }];
				}
			}
			const mailing = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed;
			// Another word in it is another valid mailing.
			const keys = (value: unknown) => Object.keys(Object(value) as object).join();
			const isBase = JSON.stringify(mailing) === JSON.stringify(base);
			if (!isBase && keys(mailing) === keys(base)) return [];
			return isBase ? [{ wire: requestOf(operation, base, callback) }] : [{ refused: true }];
		},
	};
	return [...targets, whole];
}

export function batchTargets(operation: OddOperation): Target[] {
	const ways = operation.ways.filter((way) => isPossible(operation, way));
	const json = ways.find((way) => isJson(operation, way));
	const plain = operation.fields
		.filter(({ key }) => key !== 'Mailings (JSON)')
		.flatMap((field) => waysFor(field, ways).map((way) => batchTarget(operation, field, way)));
	return [...plain, ...(json ? jsonTargets(operation, json) : [])];
}
