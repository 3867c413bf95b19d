import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { ask } from '../wait/asking';
import { callers } from '../support/engine/callTool';
import { origin, token } from '../support/engine/credentials';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	service = new Service(({ path }) => {
		const result = { message_id: 1, inserted: 1, updated: 0, invalid: 0 };
		const record = { sms_id: 1, message_id: 1, uuid: 'u', status: 'OK' };
		return { body: { ...record, ...(path.includes('v2') && { result }) } };
	});
});
afterEach(() => service.close());

const HOME = '067 123 45 67';
const NUMBER = '380671234567';
const sender = byId(1363);
const message = { resource: 'message', operation: 'send', sender, phone: HOME, message: 'Hello' };
const batch = { ...message, resource: 'batch', batchSender: sender, mailingName: 'Sale' };
const code = { resource: 'code', operation: 'sendTelegram', phone: HOME, code: '1234' };
const importing = {
	resource: 'contact',
	operation: 'import',
	listId: byId(1),
	columns: { mappingMode: 'defineBelow', value: { phone: HOME } },
};

const run = async (
	node: string,
	parameters: IDataObject,
	options: IDataObject,
	more: Partial<RunSetting> = {},
) =>
	await runNode({
		node: `messagingService${node}` as NodeName,
		parameters: { ...parameters, options } as INodeParameters,
		...more,
	});
const account = (defaultCountryCode: unknown) =>
	({ baseUrl: origin, token, defaultCountryCode }) as RunSetting['credentials'];
/** The same parameters with another phone. */
const withPhone = (parameters: IDataObject, phone: string): IDataObject =>
	JSON.parse(JSON.stringify(parameters).replace(HOME, phone)) as IDataObject;

/** All that was sent, decoded. */
const sent = () => service.requests.map(({ url, body }) => decodeURIComponent(`${url} ${body}`));

describe('Default Country Code', () => {
	const ways: Array<[string, string, IDataObject]> = [
		['an SMS', 'Sms', message],
		['a prepared SMS', 'Sms', { ...message, operation: 'sendPrepared', messageId: byId(1) }],
		['a Viber message', 'Viber', { ...message, contentType: 'text' }],
		['a code by Telegram', 'Verification', code],
		['a code by WhatsApp', 'Verification', { ...code, operation: 'sendWhatsApp' }],
		[
			'a code by SMS',
			'Verification',
			{ ...code, sender, message: '{code}', operation: 'sendSms' },
		],
		['an SMS batch', 'Sms', batch],
		['a Viber batch', 'Viber', { ...batch, contentType: 'text' }],
		['an import', 'Contacts', importing],
	];

	test.each(ways)(
		'of the step is added to a national number of %s',
		async (_, node, parameters) => {
			const { error } = await run(node, parameters, { defaultCountryCode: '+380' });
			if (error) throw error;
			expect(sent()).toEqual([expect.stringContaining(NUMBER)]);
		},
	);

	test.each(ways)('of the credential is added to one of %s', async (_, node, parameters) => {
		const { error } = await run(node, parameters, {}, { credentials: account('380') });
		if (error) throw error;
		expect(sent()).toEqual([expect.stringContaining(NUMBER)]);
	});

	test.each(ways)('that is not set sends nothing of %s to one', async (_, node, parameters) => {
		const { error } = await run(node, parameters, {});
		expect(`${error?.message} ${(error as { description?: string })?.description}`).toMatch(
			/its country code is not certain.* Or set Default Country Code to .* or to \+ if/,
		);
		expect(sent()).toEqual([]);
	});

	/** Digits of Denmark, which are no number without a default code: they could be a national one. */
	const DANISH = '4520123456';

	test.each(ways)('+ in the step reads the code of the digits of %s', async (...row) => {
		const [, node, parameters] = row;
		const more = { credentials: account('380') };
		const options = { defaultCountryCode: '+' };
		const { error } = await run(node, withPhone(parameters, DANISH), options, more);
		if (error) throw error;
		expect(sent()).toEqual([expect.stringContaining(DANISH)]);
	});

	test.each(ways)('+ in the credential reads the code of the digits of %s', async (...row) => {
		const [, node, parameters] = row;
		const more = { credentials: account('+') };
		const { error } = await run(node, withPhone(parameters, DANISH), {}, more);
		if (error) throw error;
		expect(sent()).toEqual([expect.stringContaining(DANISH)]);
	});

	test.each(ways)(
		'that lost its 0 in the sheet sends nothing of %s to another country',
		async (_, node, parameters) => {
			for (const [phone, code] of [
				['+38 (67) 123-45-67', ''],
				['38 (67) 123-45-67', '380'],
				['38671234567', '380'],
				['+38671234567', '380'],
			]) {
				const more = { credentials: account(code) };
				const { error } = await run(node, withPhone(parameters, phone), {}, more);
				expect(error?.message).toMatch(/ambiguous|beginning of a country code/);
			}
			expect(sent()).toEqual([]);
		},
	);

	test('+ in the credential reads the recipients of a Send and Wait', async () => {
		const parameters = { phone: `${DANISH}, +${NUMBER}` };
		await ask(parameters, { credentials: account('+') });
		expect(sent()).toEqual([DANISH, NUMBER].map((one) => expect.stringContaining(one)));
	});

	test('+ in the credential reads the phones in Only Send To', async () => {
		const credentials = { ...account('+'), onlySendTo: DANISH } as RunSetting['credentials'];
		await run('Sms', withPhone(message, `+${DANISH}`), {}, { credentials });
		await run('Sms', withPhone(message, `+${NUMBER}`), {}, { credentials });
		expect(sent()).toEqual([expect.stringContaining(DANISH)]);
	});

	test.each(['49', '+'])('of the step applies in place of %s in the credential', async (code) => {
		const more = { credentials: account(code) };
		await run('Sms', message, { defaultCountryCode: '380' }, more);
		expect(sent()).toEqual([expect.stringContaining(NUMBER)]);
	});

	test('may differ from item to item', async () => {
		const items = [
			{ json: { phone: HOME, country: 380 } },
			{ json: { phone: '07400 123456', country: '44' } },
		];
		const options = { defaultCountryCode: '={{ $json.country }}' };
		await run('Sms', { ...message, phone: '={{ $json.phone }}' }, options, { items });
		expect(sent()).toEqual([
			expect.stringContaining(NUMBER),
			expect.stringContaining('447400123456'),
		]);
	});

	test('finds the same recipient of a batch in two forms', async () => {
		const items = [{ json: { phone: HOME } }, { json: { phone: `+${NUMBER}` } }];
		const options = { defaultCountryCode: '380' };
		const parameters = { ...batch, phone: '={{ $json.phone }}' };
		const { items: output } = await run('Sms', parameters, options, { items });
		expect(output[1].json.reason).toBe('repeated in this run');
	});

	test('with Continue sends to the others, and an ambiguous number is an error item', async () => {
		const items = [{ json: { phone: '951718657' } }, { json: { phone: '09 517 18657' } }];
		const more = { items, onError: 'continueRegularOutput' as const };
		const options = { defaultCountryCode: '95' };
		const parameters = { ...message, phone: '={{ $json.phone }}' };
		const found = await run('Sms', parameters, options, more);
		expect(found.items.map(({ json: { error } }) => error)).toEqual([
			expect.stringMatching(/'Phone' is ambiguous/),
			undefined,
		]);
		expect(sent()).toHaveLength(1);
	});

	test('that is wrong in the credential is an error that says so', async () => {
		const ADVICE =
			'Enter the digits of the code, e.g. 380 for Ukraine, or + if all phones include their country code.';
		const { error } = await run('Sms', message, {}, { credentials: account('UA') });
		expect(error?.message).toBe(
			`'Default Country Code' in the credential is "UA", which is not a country code. ${ADVICE}`,
		);
		expect(sent()).toEqual([]);
	});

	test.each(callers)('is added for %s', async (_, call) => {
		const options = { defaultCountryCode: '380' };
		const parameters = { ...message, phone: "={{ $fromAI('phone') }}", options };
		await call({ node: 'messagingServiceSms', parameters }, { phone: HOME });
		expect(sent()).toEqual([expect.stringContaining(NUMBER)]);
	});
});
