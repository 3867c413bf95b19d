import type { INodeParameters, NodeOperationError, NodeParameterValueType } from 'n8n-workflow';
import { byId } from '../contract/row';
import { token } from '../support/engine/credentials';
import { runNode } from '../support/engine/runNode';
import { type SentRequest, Service } from '../support/engine/service';

let service: Service;
afterEach(() => service.close());

type Placeholder = { name: string; value: string | number };
const placeholder = (name: string, value: string | number): Placeholder => ({ name, value });

const step = (values: Placeholder[], templateId: NodeParameterValueType = byId('5')) => ({
	node: 'messagingServiceTemplates' as const,
	parameters: {
		...{ resource: 'template', operation: 'fillIn', templateId },
		placeholders: { values },
	} as INodeParameters,
});
const people = [
	{ json: { who: 'Ann', phone: '1', message: 'old' } },
	{ json: { who: 'Кіра', phone: '2' } },
];

/** Starts a service whose template has this text. */
function serviceWith(message: unknown) {
	const result = { id: 5, name: 'Greeting', message, parts: 1 };
	service = new Service(() => ({ body: { status: 'OK', result } }));
}

async function filled(text: unknown, values: Placeholder[]) {
	serviceWith(text);
	const { error, items } = await runNode(step(values));
	return error ? error.message : items.map(({ json }) => json.message);
}

test('Fill In returns an item for each input item with its fields, and reads the template once', async () => {
	serviceWith('Hello {name}, {name}! {shop}');
	const { items } = await runNode({
		...step([placeholder('name', '={{ $json.who }}'), placeholder(' shop ', 'Flower Shop')]),
		items: people,
	});
	const template = { template_id: 5, template_name: 'Greeting', parts: 1 };
	const filledIn = (item: number, message: string, encoding: string) => [
		{ ...people[item].json, ...template, message, encoding },
		{ item },
	];
	expect(items.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		filledIn(0, 'Hello Ann, Ann! Flower Shop', 'GSM-7'),
		filledIn(1, 'Hello Кіра, Кіра! Flower Shop', 'UCS-2'),
	]);
	const query = [
		['token', token],
		['template_id', '5'],
	];
	expect(service.requests).toMatchObject([{ path: '/api/v2/getTemplateMessageById', query }]);
});

test('Fill In uses the template of each item, and reads each template once', async () => {
	service = new Service(({ query }: SentRequest) => {
		const id = new Map(query).get('template_id');
		return { body: { status: 'OK', result: { id, name: 'T', message: `Text ${id}` } } };
	});
	const { items } = await runNode({
		...step([], { ...byId(''), value: '={{ $json.template }}' }),
		items: [5, 6, 5].map((template) => ({ json: { template } })),
	});
	expect(items.map(({ json }) => json.message)).toEqual(['Text 5', 'Text 6', 'Text 5']);
	expect(service.requests).toHaveLength(2);
});

test.each<[string, Placeholder[], string]>([
	['{ a }{a}', [placeholder(' a', 1)], '11'],
	['{} { } {', [], '{} { } {'],
	['{"a": {a}}', [placeholder('a', 'x')], '{"a": x}'],
	['{a}{b}', [placeholder('a', '{b} $& $1'), placeholder('b', 0)], '{b} $& $10'],
	['{{}} {{ }}', [], '{{}} {{ }}'],
	['{A}{a}', [placeholder('A', 1), placeholder('a', 2)], '12'],
	['[{a}]', [placeholder('a', ' x ')], '[ x ]'],
	// Rows of the form that were left empty.
	['{a}', [placeholder('', 1), placeholder(' ', 2), placeholder('a', 'x')], 'x'],
	// In another language the same step may need fewer placeholders.
	['Hola', [placeholder('a', 'x')], 'Hola'],
])('Fill In replaces the placeholders of %j', async (text, values, message) => {
	expect(await filled(text, values)).toEqual([message]);
});

const named = placeholder('a', 'x');
const LONG = 'n'.repeat(41);
const NO_VALUE = "'Placeholders' have no value for ";
test.each<[string, unknown, Placeholder[], string]>([
	[
		'placeholders without a value, all in one error',
		'{a} {b} {c} {b}',
		[named, placeholder('c', ' ')],
		`${NO_VALUE}{b}, {c}, which the template needs`,
	],
	[
		'a value of a character that nobody sees',
		'{a}',
		[placeholder('a', '\u200b')],
		`${NO_VALUE}{a}, which the template needs`,
	],
	[
		'a placeholder twice',
		'{a}',
		[named, placeholder('a ', 'x')],
		`'Placeholders' contain "a" twice`,
	],
	['double braces', 'Hi {{a}}', [named], "'Template' has {{a}} in double braces"],
	[
		'a long name without a value, and shortens it',
		`{${LONG}}`,
		[],
		`${NO_VALUE}{${LONG.slice(1)}}, which the template needs`,
	],
	[
		'a long name twice, and shortens it',
		'{a}',
		[placeholder(LONG, 1), placeholder(LONG, 1)],
		`'Placeholders' contain "${LONG.slice(1)}" twice`,
	],
	[
		'a long name in double braces, and shortens it',
		`{{${LONG}}}`,
		[],
		`'Template' has {{${LONG.slice(3)} in double braces`,
	],
	[
		'a value that is no text',
		'{a}',
		[placeholder('a', '={{ ({ b: 1 }) }}')],
		"'Placeholders' is an object, not text",
	],
	['a template that is empty', '', [], "'Template' has no text"],
	['a template without a text', null, [], "'Template' has no text"],
	['a template whose text is a list', ['a'], [], "'Template' is a list, not text"],
])('Fill In rejects %s', async (_, text, values, message) => {
	expect(await filled(text, values)).toBe(message);
});

test('Fill In rejects a response with a template other than the chosen one', async () => {
	serviceWith('We reject your complaint');
	const { error } = await runNode(step([], byId('6')));
	expect(error?.message).toBe("'Template' is 6, but the service returned the template 5");
});

test('Fill In accepts a template whose ID is missing in the response, as Get does', async () => {
	service = new Service(() => ({ body: { status: 'OK', result: { name: 'A', message: 'Hi' } } }));
	const { items } = await runNode(step([]));
	expect(items[0].json).toMatchObject({ template_id: 5, message: 'Hi' });
});

test('Fill In with Continue returns an error only for the item that cannot be filled in', async () => {
	serviceWith('Hello {name}');
	const { items } = await runNode({
		...step([placeholder('name', '={{ $json.who }}')]),
		items: [people[0], { json: {} }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => [json.message, json.error, json.error_kind])).toEqual([
		['Hello Ann', undefined, undefined],
		[undefined, expect.stringContaining('{name}'), 'invalid'],
	]);
});

test('Fill In does not read a template if a placeholder is invalid', async () => {
	serviceWith('{a}');
	const { error } = await runNode(step([named, named]));
	expect((error as NodeOperationError).description).toContain(
		'Remove one of the two placeholders.',
	);
	expect(service.requests).toEqual([]);
});

test.each([
	['', byId('5'), 'Choose another template, or enter a text in this template.'],
	[['a'], byId('5'), 'Choose another template.'],
	[
		'Hello',
		byId('6'),
		'Choose the template again. If the error occurs again, contact the service.',
	],
])(
	'Fill In says for the text %j of the template %j what to do',
	async (text, templateId, advice) => {
		serviceWith(text);
		const { error } = await runNode(step([], templateId));
		expect((error as NodeOperationError).description).toContain(advice);
	},
);
