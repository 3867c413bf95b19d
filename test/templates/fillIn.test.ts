import type { INodeParameters, NodeOperationError, NodeParameterValueType } from 'n8n-workflow';
import { byId } from '../contract/row';
import { token } from '../support/engine/credentials';
import { runNode } from '../support/engine/runNode';
import { type SentRequest, Service } from '../support/engine/service';

let service: Service;
afterEach(() => service.close());

type Placeholder = { name: string; value: string | number };

const step = (values: Placeholder[], templateId: NodeParameterValueType = byId('5')) => ({
	node: 'messagingServiceTemplates' as const,
	parameters: {
		...{ resource: 'template', operation: 'fillIn', templateId },
		placeholders: { values },
	} as INodeParameters,
});
const people = [{ json: { who: 'Ann', phone: '1' } }, { json: { who: 'Кіра', phone: '2' } }];

/** A service whose template has this text. */
function serviceWith(message: unknown) {
	const result = { id: 5, name: 'Greeting', message, parts: 1 };
	service = new Service(() => ({ body: { status: 'OK', result } }));
}

async function filled(text: unknown, values: Placeholder[]) {
	serviceWith(text);
	const { error, items } = await runNode(step(values));
	return error ? error.message : items.map(({ json }) => json.message);
}

test('fills in a template per item, keeps the fields of the item, and reads the template once', async () => {
	serviceWith('Hello {name}, {name}! {shop}');
	const { items } = await runNode({
		...step([
			{ name: 'name', value: '={{ $json.who }}' },
			{ name: ' shop ', value: 'Flower Shop' },
		]),
		items: people,
	});
	const template = { template_id: 5, template_name: 'Greeting' };
	expect(items.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[
			{
				...{ who: 'Ann', phone: '1', ...template },
				...{ message: 'Hello Ann, Ann! Flower Shop', parts: 1, encoding: 'GSM-7' },
			},
			{ item: 0 },
		],
		[
			{
				...{ who: 'Кіра', phone: '2', ...template },
				...{ message: 'Hello Кіра, Кіра! Flower Shop', parts: 1, encoding: 'UCS-2' },
			},
			{ item: 1 },
		],
	]);
	expect(service.requests.map(({ path, query }) => [path, query])).toEqual([
		[
			'/api/v2/getTemplateMessageById',
			[
				['token', token],
				['template_id', '5'],
			],
		],
	]);
});

test('each item takes its own template, and each template is read once', async () => {
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
	['{ a }{a}', [{ name: ' a', value: 1 }], '11'],
	['{} { } {', [], '{} { } {'],
	['{"a": {a}}', [{ name: 'a', value: 'x' }], '{"a": x}'],
	[
		'{a}{b}',
		[
			{ name: 'a', value: '{b} $& $1' },
			{ name: 'b', value: 0 },
		],
		'{b} $& $10',
	],
	// In another language the same step may need fewer placeholders.
	['Hola', [{ name: 'a', value: 'x' }], 'Hola'],
])('fills in %j', async (text, values, message) => {
	expect(await filled(text, values)).toEqual([message]);
});

const named = { name: 'a', value: 'x' };
test.each<[string, unknown, Placeholder[], string]>([
	[
		'placeholders without a value, all in one error',
		'{a} {b} {c} {b}',
		[named, { name: 'c', value: ' ' }],
		"'Placeholders' have no value for {b}, {c}, which the template needs",
	],
	[
		'a value of a character that nobody sees',
		'{a}',
		[{ name: 'a', value: '\u200b' }],
		"'Placeholders' have no value for {a}, which the template needs",
	],
	[
		'a placeholder twice',
		'{a}',
		[named, { ...named, name: 'a ' }],
		`'Placeholders' have "a" twice`,
	],
	['double braces', 'Hi {{a}}', [named], "'Template' has {{a}} in double braces"],
	[
		'a value that is no text',
		'{a}',
		[{ name: 'a', value: '={{ ({ b: 1 }) }}' }],
		"'Placeholders' is an object, not text",
	],
	['a template that is empty', '', [], "'Template' has no text"],
	['a template without a text', null, [], "'Template' has no text"],
	['a template whose text is a list', ['a'], [], "'Template' is a list, not text"],
])('rejects %s', async (_, text, values, message) => {
	expect(await filled(text, values)).toBe(message);
});

test('rejects another template than the chosen one', async () => {
	serviceWith('We reject your complaint');
	const { error } = await runNode(step([], byId('6')));
	expect(error?.message).toBe("'Template' is 6, but the service returned the template 5");
});

test('with Continue an item that cannot be filled in fails alone', async () => {
	serviceWith('Hello {name}');
	const { items } = await runNode({
		...step([{ name: 'name', value: '={{ $json.who }}' }]),
		items: [people[0], { json: {} }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => [json.message, json.error, json.error_kind])).toEqual([
		['Hello Ann', undefined, undefined],
		[undefined, expect.stringContaining('{name}'), 'invalid'],
	]);
});

test('reads nothing if a placeholder is wrong', async () => {
	serviceWith('{a}');
	const { error } = await runNode(step([named, named]));
	expect((error as NodeOperationError).description).toContain('Remove one of them.');
	expect(service.requests).toEqual([]);
});
