import { isDeepStrictEqual } from 'node:util';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';
import type { Field } from '../../nodes/shared/describe/field';
import type { AnyOperation, Resource } from '../../nodes/shared/run/operation';
import { measureSmsParts } from '../../nodes/shared/values/smsParts';
import { packageOptions } from '../../nodes/shared/describe/options';
import {
	loadNode,
	nodeFolder,
	type NodeName,
	nodeTypeName,
	readNode,
} from '../support/engine/nodeTypes';
import { nodeNames } from '../contract/interfaceTable';
import { newNode } from '../support/newNode';
import { allFields, nameOf, operationsOf, withNested } from './declared';

/** Returns the choices of a field on which other fields depend. */
const choices = ({ type, options = [] }: Field): Array<string | boolean> =>
	type === 'boolean'
		? [true, false]
		: options.flatMap((option) => ('value' in option ? [String(option.value)] : []));

/** Returns all combinations of the fields on which other fields depend. */
function waysToFill({ fields }: AnyOperation): INodeParameters[] {
	const decisive = new Set(fields.flatMap(({ showWhen = {} }) => Object.keys(showWhen)));
	return fields
		.filter(({ name }) => decisive.has(name))
		.reduce<
			INodeParameters[]
		>((ways, field) => ways.flatMap((way) => choices(field).map((choice) => ({ ...way, [field.name]: choice }))), [{}]);
}

const belongs = ({ showWhen = {} }: Field, filled: INodeParameters): boolean =>
	Object.entries(showWhen).every(([name, values]) =>
		(values as unknown[]).includes(filled[name]),
	);

/** The API declares options, or the runner has some for the operation. */
const hasOptions = (operation: AnyOperation): boolean =>
	packageOptions(operation).length > 0 ||
	operation.fields.some(({ type }) => type === 'collection');

describe.each(nodeNames)('%s', (node) => {
	let type: INodeType;
	let resources: Resource[];
	beforeEach(async () => {
		type = await readNode(node);
		({ resources } = (await import(`${nodeFolder(node)}/operations`)) as {
			resources: Resource[];
		});
	});

	/** Returns the fields that n8n shows, except resource and operation. */
	function shown(filled: INodeParameters): INodeProperties[] {
		const { description } = type;
		const saved = newNode(node, nodeTypeName(node), filled);
		const { properties } = description;
		const values = NodeHelpers.getNodeParameters(
			properties,
			filled,
			true,
			true,
			saved,
			description,
		);
		return properties
			.filter(({ name }) => name !== 'resource' && name !== 'operation')
			.filter((one) => NodeHelpers.displayParameter(values ?? {}, one, saved, description));
	}

	/** Returns all operations with all combinations. */
	const cases = () =>
		resources.flatMap(({ value: resource, operations }) =>
			operations.flatMap((operation) =>
				waysToFill(operation).map((way) => {
					const filled = { resource, operation: operation.value, ...way };
					const own = operation.fields.filter(
						(field) => field.type !== 'collection' && belongs(field, way),
					);
					return { operation, filled, own, fields: shown(filled) };
				}),
			),
		);

	test('each operation shows the fields that it declares, in their order, and no others', () => {
		for (const { operation, filled, own, fields } of cases()) {
			const named = own.map(({ name, displayName }) => [name, displayName]);
			expect([filled, fields.map(({ name, displayName }) => [name, displayName])]).toEqual([
				filled,
				[...named, ...(hasOptions(operation) ? [['options', 'Options']] : [])],
			]);
		}
	});

	test('each option is shown under the conditions that the operation declares', () => {
		for (const { operation, fields } of cases()) {
			const options = (fields.find(({ name }) => name === 'options')?.options ??
				[]) as INodeProperties[];
			const declared = operation.fields.flatMap((field) =>
				field.type === 'collection' ? (field.options as Field[]) : [],
			);
			for (const { name, showWhen } of declared) {
				const conditions = Object.entries(showWhen ?? {}).map(([on, is]) => [`/${on}`, is]);
				const show = Object.fromEntries(conditions) as object;
				const option = options.find((one) => one.name === name);
				expect([name, option?.displayOptions]).toEqual([
					name,
					conditions.length > 0 ? { show } : undefined,
				]);
			}
		}
	});
});

// n8n does not publish a step with an empty required field.
test('a Viber form marks the fields that a content type requires, and does not allow an expression for the type', async () => {
	const { description } = await readNode('messagingServiceViber');
	const marks = operationsOf(description).flatMap((one) =>
		one.fields
			.filter(
				({ name, displayOptions }) =>
					name === 'contentType' || displayOptions?.show?.contentType,
			)
			.map(({ name, displayOptions, required, noDataExpression }) => {
				const types = displayOptions?.show?.contentType?.join('|') ?? 'all';
				const isMarked = required ? ' required' : noDataExpression ? ' fixed' : '';
				return `${nameOf(one)} ${types} ${name}${isMarked}`;
			}),
	);
	const single = [
		'all contentType fixed',
		'text message required',
		'button message',
		'image message',
		'image|button imageSource fixed',
		'image imageUrl required',
		'button imageUrl',
		'image|button binaryPropertyName required',
		'button buttonText required',
		'button buttonLink required',
	];
	expect(marks).toEqual([
		...single.map((row) => `message:send ${row}`),
		...single.filter((row) => row !== 'image message').map((row) => `mailing:create ${row}`),
		'batch:send all contentType fixed',
		'batch:send text|button message required',
		'batch:send image imageUrl required',
		'batch:send button imageUrl',
		'batch:send button buttonText required',
		'batch:send button buttonLink required',
	]);
});

// n8n shows the value of an expression in place of a hint, but a notice always.
test('the notice about SMS parts in a form is true', async () => {
	const { description } = await readNode('messagingServiceSms');
	const texts = operationsOf(description).flatMap((one) => {
		const notices = one.fields.filter(({ type }) => type === 'notice');
		const about = notices
			.map(({ displayName }) => displayName)
			.filter((text) => /part/.test(text));
		return one.fields.some(({ name }) => name === 'message') ? [[nameOf(one), ...about]] : [];
	});
	const part =
		'An SMS part has 160 characters, or 70 with an emoji, a curly quote or a letter such as ā or я. Each part is charged.';
	expect(texts).toEqual([
		['message:send', part],
		['message:sendAndWait', expect.stringMatching(/at least 2 parts because of its link/)],
		['message:prepare', part],
		['mailing:create', part],
		['batch:send', part],
	]);
	for (const [character, room] of Object.entries({ a: 160, ö: 160, ā: 70, я: 70, '”': 70 })) {
		const parts = [room, room + 1].map(
			(length) => measureSmsParts(character.repeat(length)).parts,
		);
		expect([character, ...parts]).toEqual([character, 1, 2]);
	}
	const withEmoji = [68, 69].map((count) => measureSmsParts(`😀${'a'.repeat(count)}`).parts);
	expect(withEmoji).toEqual([1, 2]);
});

const FIRST_LINE = /Only the first line of Message is sent/;
const IN_BUTTON = /in a button if Link Style is Short and the link fits/;
test.each<[name: NodeName, link: RegExp, review: RegExp[]]>([
	['messagingServiceSms', /This SMS has at least 2 parts/, [FIRST_LINE]],
	['messagingServiceViber', IN_BUTTON, [/first line/]],
	['messagingServiceEmail', /The message has a link to a page/, []],
])('a notice of %s says where the link is and what a review sends', async (name, link, review) => {
	const { description } = await readNode(name);
	const parameters = { resource: 'message', operation: 'sendAndWait' };
	const step = newNode(name, nodeTypeName(name), parameters);
	const noticesOf = (type: string) => {
		const node = { ...description, name: type };
		return description.properties
			.filter((one) => one.type === 'notice')
			.filter((one) => NodeHelpers.displayParameter(parameters, one, step, node))
			.map(({ displayName }) => displayName);
	};
	const matching = (...texts: RegExp[]): unknown[] =>
		texts.map((text) => expect.stringMatching(text));
	expect(noticesOf(description.name)).toEqual(matching(link));
	expect(noticesOf(`${description.name}HitlTool`)).toEqual(matching(link, ...review));
});

/**
 * Describes the possible values of a field. n8n keeps a value when the user changes the operation,
 * so fields of one name must have the same values.
 */
const meaning = ({ type, options = [], modes = [] }: INodeProperties): string =>
	JSON.stringify([
		type,
		type === 'options' ? options.map((one) => 'value' in one && one.value).sort() : [],
		modes.map(({ typeOptions }) => typeOptions?.searchListMethod),
	]);

test.each(nodeNames)(
	'%s: a value that n8n keeps when the operation is changed means the same there',
	async (node) => {
		const { description } = await readNode(node);
		const meanings = new Map<string, Set<string>>();
		for (const { fields } of operationsOf(description)) {
			for (const { property, path } of fields.flatMap((field) => withNested(field))) {
				if (property.type === 'notice') continue;
				meanings.set(path, (meanings.get(path) ?? new Set()).add(meaning(property)));
			}
		}
		const changed = [...meanings].filter(([, all]) => all.size > 1);
		expect(changed.map(([path]) => path)).toEqual([]);
	},
);

test('the SMS sender of a Viber batch is a separate field, whose text says that it is not a Viber sender', async () => {
	const { description } = await readNode('messagingServiceViber');
	const senders = operationsOf(description).flatMap(({ resource, operation, fields }) =>
		fields
			.filter(({ name }) => /sender$/i.test(name))
			.map(({ name, hint = '' }) => [resource, String(operation.value), name, hint]),
	);
	expect(senders).toEqual([
		['message', 'send', 'sender', ''],
		['message', 'sendAndWait', 'sender', ''],
		['mailing', 'create', 'sender', ''],
		[
			'batch',
			'send',
			'batchSender',
			expect.stringMatching(/^The list shows your SMS sender names/),
		],
	]);
});

test('a group of Send and Wait shows a field only for the choice that it belongs to', async () => {
	const { description } = await readNode('messagingServiceSms');
	const wait = operationsOf(description).find(
		({ operation }) => operation.value === 'sendAndWait',
	);
	const nested = (wait?.fields ?? []).flatMap((field) => withNested(field));
	const shownFor = new Map(
		nested.map(({ property }) => [property.name, property.displayOptions?.show]),
	);
	const interval = { limitType: ['afterTimeInterval'] };
	expect(shownFor.get('approveLabel')).toBeUndefined();
	expect(shownFor.get('disapproveLabel')).toEqual({ approvalType: ['double'] });
	expect(shownFor.get('resumeAmount')).toEqual(interval);
	expect(shownFor.get('resumeUnit')).toEqual(interval);
	expect(shownFor.get('maxDateAndTime')).toEqual({ limitType: ['atSpecifiedTime'] });
});

test("Request Options of Send and Wait have the labels, bounds and defaults of n8n's", async () => {
	const factsOf = async (node: NodeName) =>
		(await loadNode(node)).description.properties
			.filter(({ name }) => name === 'requestOptions')
			.flatMap((property) => withNested(property))
			.map(({ path, property }) => [
				...[path, property.displayName, property.type, property.default],
				...[property.typeOptions, property.noDataExpression],
			]);
	const ofN8n = await factsOf('messagingServiceContacts');
	expect(ofN8n).toHaveLength(7);
	expect(await factsOf('messagingServiceSms')).toEqual(ofN8n);
});

const between = (minValue: number, maxValue: number) => [{ minValue, maxValue }];
const many = [{ multipleValues: true }];
const mapper = { resourceMapperMethod: 'listColumns', mode: 'add', supportAutoMap: true };
/** All type options of the fields with a name. */
const SIZES = {
	message: [{ rows: 4 }, { rows: 2 }, { rows: 6 }],
	...{ choices: [{ rows: 4 }], pageMessage: [{ rows: 4 }], reason: [{ rows: 2 }] },
	...{ forwardAfter: between(5, 60), maxParts: between(1, 255) },
	...{ maxRecipients: between(1, 1_000_000), recipientsPerRequest: between(1, 10_000) },
	...{ rememberDays: between(1, 365), codeLength: between(4, 16), validFor: between(1, 1_440) },
	...{ waitForFinalStatus: between(1, 900), waitForReplies: between(1, 900) },
	...{ limit: [{ minValue: 1 }], maxMailings: [{ minValue: 1 }], maxAge: between(1, 87_600) },
	resumeAmount: [{ minValue: 0.01, numberPrecision: 2 }],
	...{ additionalColumns: many, placeholders: many },
	listIds: [{ loadOptionsMethod: 'loadContactLists' }],
	mailingIds: [{ loadOptionsMethod: 'getMailings', loadOptionsDependsOn: ['event'] }],
	columns: [
		{
			loadOptionsDependsOn: ['listId.value'],
			resourceMapper: {
				...{ ...mapper, addAllFields: true, multiKeyMatch: false },
				fieldWords: { singular: 'column', plural: 'columns' },
			},
		},
	],
};
const fromList = [{ mode: 'list', value: '' }];
const on = [true];
/** All defaults of the fields with a name, without empty ones. */
const DEFAULTS = {
	...{ sender: fromList, viberSender: fromList, smsSender: fromList, batchSender: fromList },
	...{ messageId: fromList, listId: fromList, mailingId: fromList, templateId: fromList },
	...{ dryRun: on, forwardToViber: on, forwardToSms: on, replaceSpecialCharacters: on },
	...{ resendUnknown: on, showCost: on, simplify: on, oneItemPerRecipient: on },
	...{ generateCode: on, trackClicks: on, trackOpens: on, clearEmpty: on, rejectsAsItems: on },
	...{ includeExisting: on, markAsRead: on, returnAll: [false] },
	...{ forwardAfter: [60], rememberDays: [30], waitForFinalStatus: [120], limit: [50] },
	...{ waitForReplies: [120], recipientsPerRequest: [10_000], codeLength: [6], validFor: [10] },
	...{ maxAge: [24], maxMailings: [50], resumeAmount: [1], resumeUnit: ['hours'] },
	limitWaitTime: [
		{ values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	],
	...{ limitType: ['afterTimeInterval'], responseType: ['approval'], approvalType: ['double'] },
	...{ linkStyle: ['signed'], pageLanguage: ['en'], createdVia: ['api'], contentType: ['text'] },
	...{ imageSource: ['url'], binaryPropertyName: ['data'], attachment: ['data'] },
	...{ messageFormat: ['text'], returnCodeAs: ['token'], event: ['viberReply'] },
	mailings: ['all', 'selected'],
	columns: [{ mappingMode: 'defineBelow', value: null }],
};

test('the fields of the forms have these sizes, bounds and defaults', async () => {
	const sizes: Record<string, unknown[]> = {};
	const defaults: Record<string, unknown[]> = {};
	const add = (all: Record<string, unknown[]>, name: string, value: unknown) => {
		const values = (all[name] ??= []);
		if (!values.some((one) => isDeepStrictEqual(one, value))) values.push(value);
	};
	for (const node of [...nodeNames, 'messagingServiceTrigger'] as NodeName[]) {
		for (const { property } of allFields((await readNode(node)).description)) {
			const { name, typeOptions, default: byDefault } = property;
			if (typeOptions) add(sizes, name, typeOptions);
			const isEmpty = ['""', '{}', '[]'].includes(JSON.stringify(byDefault));
			if (!/^(resource|operation)$/.test(name) && !isEmpty) add(defaults, name, byDefault);
		}
	}
	expect({ sizes, defaults }).toEqual({ sizes: SIZES, defaults: DEFAULTS });
});
