import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { toolCallers } from '../support/engine/callTool';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { jsonsOf } from '../run/sending/observed';

const service = useService(({ path }) => {
	const result = { id: 5, name: 'A', message: '“{name}”', message_id: 1 };
	const record = { sms_id: 1, message_id: 1, parts: 1, uuid: 'u', status: 'OK' };
	return { body: { ...record, ...(path.includes('v2') && { result }) } };
});

const sender = byId(1363);
const sms = { resource: 'message', operation: 'send', sender, phone: PHONE };
const viber = { ...sms, contentType: 'text' };
const phone = '={{ $json.phone }}';
const batch = { resource: 'batch', operation: 'send', mailingName: 'Sale', sender, phone };
const mailing = { resource: 'mailing', operation: 'create', listId: byId(1), mailingName: 'A' };
/** 71 characters: two parts in UCS-2, one in GSM-7. */
const LONG = `“${'a'.repeat(69)}”`;
const PLAIN = `"${'a'.repeat(69)}"`;
const CYRILLIC = `“${'a'.repeat(68)}ї”`;
const EVALUATED = '={{ $json.text }}';

const run = async (
	node: string,
	parameters: IDataObject,
	options: IDataObject = {},
	items: RunSetting['items'] = [{ json: { phone: PHONE, text: LONG } }],
) =>
	await runNode({
		node: `messagingService${node}` as NodeName,
		parameters: {
			...parameters,
			options: { replaceSpecialCharacters: true, ...options },
		} as INodeParameters,
		items,
	});
const sent = () =>
	service.requests.flatMap(({ query, form = [] }) =>
		[...query, ...form]
			.filter(([name]) => /^message$|\[text\]$/.test(name))
			.map(([, text]) => text),
	);

describe.each<[string, node: string, IDataObject, options: IDataObject]>([
	['an SMS', 'Sms', sms, {}],
	['a prepared SMS', 'Sms', { ...sms, operation: 'prepare' }, {}],
	['an SMS mailing', 'Sms', { ...mailing, sender }, {}],
	['an SMS that waits', 'Sms', { ...sms, operation: 'sendAndWait' }, { linkStyle: 'signed' }],
	['a Viber message with Forward to SMS', 'Viber', viber, { forwardToSms: true }],
	['a batch', 'Sms', batch, {}],
])('Replace Special Characters of %s', (_, node, parameters, more) => {
	// The text of a wait includes its link.
	const maxParts = parameters.operation === 'sendAndWait' ? 4 : 1;
	test.each<[title: string, message: string, IDataObject, wire: string]>([
		['sends the text in GSM-7', LONG, { maxParts }, PLAIN],
		['sends the value of an expression in GSM-7', EVALUATED, { maxParts }, PLAIN],
		['keeps all of a text with a character outside GSM-7', CYRILLIC, {}, CYRILLIC],
		['keeps the text if it is off', LONG, { replaceSpecialCharacters: false }, LONG],
		['keeps the text if it is absent', LONG, { replaceSpecialCharacters: undefined }, LONG],
	])('%s', async (__, message, options, wire) => {
		const { error } = await run(node, { ...parameters, message }, { ...more, ...options });
		if (error) throw error;
		expect(sent().map((text) => text.split('\n')[0])).toEqual([wire]);
	});
});

test.each([
	['invisible characters', 'Your\u00ad code:\u200b 12\ufe0f\u2060', 'Your code: 12'],
	['decomposed letters', 'Cafe\u0301', 'Café'],
	['backticks', '`A`', "'A'"],
	['line separators', 'A\u2028B\u0085C', 'A\nB\nC'],
])('Replace Special Characters replaces %s', async (_, message, plain) => {
	const { error } = await run('Sms', { ...sms, message });
	if (error) throw error;
	expect(sent()).toEqual([plain]);
});

test('Replace Special Characters is read for each item', async () => {
	const rows = [
		['“A”', true],
		['“ї”', true],
		['“A”', false],
		['A', true],
	] as const;
	const items = rows.map(([text, flag]) => ({ json: { text, flag } }));
	const options = { replaceSpecialCharacters: '={{ $json.flag }}' };
	const { error } = await run('Sms', { ...sms, message: EVALUATED }, options, items);
	if (error) throw error;
	expect(sent().sort()).toEqual(['"A"', '“ї”', '“A”', 'A'].sort());
});

describe('a batch with Replace Special Characters', () => {
	const people = (...texts: string[]) =>
		texts.map((text, n) => ({ json: { text, phone: String(380501000000 + n) } }));
	const sendBatch = async (options: IDataObject, ...messages: string[]) =>
		await run('Sms', { ...batch, message: EVALUATED }, options, people(...messages));

	test('is bulk if all texts are the same after the replacement', async () => {
		const [json] = jsonsOf(await sendBatch({}, '“A”', '"A"', '„A”'));
		expect(json).toMatchObject({ message_type: 'bulk', recipients: 3 });
		expect(sent()).toEqual(['"A"']);
	});

	test('shows the texts that would be sent, and their parts, in a dry run', async () => {
		const [{ parts, messages }] = jsonsOf(await sendBatch({ dryRun: true }, LONG, CYRILLIC));
		const plain = { text: PLAIN, encoding: 'GSM-7', length: 71, parts: 1 };
		const special = { text: CYRILLIC, encoding: 'UCS-2', length: 71, parts: 2 };
		expect(parts).toBe(3);
		// Without the ї, the quotation marks would be replaced.
		const not_in_gsm7 = '"ї" U+0457 at position 70';
		expect(messages).toMatchObject([plain, { ...special, not_in_gsm7 }]);
		expect(JSON.stringify(messages).match(/not_in_gsm7/g)).toHaveLength(1);
		expect(service.requests).toEqual([]);
	});

	test.each([
		[LONG, '"“" U+201C at position 1'],
		['Hi\u200b', 'U+200B at position 3'],
		['e\u0301', 'U+0301 at position 2'],
	])('names in a dry run what keeps %j out of GSM-7', async (text, not_in_gsm7) => {
		for (const replaceSpecialCharacters of [false, undefined]) {
			const options = { dryRun: true, replaceSpecialCharacters };
			const [json] = jsonsOf(await sendBatch(options, text));
			expect(json.messages).toMatchObject([{ encoding: 'UCS-2', not_in_gsm7 }]);
		}
	});

	test('rejects the option if it differs from item to item', async () => {
		const options = { replaceSpecialCharacters: '={{ $json.text === "A" }}' };
		const { error } = await sendBatch(options, 'A', 'B');
		expect(error?.message).toContain(
			"'Replace Special Characters' differs between item 0 and item 1",
		);
		expect(service.requests).toEqual([]);
	});
});

test('Max Parts per Message counts the text after its special characters are replaced', async () => {
	const message = '…'.repeat(70);
	expect((await run('Sms', { ...sms, message })).error).toBeUndefined();
	const { error } = await run('Sms', { ...sms, message }, { maxParts: 1 });
	expect(error?.message).toContain('has 2 SMS parts in GSM-7');
	expect(service.requests).toHaveLength(1);
});

test('Replace Special Characters keeps a Viber message that an expression does not forward to SMS', async () => {
	await run('Viber', { ...viber, message: LONG }, { forwardToSms: '={{ false }}' });
	expect(sent()).toEqual([LONG]);
});

test.each(toolCallers)('Replace Special Characters applies to a message of %s', async (_, call) => {
	const options = { replaceSpecialCharacters: true };
	const parameters = { ...sms, message: "={{ $fromAI('message') }}", options };
	await call({ node: 'messagingServiceSms', parameters }, { message: LONG });
	expect(sent()).toEqual([PLAIN]);
});
