import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { ask } from '../wait/asking';
import { toolCallers } from '../support/engine/callTool';
import { origin, token } from '../support/engine/credentials';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { descriptionOf, jsonsOf } from '../run/sending/observed';

const service = useService(({ path }) => {
	const result = { message_id: 1, inserted: 1, updated: 0, invalid: 0 };
	const record = { sms_id: 1, message_id: 1, uuid: 'u', status: 'OK' };
	return { body: { ...record, ...(path.includes('v2') && { result }) } };
});

const HOME = '067 123 45 67';
const NUMBER = '380671234567';
/**
 * Digits of a Danish phone. Rejected without a default code, because they could be a national
 * number.
 */
const DANISH = '4520123456';
const sender = byId(1363);
const message = { resource: 'message', operation: 'send', sender, phone: HOME, message: 'Hello' };
const batch = { ...message, resource: 'batch', batchSender: sender, mailingName: 'Sale' };
const code = { resource: 'code', operation: 'sendTelegram', phone: HOME, code: '1234' };
const codeBySms = { ...code, sender, message: '{code}', operation: 'sendSms' };
const columns = { mappingMode: 'defineBelow', value: { phone: HOME } };
const importing = { resource: 'contact', operation: 'import', listId: byId(1), columns };

const account = (defaultCountryCode: unknown) =>
	({ baseUrl: origin, token, defaultCountryCode }) as RunSetting['credentials'];
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
const sent = () => service.requests.map(({ url, body }) => decodeURIComponent(`${url} ${body}`));
const containing = (...numbers: string[]): unknown[] =>
	numbers.map((number) => expect.stringContaining(number));

describe.each<[string, node: string, IDataObject]>([
	['an SMS', 'Sms', message],
	['a prepared SMS', 'Sms', { ...message, operation: 'sendPrepared', messageId: byId(1) }],
	['a Viber message', 'Viber', { ...message, contentType: 'text' }],
	['a code by Telegram', 'Verification', code],
	['a code by WhatsApp', 'Verification', { ...code, operation: 'sendWhatsApp' }],
	['a code by SMS', 'Verification', codeBySms],
	['an SMS batch', 'Sms', batch],
	['a Viber batch', 'Viber', { ...batch, contentType: 'text' }],
	['an import', 'Contacts', importing],
])('a phone for %s', (_, node, parameters) => {
	const withPhone = (phone: string) =>
		JSON.parse(JSON.stringify(parameters).replace(HOME, phone)) as IDataObject;

	test.each([
		['gets the code of the step', HOME, { defaultCountryCode: '+380' }, undefined, NUMBER],
		['gets the code of the credential', HOME, {}, '380', NUMBER],
		[
			'includes its code with + in the step',
			DANISH,
			{ defaultCountryCode: '+' },
			'380',
			DANISH,
		],
		['includes its code with + in the credential', DANISH, {}, '+', DANISH],
	])('%s', async (__, phone, options, stored, wire) => {
		const { error } = await run(node, withPhone(phone), options, {
			credentials: account(stored),
		});
		if (error) throw error;
		expect(sent()).toEqual(containing(wire));
	});

	test('is an error if it is a national number without a default country code', async () => {
		const result = await run(node, parameters, {});
		expect(`${result.error?.message} ${descriptionOf(result)}`).toMatch(
			/its country code is not certain.* Or set Default Country Code to .* or to \+ if/,
		);
		expect(sent()).toEqual([]);
	});

	test.each([
		['+38 (67) 123-45-67', ''],
		['38 (67) 123-45-67', '380'],
		['38671234567', '380'],
		['+38671234567', '380'],
	])(
		'is not sent to another country if it lost its leading 0: %s with the code %j',
		async (phone, stored) => {
			const { error } = await run(
				node,
				withPhone(phone),
				{},
				{ credentials: account(stored) },
			);
			expect(error?.message).toMatch(/ambiguous|beginning of a country code/);
			expect(sent()).toEqual([]);
		},
	);
});

test('Default Country Code + in the credential applies to the recipients of a Send and Wait', async () => {
	await ask({ phone: `${DANISH}, +${NUMBER}` }, { credentials: account('+') });
	expect(sent()).toEqual(containing(DANISH, NUMBER));
});

test('Default Country Code + in the credential applies to the phones in Only Send To', async () => {
	const credentials = { ...account('+'), onlySendTo: DANISH } as RunSetting['credentials'];
	for (const phone of [`+${DANISH}`, `+${NUMBER}`]) {
		await run('Sms', { ...message, phone }, {}, { credentials });
	}
	expect(sent()).toEqual(containing(DANISH));
});

test.each(['49', '+'])('Default Country Code of a step replaces a stored %s', async (stored) => {
	await run('Sms', message, { defaultCountryCode: '380' }, { credentials: account(stored) });
	expect(sent()).toEqual(containing(NUMBER));
});

test('Default Country Code may differ from item to item', async () => {
	const items = [
		{ json: { phone: HOME, country: 380 } },
		{ json: { phone: '07400 123456', country: '44' } },
	];
	const options = { defaultCountryCode: '={{ $json.country }}' };
	await run('Sms', { ...message, phone: '={{ $json.phone }}' }, options, { items });
	expect(sent()).toEqual(containing(NUMBER, '447400123456'));
});

test('a batch recognizes a recipient with and without the country code as the same', async () => {
	const items = [{ json: { phone: HOME } }, { json: { phone: `+${NUMBER}` } }];
	const parameters = { ...batch, phone: '={{ $json.phone }}' };
	const found = await run('Sms', parameters, { defaultCountryCode: '380' }, { items });
	expect(jsonsOf(found)[1].reason).toBe('repeated in this run');
});

test('with Continue an ambiguous number is an error item, and the others are sent', async () => {
	const items = [{ json: { phone: '951718657' } }, { json: { phone: '09 517 18657' } }];
	const more = { items, onError: 'continueRegularOutput' as const };
	const parameters = { ...message, phone: '={{ $json.phone }}' };
	const found = await run('Sms', parameters, { defaultCountryCode: '95' }, more);
	expect(jsonsOf(found).map(({ error }) => error)).toEqual([
		expect.stringMatching(/'Phone' is ambiguous/),
		undefined,
	]);
	expect(sent()).toHaveLength(1);
});

test('an invalid Default Country Code in the credential is an error that names the field', async () => {
	const { error } = await run('Sms', message, {}, { credentials: account('UA') });
	expect(error?.message).toBe(
		`'Default Country Code' in the credential is "UA", which is not a country code. Enter the digits of the code, e.g. 380 for Ukraine, or + if all phones include their country code.`,
	);
	expect(sent()).toEqual([]);
});

test('an invalid Default Country Code hides the error of the phone, but of no other field', async () => {
	const parameters = { ...message, message: '={{ "" }}' };
	const { error } = await run('Sms', parameters, { defaultCountryCode: 'UA' });
	const told = `${error?.message} ${(error as { description?: string }).description}`;
	expect(told).toContain("'Default Country Code' is");
	expect(told).toContain("'Message' is empty");
	expect(told).not.toContain("'Phone'");
});

test('Default Country Code is added to the phone of an item whose message is invalid', async () => {
	const more = { onError: 'continueRegularOutput' as const };
	const parameters = { ...message, message: '={{ "" }}' };
	const found = await run('Sms', parameters, { defaultCountryCode: '380' }, more);
	expect(jsonsOf(found)).toMatchObject([{ phone: NUMBER }]);
});

test.each(toolCallers)('Default Country Code is added for %s', async (_, call) => {
	const options = { defaultCountryCode: '380' };
	const parameters = { ...message, phone: "={{ $fromAI('phone') }}", options };
	await call({ node: 'messagingServiceSms', parameters }, { phone: HOME });
	expect(sent()).toEqual(containing(NUMBER));
});
