import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { byId } from '../contract/row';
import * as operations from '../support/operations';
import { captureLog, run, startService } from '../support/sandboxHarness';
import { callers } from '../support/engine/callTool';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { sms } from '../support/toolSettings';

const { sendSms, sendBatch, sendEmails, importContacts, phoneOf } = operations;
const regular = { onError: 'continueRegularOutput' } as const;
const errorOutput = { onError: 'continueErrorOutput' } as const;
const BAD = '38050-BAD-17';
const DIGITS = 'is not a phone number. It contains "B"';
const asDigits = `'Phone' ${DIGITS}`;

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startService();
});
afterEach(async () => await sandbox.close());

const person = (n: number, more: IDataObject = {}) => ({
	json: { order: `A-${n}`, phone: phoneOf(n), email: `p${n}@example.com`, text: 'Hi', ...more },
});
const people = [person(0), person(1, { phone: BAD }), person(2)];
const failedOf = ({ items, errorItems }: Record<'items' | 'errorItems', INodeExecutionData[]>) =>
	[...items, ...errorItems].filter(({ json }) => json.error !== undefined);
const running = async (setting: RunSetting) => await run(sandbox, setting);

/** Each way in which people's phones are sent, and the label of the field on screen. */
const phoneWays: Array<[way: string, make: typeof sendSms, label: string]> = [
	['a message per item', sendSms, 'Phone'],
	['a batch', sendBatch, 'Phone'],
	['an import', importContacts, 'Map Automatically: phone'],
];

describe.each(phoneWays)('%s with a wrong phone', (_, make, label) => {
	const said = label === 'Phone' ? { is_sent: false } : {};
	const kind = { error_kind: 'invalid' };
	const expected = {
		...people[1].json,
		error: `'${label}' ${DIGITS}: "${BAD}"`,
		...kind,
		...said,
	};

	test.each([
		['the regular output', regular, 'items'],
		['the error output', errorOutput, 'errorItems'],
	] as const)('keeps its input fields and shows the value in %s', async (__, mode, output) => {
		const result = await running({ ...make(), items: people, ...mode });
		expect(result.error).toBeUndefined();
		const failed = failedOf(result);
		expect(failed.map(({ json }) => json)).toEqual([expected]);
		expect(result[output]).toContain(failed[0]);
		expect(failed[0].pairedItem).toMatchObject({ item: 1 });
	});

	test('with Stop names the item and the field, and no log shows the value', async () => {
		const log = captureLog();
		const { error } = await running({ ...make(), items: people });
		expect(error?.message).toBe(`'${label}' ${DIGITS}`);
		const { description } = error as { description?: string };
		expect(description).toMatch(/^The value is "380••-BAD-17"\. Enter only the number/);
		for (const mode of [regular, errorOutput]) {
			await running({ ...make(), items: people, ...mode });
		}
		expect(log.length).toBeGreaterThan(0);
		expect(log.join('\n')).not.toContain(BAD);
	});
});

test("with Stop shows the user's Sender Email whole, and a recipient's email masked", async () => {
	const email = {
		...{ resource: 'message', operation: 'send', subject: 'News', message: 'Hi' },
		...{ senderEmail: 'news@shop', email: 'anna@shop' },
	};
	const { error } = await running({ node: 'messagingServiceEmail', parameters: email });
	const { description } = error as { description?: string };
	expect(description).toContain(`'Sender Email': The value is "news@shop". Enter one address`);
	expect(description).toContain(`'Email': The value is "a•••@shop". Enter one address`);
});

test('with Stop no log has the text of a message that is wrong', async () => {
	const log = captureLog();
	const items = [person(0, { text: 'Dear [object Object], good morning' })];
	const { error } = await running({ ...sendSms(), items });
	expect(error?.message).toBe("'Message' contains [object Object] instead of a value");
	expect((error as { description?: string }).description).not.toMatch(/The value is|Dear/);
	expect(log.length).toBeGreaterThan(0);
	expect(log.join('\n')).not.toContain('good morning');
});

test('with Continue no log has a phone or a text that the service repeats', async () => {
	const words = `Phone ${phoneOf(1)} is blocked for the text Good morning`;
	const service = new Service(() => ({ status: 400, body: { error: words } }));
	const setting = { ...sendSms(), items: [person(1, { text: 'Good morning' })] };
	const log = captureLog();
	for (const mode of [regular, errorOutput]) {
		const [failed] = failedOf(await runNode({ ...setting, ...mode }));
		expect(failed.json.error).toBe(words);
	}
	expect(log.length).toBeGreaterThan(0);
	expect(log.filter((line) => /Good morning|380/.test(line))).toEqual([]);
	service.close();
});

const [{ json: known }] = [person(1)];
const spellings: Array<[shown: string, said: string]> = [
	['380•••••••01', phoneOf(1)],
	['+380 •• ••• •• 01', '+380 50 100 00 01'],
	['(050) •••-••-01', '(050) 100-00-01'],
	['380•••••••01, 380502222222', `${phoneOf(1)}, 380502222222`],
	['380•••••••01 of 2026-11-26 10:00', `${phoneOf(1)} of 2026-11-26 10:00`],
	['٣٨٠•••••••٠١', '٣٨٠٥٠١٠٠٠٠٠١'],
	['p•@example.com.', `${String(known.email).toUpperCase()}.`.toLowerCase()],
	['p•@example.com for shop@example.com', `${known.email as string} for shop@example.com`],
];
test.each(spellings)(
	'with Stop no log has the recipient that the service repeats: %s',
	async (shown, said) => {
		const service = new Service(() => ({ status: 400, body: { error: `No ${said}` } }));
		const isEmail = said.includes('@');
		const make = isEmail ? sendEmails : sendSms;
		const log = captureLog();
		const { error } = await runNode({ ...make(), items: [person(1), person(2)], ...{} });
		expect(error?.message).toBe(`No ${shown}`);
		expect(log.length).toBeGreaterThan(0);
		expect(log.filter((line) => line.includes(said))).toEqual([]);
		const continued = await runNode({ ...make(), items: [person(1)], ...regular });
		expect(continued.items[0].json.error).toBe(`No ${said}`);
		service.close();
	},
);

test('an item that the service rejects keeps its input fields', async () => {
	const service = new Service(({ query }) =>
		query.some(([, value]) => value === phoneOf(1))
			? { status: 400, body: { error: 'Blocked' } }
			: { body: { sms_id: 1, status: 'NEW', parts: 1 } },
	);
	const items = [person(0), person(1)];
	const expected = { ...items[1].json, error: 'Blocked', error_kind: 'rejected', is_sent: false };
	const one = await runNode({ ...sendSms(), items, ...regular });
	expect(one.items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ sms_id: 1 }),
		expected,
	]);
	const two = await runNode({ ...sendSms(), items, ...errorOutput });
	expect(two.errorItems.map(({ json }) => json)).toEqual([expected]);
	service.close();
});

test('all items of a batch that the service rejects keep their input fields', async () => {
	const service = new Service(() => ({ status: 400, body: { error: 'Blocked' } }));
	const items = [person(0), person(1)];
	const { items: output } = await runNode({ ...sendBatch(), items, ...regular });
	expect(output.map(({ json }) => json)).toEqual(
		items.map(({ json }) => ({
			...json,
			error: 'Blocked',
			error_kind: 'rejected',
			is_sent: false,
		})),
	);
	service.close();
});

test.each([regular, errorOutput])(
	'a contact that the service rejects keeps its input fields, with %j',
	async (mode) => {
		const log = [
			{ index: 1, error_message: 'Blocked' },
			{ index: 7, error_message: 'Lost' },
		];
		const result = { inserted: 1, updated: 0, invalid: 2, log };
		const service = new Service(() => ({ body: { status: 'OK', result } }));
		const made = importContacts({ rejectsAsItems: true });
		const items = [person(0), person(1)];
		const failed = failedOf(await runNode({ ...made, items, ...mode }));
		expect(failed.map(({ json }) => json)).toEqual([
			{ ...items[1].json, error: 'Blocked', error_kind: 'rejected' },
			mode === regular ? { error: 'Lost', error_kind: 'rejected' } : { error: 'Lost' },
		]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, []]);
		service.close();
	},
);

test('an error names the field of an import that is on screen', async () => {
	const mapped = (value: IDataObject, options: IDataObject = {}) => {
		const made = importContacts(options as never);
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		return { ...made, parameters: { ...made.parameters, columns } as never, items: people };
	};
	const told = async (setting: RunSetting) => (await running(setting)).error?.message;
	expect(await told(mapped({ phone: '={{ $json.phone }}' }))).toBe(
		`'Values to Send: phone' ${DIGITS}`,
	);
	expect(await told(mapped({ CITY: '={{ $json.text }}' }))).toBe(
		"'Values to Send' gives the contact neither a phone nor an email",
	);
	const column = [{ name: 'email', value: '={{ $json.order }}' }];
	const added = mapped({ phone: phoneOf(1) }, { additionalColumns: { column } });
	expect(await told(added)).toBe("'Additional Columns: email' is not an email address");
	const made = { ...importContacts(), items: [{ json: { City: 'Riga' } }] };
	expect(await told(made)).toBe(
		"'Map Automatically' gives the contact neither a phone nor an email",
	);
});

test.each([
	['of 41 characters', `anna@${'x'.repeat(36)}`, `"anna@${'x'.repeat(35)}…"`],
	['of emoji', '😀'.repeat(41), `"${'😀'.repeat(40)}…"`],
	['that is a number', 12.5, '12.5'],
])('a wrong value %s is shown with at most 40 characters', async (_, email, quoted) => {
	const items = [person(0, { email })];
	const failed = failedOf(await running({ ...sendEmails(), items, ...regular }));
	expect(failed.map(({ json }) => json)).toEqual([
		{
			...items[0].json,
			error: `'Email' is not an email address: ${quoted}`,
			error_kind: 'invalid',
			is_sent: false,
		},
	]);
});

test('a value that the error shows already is shown once', async () => {
	const made = sendSms();
	const viberSender = byId('={{ $json.order }}');
	const parameters = { ...made.parameters, options: { forwardToViber: true, viberSender } };
	const setting = { ...made, parameters, items: [person(0)], ...regular };
	const [{ json }] = failedOf(await running(setting));
	expect(json.error).toBe(`'Forward to Viber: Sender' is "A-0", which is not an ID`);
});

test('a wrong callback URL is not shown: it may hold a secret', async () => {
	const made = sendBatch();
	const parameters = {
		...made.parameters,
		options: { callbackUrl: 'example.com/?key=hidden-17' },
	};
	const setting = { ...made, parameters, items: [person(0)], ...regular };
	const [{ json }] = failedOf(await running(setting));
	expect(json.error).toBe("'Callback URL' is not a URL that can be opened");
});

test('fields of the input that n8n reads as an error change nothing', async () => {
	const odd = { error: 'of an earlier step', message: 'M', __proto__x: 1, pairedItem: 3 };
	const items = [person(0, { ...odd }), person(1, { ...odd, phone: BAD })];
	const retrying = { retryOnFail: true, maxTries: 3 };
	const result = await running({ ...sendSms(), items, ...regular, ...retrying });
	expect(result.items.map(({ json }) => json.error)).toEqual([
		undefined,
		`${asDigits}: "${BAD}"`,
	]);
	expect(result.items[1].json).toMatchObject({ message: 'M', pairedItem: 3 });
	expect(sandbox.messages).toHaveLength(1);
});

test.each(callers)('%s gets the error alone, without the value', async (_, call) => {
	const service = new Service(() => ({ body: {} }));
	const setting = { ...sms, ...regular };
	// n8n Agents know no On Error: their model reads the message.
	const toRecord = ({ message }: Error) => [
		{ error: message, error_kind: 'invalid', is_sent: false },
	];
	const records = await call(setting, { to: BAD, text: 'Hi' }).catch(toRecord);
	const error = expect.stringContaining(`${asDigits}. The value is "380`) as string;
	expect(records).toEqual([{ error, error_kind: 'invalid', is_sent: false }]);
	expect(JSON.stringify(records)).not.toContain(BAD);
	expect(service.requests).toEqual([]);
	service.close();
});

test('the advice for an unknown outcome names what can help', async () => {
	const service = new Service(() => ({ status: 502, body: 'Oops' }));
	const { error } = await runNode({ ...sendSms(), items: [person(0)] });
	const { description } = error as { description?: string };
	expect(description).toContain('check your account on the website of the service');
	expect(description).not.toContain('callback URL');
	expect(description).not.toContain('Get …');
	service.close();
});
