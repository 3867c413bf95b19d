import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { callers } from '../support/engine/callTool';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	service = new Service(({ path }) => {
		const result = { id: 5, name: 'A', message: '“{name}”', message_id: 1 };
		const record = { sms_id: 1, message_id: 1, parts: 1, uuid: 'u', status: 'OK' };
		return { body: { ...record, ...(path.includes('v2') && { result }) } };
	});
});
afterEach(() => service.close());

const sender = byId(1363);
const sms = { resource: 'message', operation: 'send', sender, phone: PHONE };
const viber = { ...sms, contentType: 'text' };
const batch = {
	...{ resource: 'batch', operation: 'send', mailingName: 'Sale', sender },
	phone: '={{ $json.phone }}',
};
const mailing = { resource: 'mailing', operation: 'create', listId: byId(1), mailingName: 'A' };
/** 71 characters: two parts in UCS-2, one in GSM-7. */
const LONG = `“${'a'.repeat(69)}”`;
const PLAIN = `"${'a'.repeat(69)}"`;
const CYRILLIC = `“${'a'.repeat(68)}ї”`;

const run = async (
	node: string,
	parameters: IDataObject,
	options: IDataObject = {},
	more: Partial<RunSetting> = {},
) =>
	await runNode({
		node: `messagingService${node}` as NodeName,
		parameters: {
			...parameters,
			options: { replaceSpecialCharacters: true, ...options },
		} as INodeParameters,
		items: [{ json: { phone: PHONE, text: LONG } }],
		...more,
	});
/** The texts that were sent. */
const sent = () =>
	service.requests.flatMap(({ query, form = [] }) =>
		[...query, ...form]
			.filter(([name]) => /^message$|\[text\]$/.test(name))
			.map(([, text]) => text),
	);

const ways: Array<[string, string, IDataObject, IDataObject]> = [
	['an SMS', 'Sms', sms, {}],
	['a prepared SMS', 'Sms', { ...sms, operation: 'prepare' }, {}],
	['an SMS mailing', 'Sms', { ...mailing, sender }, {}],
	['an SMS that waits', 'Sms', { ...sms, operation: 'sendAndWait' }, { linkStyle: 'signed' }],
	['a Viber message with Forward to SMS', 'Viber', viber, { forwardToSms: true }],
	['a batch', 'Sms', batch, {}],
];

describe.each(ways)(
	'Replace Special Characters in the text of %s',
	(_, node, parameters, options) => {
		const waits = parameters.operation === 'sendAndWait';
		const first = () => sent().map((text) => text.split('\n')[0]);

		test.each([LONG, '={{ $json.text }}'])('sends %s in GSM-7', async (message) => {
			// The link of a wait is in the text.
			const { error } = await run(
				node,
				{ ...parameters, message },
				{ ...options, maxParts: waits ? 4 : 1 },
			);
			if (error) throw error;
			expect(first()).toEqual([PLAIN]);
		});

		test('keeps all of it if a character stays that is not in GSM-7', async () => {
			await run(node, { ...parameters, message: CYRILLIC }, options);
			expect(first()).toEqual([CYRILLIC]);
		});

		test.each([{ replaceSpecialCharacters: false }, { replaceSpecialCharacters: undefined }])(
			'keeps all of it with %j',
			async (off) => {
				await run(node, { ...parameters, message: LONG }, { ...options, ...off });
				expect(first()).toEqual([LONG]);
			},
		);
	},
);

test.each([
	['what nobody sees', 'Your\u00ad code:\u200b 12\ufe0f\u2060', 'Your code: 12'],
	['decomposed letters', 'Cafe\u0301', 'Café'],
	['backticks', '`A`', "'A'"],
	['line separators', 'A\u2028B\u0085C', 'A\nB\nC'],
])('replaces %s', async (_, message, plain) => {
	const { error } = await run('Sms', { ...sms, message });
	if (error) throw error;
	expect(sent()).toEqual([plain]);
});

test('each item has its own text and its own switch', async () => {
	const items = [
		{ text: '“A”', flag: true },
		{ text: '“ї”', flag: true },
		{ text: '“A”', flag: false },
		{ text: 'A', flag: true },
	].map((json) => ({ json }));
	const options = { replaceSpecialCharacters: '={{ $json.flag }}' };
	const { error } = await run('Sms', { ...sms, message: '={{ $json.text }}' }, options, {
		items,
	});
	if (error) throw error;
	expect(sent().sort()).toEqual(['"A"', '“ї”', '“A”', 'A'].sort());
});

describe('a batch', () => {
	const people = (...texts: string[]) =>
		texts.map((text, n) => ({ json: { text, phone: String(380501000000 + n) } }));

	test('is bulk if all recipients get the same after it', async () => {
		const more = { items: people('“A”', '"A"', '„A”') };
		const { items } = await run('Sms', { ...batch, message: '={{ $json.text }}' }, {}, more);
		expect(items[0].json).toMatchObject({ message_type: 'bulk', recipients: 3 });
		expect(sent()).toEqual(['"A"']);
	});

	test('shows the texts that would be sent, and their parts, in a dry run', async () => {
		const more = { items: people(LONG, CYRILLIC) };
		const { items } = await run(
			'Sms',
			{ ...batch, message: '={{ $json.text }}' },
			{ dryRun: true },
			more,
		);
		const plain = { encoding: 'GSM-7', length: 71, parts: 1 };
		const special = { encoding: 'UCS-2', length: 71, parts: 2 };
		const found = { parts: items[0].json.parts, messages: items[0].json.messages };
		expect(found).toMatchObject({
			parts: 3,
			messages: [
				{ text: PLAIN, ...plain },
				// The quotation marks would be replaced.
				{ text: CYRILLIC, ...special, not_in_gsm7: '"ї" U+0457 at position 70' },
			],
		});
		expect(JSON.stringify(found).match(/not_in_gsm7/g)).toHaveLength(1);
		expect(service.requests).toEqual([]);
	});

	test.each([
		[LONG, '"“" U+201C at position 1'],
		['Hi\u200b', 'U+200B at position 3'],
		['e\u0301', 'U+0301 at position 2'],
	])('names in a dry run what keeps %j out of GSM-7', async (text, not_in_gsm7) => {
		const options = { dryRun: true, replaceSpecialCharacters: false };
		const parameters = { ...batch, message: '={{ $json.text }}' };
		const { items } = await run('Sms', parameters, options, { items: people(text) });
		expect(items[0].json.messages).toMatchObject([{ encoding: 'UCS-2', not_in_gsm7 }]);
	});

	test('rejects a switch that differs from item to item', async () => {
		const options = { replaceSpecialCharacters: '={{ $json.text === "A" }}' };
		const more = { items: people('A', 'B') };
		const { error } = await run('Sms', { ...batch, message: 'A' }, options, more);
		expect(error?.message).toContain("'Replace Special Characters' differs in item 1");
		expect(service.requests).toEqual([]);
	});
});

test('Max Parts per Message counts what is sent', async () => {
	const message = '…'.repeat(70);
	expect((await run('Sms', { ...sms, message })).error).toBeUndefined();
	const { error } = await run('Sms', { ...sms, message }, { maxParts: 1 });
	expect(error?.message).toContain('has 2 SMS parts in GSM-7');
	expect(service.requests).toHaveLength(1);
});

test('replaces nothing in a Viber message that an expression does not forward', async () => {
	await run('Viber', { ...viber, message: LONG }, { forwardToSms: '={{ false }}' });
	expect(sent()).toEqual([LONG]);
});

test.each(callers)('holds for %s', async (_, call) => {
	const parameters = {
		...{ ...sms, message: "={{ $fromAI('message') }}" },
		options: { replaceSpecialCharacters: true },
	};
	await call({ node: 'messagingServiceSms', parameters }, { message: LONG });
	expect(sent()).toEqual([PLAIN]);
});
