import { byId, PHONE } from '../contract/row';
import { token } from '../support/engine/credentials';
import { runNode } from '../support/engine/runNode';
import { type SentRequest, Service } from '../support/engine/service';
import type { ValidationError } from '../../nodes/shared/values/formats';
import { fillPlaceholders } from '../../nodes/shared/run/options/templateText';

let service: Service;
afterEach(() => service.close());

const asked = (path: string) => service.requests.filter((request) => request.path.endsWith(path));

/** A service that has one template and takes every message. */
const serviceWith = (template: unknown) =>
	new Service(({ path }: SentRequest) => {
		if (path.endsWith('getTemplateMessageById')) {
			const result = { id: 5, name: 'Greeting', message: template, parts: 1 };
			return { body: { status: 'OK', result } };
		}
		if (path.endsWith('sendQuickSMS')) return { body: { sms_id: 1, status: 'NEW', parts: 1 } };
		return { body: { status: 'OK', result: { message_id: 9 } } };
	});

const sms = (values: Array<{ name: string; value: string }>) => ({
	resource: 'message',
	operation: 'send',
	sender: byId('1363'),
	phone: '={{ $json.phone }}',
	messageSource: 'template',
	templateId: byId('5'),
	placeholders: { values },
});
const people = [
	{ json: { phone: PHONE, who: 'Ann' } },
	{ json: { phone: PHONE, who: 'Bob' } },
	{ json: { phone: PHONE, who: 'Кіра' } },
];
const send = async (values: Parameters<typeof sms>[0], items = people) =>
	await runNode({ node: 'messagingServiceSms', parameters: sms(values), items });

test('an SMS takes its text from a template, filled per item; the template is read once', async () => {
	service = serviceWith('Hello {name}, {name}! {shop}');
	const { error, items } = await send([
		{ name: 'name', value: '={{ $json.who }}' },
		{ name: ' shop ', value: 'Flower Shop' },
	]);
	if (error) throw error;
	expect(items).toHaveLength(3);
	expect(asked('getTemplateMessageById').map(({ query }) => query)).toEqual([
		[
			['token', token],
			['template_id', '5'],
		],
	]);
	const texts = asked('sendQuickSMS').map(({ query }) => new Map(query).get('message'));
	expect(texts.sort()).toEqual(
		['Ann', 'Bob', 'Кіра'].map((who) => `Hello ${who}, ${who}! Flower Shop`),
	);
});

test('each item takes the text of its own template, and each template is read once', async () => {
	service = new Service(({ path, query }: SentRequest) => {
		if (path.endsWith('sendQuickSMS')) return { body: { sms_id: 1, status: 'NEW', parts: 1 } };
		const id = new Map(query).get('template_id');
		return { body: { status: 'OK', result: { id, name: 'T', message: `Text ${id}` } } };
	});
	const templateId = { ...byId(''), value: '={{ $json.template }}' };
	const { error } = await runNode({
		node: 'messagingServiceSms',
		parameters: { ...sms([]), templateId, options: { maxInFlight: 1 } },
		items: [5, 6, 5].map((template) => ({ json: { phone: PHONE, template } })),
	});
	expect(error).toBeUndefined();
	expect(asked('getTemplateMessageById')).toHaveLength(2);
	expect(asked('sendQuickSMS').map(({ query }) => new Map(query).get('message'))).toEqual([
		'Text 5',
		'Text 6',
		'Text 5',
	]);
});

test('a Viber button takes its text from a template without placeholders as it is', async () => {
	service = serviceWith('Just come in. {}');
	const { error } = await runNode({
		node: 'messagingServiceViber',
		parameters: {
			resource: 'message',
			operation: 'send',
			sender: byId('21'),
			phone: PHONE,
			contentType: 'button',
			messageSource: 'template',
			templateId: byId('5'),
			buttonText: 'Open',
			buttonLink: 'https://example.com/',
		},
	});
	if (error) throw error;
	const [{ form }] = asked('sendQuickViberMessage');
	expect(new Map(form).get('message')).toBe('Just come in. {}');
});

test('the text of an image may come from a template', async () => {
	service = serviceWith('unused');
	const { error } = await runNode({
		node: 'messagingServiceViber',
		parameters: {
			resource: 'message',
			operation: 'send',
			sender: byId('21'),
			phone: PHONE,
			contentType: 'image',
			imageUrl: 'https://example.com/a.png',
			messageSource: 'template',
			templateId: byId('5'),
		},
	});
	if (error) throw error;
	expect(service.requests.map(({ path }) => path)).toEqual([
		'/api/v2/getTemplateMessageById',
		'/api/v2/sendQuickViberMessage',
	]);
});

test.each([
	['a name without a value', [{ name: 'other', value: 'x' }]],
	['an empty value', [{ name: 'name', value: '={{ $json.missing }}' }]],
])('%s is refused before any item is sent', async (_, values) => {
	service = serviceWith('Hello {name}');
	const { error } = await send(values);
	expect(error?.message).toMatch(/'Placeholders' have no value for \{name\}/);
	expect(asked('sendQuickSMS')).toEqual([]);
});

test('with Continue On Fail the items that can be filled go out', async () => {
	service = serviceWith('Hello {name}');
	const { items } = await runNode({
		node: 'messagingServiceSms',
		parameters: sms([{ name: 'name', value: '={{ $json.who }}' }]),
		items: [people[0], { json: { phone: PHONE } }, people[1]],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json, pairedItem }) => [json.sms_id ?? json.error, pairedItem])).toEqual([
		[1, { item: 0 }],
		[expect.stringContaining('{name}'), { item: 1 }],
		[1, { item: 2 }],
	]);
});

const withoutText: Array<[string, unknown]> = [
	['that is null', null],
	['that is absent', undefined],
	['that is empty', ''],
	['of blanks', ' \n\u200b'],
	['that is an object', { text: 'Hello' }],
	['that is a list', ['Hello', 'Bye']],
	['that is true', true],
	['cut inside an emoji', 'Sale 👋'.slice(0, 6)],
];

test.each(withoutText)(
	'rejects a template with a text %s before an SMS is sent',
	async (_, text) => {
		service = serviceWith(text);
		const { error } = await send([]);
		expect(error?.message).toMatch(/^'Template' (has no text|contains half of)/);
		expect(asked('sendQuickSMS')).toEqual([]);
	},
);

test.each(['={{ 1.5 }}', '={{ ({ a: 1 }) }}', '-10'])(
	'names the field of a template whose ID is %s',
	async (value) => {
		service = serviceWith('Hello');
		const { error } = await runNode({
			node: 'messagingServiceSms',
			parameters: { ...sms([]), templateId: { ...byId(''), value } },
			items: people,
		});
		expect(error?.message).toMatch(/^'Template' is /);
		expect(service.requests).toEqual([]);
	},
);

test.each([
	['={{ NaN }}', 'is NaN, not text'],
	['={{ ({ a: 1 }) }}', 'is an object, not text'],
	['={{ "Ann 👋".slice(0, 5) }}', 'contains half of an emoji, because the text was cut there'],
	['=dear {{ ({ a: 1 }) }}', 'contains [object Object] in place of a value'],
	['={{ "\\u200b" }}', 'have no value for {name}, which the template needs'],
])('rejects the placeholder %s before anything is sent', async (value, problem) => {
	service = serviceWith('Hello {name}');
	const { error } = await send([{ name: 'name', value }]);
	expect(error?.message).toBe(`'Placeholders' ${problem}`);
	expect(asked('sendQuickSMS')).toEqual([]);
});

test.each([
	['Use {{name}} for {name}', 'Use {name} for Ann'],
	['{{name}} {{{name}}} {name}', '{name} {{name}} Ann'],
	['a {{ b }} {name}', 'a { b } Ann'],
])('braces that are doubled in a template are sent as single braces: %s', async (text, sent) => {
	service = serviceWith(text);
	const { error } = await send([{ name: 'name', value: 'Ann' }], [people[0]]);
	if (error) throw error;
	const [{ query }] = asked('sendQuickSMS');
	expect(new Map(query).get('message')).toBe(sent);
});

test('another template than the chosen one sends nothing', async () => {
	const result = { id: 6, name: 'Complaint', message: 'We reject your complaint', parts: 1 };
	service = new Service(() => ({ body: { status: 'OK', result } }));
	const { error } = await send([]);
	expect(error?.message).toBe("'Template' is 5, and the service returned the template 6");
	expect(asked('sendQuickSMS')).toEqual([]);
});

test('a template that cannot be read sends nothing', async () => {
	service = new Service(() => ({ status: 404, body: { error: 'No such template' } }));
	const { error } = await send([]);
	expect(error?.message).toBe("No such template ('Template' 5)");
	expect(asked('sendQuickSMS')).toEqual([]);
});

test('values are put in as they are, whatever they look like', () => {
	service = new Service(() => ({}));
	expect(
		fillPlaceholders('{a}{b}', [
			{ name: 'a', value: '{b} $& $1' },
			{ name: 'b', value: 0 },
		]),
	).toBe('{b} $& $10');
});

/** What to do about a value that cannot be put in. */
function advised(value: unknown, name = 'a'): string | undefined {
	try {
		fillPlaceholders(`{${name}}`, [{ name, value: value as string }]);
	} catch (error) {
		return (error as ValidationError).advice;
	}
	return undefined;
}

test.each([
	['{ a }', ['a'], '1'],
	['{a}{a} {b}', ['a', 'b'], '11 x'],
	['{ } {} {{a}}', [], '{ } {} {a}'],
	['{{}} {{ {a} }} {a}', ['a'], '{} { {a} } 1'],
	['{{{a}}} {{{{a}}}} {a}', ['a'], '{{a}} {{a}} 1'],
	['{{ {{b}} {a} }} {a}', ['a'], '{ {b} {a} } 1'],
	['}} {a} {{ {a}', ['a'], '} 1 { 1'],
	['{"a": {a}}', ['a'], '{"a": 1}'],
	['no braces', [], 'no braces'],
])('%p with %p becomes %p', (text, names, filled) => {
	service = new Service(() => ({}));
	const values: Record<string, unknown> = { a: 1, b: 'x' };
	const given = names.map((name) => ({ name: ` ${name}`, value: values[name] }));
	expect(fillPlaceholders(text, given)).toBe(filled);
});

test.each([
	[
		'Hi {{name}}!',
		[{ name: 'name', value: 'Anna' }],
		`'Placeholders' have "name", which the template does not use: it has {{name}}, which is sent as {name}`,
	],
	[
		'Hi {name}!',
		[
			{ name: 'name', value: 'Anna' },
			{ name: 'Name', value: 'Bob' },
		],
		`'Placeholders' have "Name", which the template does not use: check its spelling`,
	],
	[
		'{a} {b} {c} {b}',
		[
			{ name: 'a', value: 'x' },
			{ name: 'c', value: ' ' },
		],
		`'Placeholders' have no value for {b}, {c}, which the template needs`,
	],
	[
		'{a}',
		[
			{ name: 'a', value: 'x' },
			{ name: 'a ', value: 'y' },
		],
		`'Placeholders' have "a" twice`,
	],
])('%j is not sent with the placeholders %j', async (text, values, message) => {
	service = serviceWith(text);
	const { error } = await send(values);
	expect(error?.message).toBe(message);
	expect(asked('sendQuickSMS')).toHaveLength(0);
});

test('a value that is no text is refused, and so is a long name without one', () => {
	service = new Service(() => ({}));
	expect(() => fillPlaceholders('{a}', [{ name: 'a', value: { b: 1 } }])).toThrow(
		'is an object, not text',
	);
	const cut = 'x'.repeat(40);
	expect(advised({ a: [1] })).toBe('Give each placeholder one text.');
	expect(() => fillPlaceholders(`{${cut}y}`, [])).toThrow(`for {${cut}},`);
	expect(advised('', `${cut}y`)).toBe(`Add a placeholder with the name "${cut}" and a value.`);
});

test('a template that was not chosen is refused by name', async () => {
	service = serviceWith('Hello');
	const { error } = await runNode({
		node: 'messagingServiceSms',
		parameters: { ...sms([]), templateId: byId('={{ "" }}') },
		items: people,
	});
	expect(error).toMatchObject({
		message: "'Template' is empty",
		description: expect.stringContaining('Choose a template.'),
	});
	expect(service.requests).toEqual([]);
});
