import type { IDataObject } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { toolCallers } from '../support/engine/callTool';
import { origin, token } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

const node = 'messagingServiceContacts';
let service: Service;
beforeEach(() => {
	service = new Service(({ query }) => ({
		body: { sms_id: 1, to: new Map(query).get('phone') ?? '' },
	}));
});
afterEach(() => service.close());

const account = (defaultCountryCode: string) => ({ baseUrl: origin, token, defaultCountryCode });
const itemsOf = (phones: unknown[]) => phones.map((phone) => ({ json: { phone } as IDataObject }));

type More = Partial<Omit<RunSetting, 'node' | 'parameters'>>;
const normalize = async (phones: unknown[], options: object = {}, more: More = {}) =>
	await runNode({
		node,
		parameters: {
			...{ resource: 'phone', operation: 'normalize', phone: '={{ $json.phone }}' },
			options: options as IDataObject,
		} as RunSetting['parameters'],
		items: itemsOf(phones),
		...more,
	});
const sendTo = async (phones: unknown[], options: object = {}, more: More = {}) =>
	await runNode({
		node: 'messagingServiceSms',
		parameters: {
			...{ resource: 'message', operation: 'send', sender: byId('1363') },
			...{ phone: '={{ $json.phone }}', message: '={{ $itemIndex }}' },
			options: options as IDataObject,
		} as RunSetting['parameters'],
		items: itemsOf(phones),
		onError: 'continueRegularOutput',
		...more,
	});

/** Phones as people, spreadsheets, shops and CRMs write them. */
const WRITTEN: unknown[] = [
	...`+380 67 123 45 67 | 380671234567 | 00380671234567 | +380 (0)67 123-45-67 | 067 123 45 67
		| 0671234567 | 671234567 | 38 (067) 123-45-67 | +38 067 123 45 67 | 38 (67) 123-45-67
		| +38 67 123 45 67 | 38671234567 | +38671234567 | +386 71 234 567 | 380501234
		| 380 67 123 45 6 | +380 67 123 45 6 | 3.80671234567E11 | 3.8E+11 | +44 (0)7400 123456
		| 011 44 7400 123456 | 810 375 29 491-19-11 | 07400 123456 | 4520123456 | 12125551234
		| +1 212 555 1234 | 1 (212) 555-1234 | 48512345678 | +48 512 345 678 | 84 99612-3456
		| 55 84 99612-3456 | +52 1 55 1234 5678 | +54 11 15 1234 5678 | +54 9 11 1234 5678
		| tel:+380671234567 | "380671234567" | '0671234567 | ٣٨٠٦٧١٢٣٤٥٦٧ | +380\u200b671234567
		| +380671234567 ::: +380671234568 | +380671234567, +380671234568 | 380671234567@c.us
		| call me | +380671234567 ext. 5 | 24.12.2026 |`
		.split('|')
		.map((written) => written.trim()),
	...[380671234567, '  ', null, { mobile: '067' }, [PHONE]],
];

const settings: Array<[title: string, credential: string, options: object]> = [
	['no default country code', '', {}],
	['that of the credential', '380', {}],
	['that of the step in place of that of the credential', '49', { defaultCountryCode: '380' }],
	['that of the step from an expression', '', { defaultCountryCode: '={{ "380" }}' }],
	['+ in the credential', '+', {}],
];
test.each(settings)(
	'Normalize returns the phone that Send would send, or the error of Send: %s',
	async (_, credential, options) => {
		expect(WRITTEN.length).toBeGreaterThanOrEqual(50);
		const more = { credentials: account(credential) };
		const [{ items }, sent] = [
			await normalize(WRITTEN, options, more),
			await sendTo(WRITTEN, options, more),
		];
		expect(items.map(({ json }) => [json.phone, json.problem])).toEqual(
			sent.items.map(({ json }) => [json.to ?? null, json.error ?? null]),
		);
		expect(items.map(({ json }) => json.is_valid)).toEqual(
			sent.items.map(({ json }) => json.is_sent),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			WRITTEN.map((_phone, item) => ({ item })),
		);
		const phones = items.map(({ json }) => json.phone).filter(Boolean);
		const again = await normalize(phones, { defaultCountryCode: '+' });
		expect(again.items.map(({ json }) => json.phone)).toEqual(phones);
	},
);

test('Normalize replaces the phone among the fields of the input, and makes no request', async () => {
	const items = [
		{ json: { phone: '067 123 45 67', name: 'Ann', is_valid: 'yes' } },
		{ json: { phone: '067 123', name: 'Bob' } },
		{ json: { name: 'Eve' } },
	];
	const found = await normalize([], { defaultCountryCode: '380' }, { items });
	const none = { phone: null, country_code: null, is_valid: false };
	expect(found.items.map(({ json }) => json)).toEqual([
		{
			...{ phone: '380671234567', name: 'Ann', country_code: '380' },
			...{ is_valid: true, problem: null },
		},
		{ ...none, name: 'Bob', problem: expect.stringMatching(/^'Phone' is not .*: "067 123"$/) },
		{ ...none, name: 'Eve', problem: "'Phone' is empty" },
	]);
	expect(service.requests).toEqual([]);
});

test.each([
	['+1 212 555 1234', '1'],
	['+380671234567', '380'],
	['+44 7400 123456', '44'],
])('Normalize returns for %s the country code %s', async (phone, code) => {
	const { items } = await normalize([phone]);
	expect(items[0].json.country_code).toBe(code);
});

test.each([
	['a country code of letters', { defaultCountryCode: 'LV' }, "'Default Country Code' is "],
	[
		'an empty country code',
		{ defaultCountryCode: '={{ "" }}' },
		"'Default Country Code' is empty",
	],
])('Normalize fails with %s, instead of calling the phone invalid', async (_, options, message) => {
	const { error } = await normalize([PHONE], options);
	expect(error?.message).toContain(message);
});

test('Normalize fails with the error of an expression, instead of calling the phone invalid', async () => {
	const parameters = { resource: 'phone', operation: 'normalize', phone: "={{ $('No').item }}" };
	const { error, items } = await runNode({ node, parameters });
	expect(error?.message).toMatch(/Referenced node doesn't exist/);
	expect(items).toEqual([]);
});

test.each(toolCallers)('Normalize as a tool returns none of its arguments: %s', async (_, call) => {
	const parameters = {
		...{ resource: 'phone', operation: 'normalize', phone: "={{ $fromAI('phone') }}" },
		options: { defaultCountryCode: '380' },
	};
	const output = await call({ node, parameters }, { phone: '067 123 45 67' });
	const phone = { phone: '380671234567', country_code: '380', is_valid: true, problem: null };
	expect(output).toEqual([phone]);
});
