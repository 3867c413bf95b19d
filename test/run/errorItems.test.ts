import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { byId } from '../contract/row';
import * as operations from '../support/operations';
import { captureLog, run, startTestSandbox } from '../support/sandboxHarness';
import { toolCallers } from '../support/engine/callTool';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { sms } from '../support/toolSettings';
import { descriptionOf, jsonsOf } from './sending/observed';

const { sendSms, sendBatch, sendEmails, importContacts, phoneOf } = operations;
const regular = { onError: 'continueRegularOutput' } as const;
const errorOutput = { onError: 'continueErrorOutput' } as const;
const BAD = '38050-BAD-17';
const DIGITS = 'is not a phone number. It contains "B"';
const invalid = { error_kind: 'invalid', is_sent: false };
const rejected = { error: 'Blocked', error_kind: 'rejected' };

const person = (n: number, more: IDataObject = {}) => ({
	json: { order: `A-${n}`, phone: phoneOf(n), email: `p${n}@example.com`, text: 'Hi', ...more },
});
const people = [person(0), person(1, { phone: BAD }), person(2)];
const failedOf = ({ items, errorItems }: Record<'items' | 'errorItems', INodeExecutionData[]>) =>
	[...items, ...errorItems].filter(({ json }) => json.error !== undefined);
const errorsOf = (result: Parameters<typeof failedOf>[0]) =>
	failedOf(result).map(({ json }) => json.error);
/** Asserts that n8n's log is not empty and does not contain the secret. */
const expectHidden = (log: string[], secret: RegExp | string) => {
	expect(log.length).toBeGreaterThan(0);
	expect(log.filter((line) => line.match(secret))).toEqual([]);
};

describe('an input that is rejected before a request', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startTestSandbox();
	});
	afterEach(async () => await sandbox.close());
	const running = async (setting: RunSetting) => await run(sandbox, setting);

	/** Operations that send phones in different ways, and the label of the phone's field. */
	const phoneWays: Array<[way: string, make: typeof sendSms, label: string]> = [
		['a message per item', sendSms, 'Phone'],
		['a batch', sendBatch, 'Phone'],
		['an import', importContacts, 'Map Automatically: phone'],
	];

	test.each(phoneWays)('keeps its fields and shows the phone of %s', async (_, make, label) => {
		const error = `'${label}' ${DIGITS}: "${BAD}"`;
		const { is_sent, ...kind } = invalid;
		const failed = { ...people[1].json, error, ...kind, ...(label === 'Phone' && { is_sent }) };
		for (const [mode, output] of [
			[regular, 'items'],
			[errorOutput, 'errorItems'],
		] as const) {
			const result = await running({ ...make(), items: people, ...mode });
			expect(result.error).toBeUndefined();
			const [item, ...others] = failedOf(result);
			expect([item.json, others]).toEqual([failed, []]);
			expect(result[output]).toContain(item);
			expect(item.pairedItem).toMatchObject({ item: 1 });
		}
	});

	test.each(phoneWays)('is named with Stop, and no log has the phone of %s', async (...row) => {
		const [, make, label] = row;
		const log = captureLog();
		const result = await running({ ...make(), items: people });
		expect(result.error?.message).toBe(`'${label}' ${DIGITS}`);
		const advice = /^The value is "380••-BAD-17"\. Enter only the number/;
		expect(descriptionOf(result)).toMatch(advice);
		for (const mode of [regular, errorOutput]) {
			await running({ ...make(), items: people, ...mode });
		}
		expectHidden(log, BAD);
	});

	test('shows the whole Sender Email with Stop, and the email of a recipient masked', async () => {
		const parameters = {
			...{ resource: 'message', operation: 'send', subject: 'News', message: 'Hi' },
			...{ senderEmail: 'news@shop', email: 'anna@shop' },
		};
		const description = descriptionOf(
			await running({ node: 'messagingServiceEmail', parameters }),
		);
		expect(description).toContain(
			`'Sender Email': The value is "news@shop". Enter one address`,
		);
		expect(description).toContain(`'Email': The value is "a•••@shop". Enter one address`);
	});

	test('does not put the text of an invalid message into a log with Stop', async () => {
		const log = captureLog();
		const items = [person(0, { text: 'Dear [object Object], good morning' })];
		const result = await running({ ...sendSms(), items });
		expect(result.error?.message).toBe("'Message' contains [object Object] instead of a value");
		expect(descriptionOf(result)).not.toMatch(/The value is|Dear/);
		expectHidden(log, 'good morning');
	});

	test("names the label of an import's field that the editor shows", async () => {
		const mapped = async (value: IDataObject, options: IDataObject = {}) => {
			const made = importContacts(options as never);
			const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
			const parameters = { ...made.parameters, columns } as never;
			return (await running({ ...made, parameters, items: people })).error?.message;
		};
		const phone = '={{ $json.phone }}';
		expect(await mapped({ phone })).toBe(`'Values to Send: phone' ${DIGITS}`);
		const neither = 'gives the contact neither a phone nor an email';
		expect(await mapped({ CITY: 'Riga' })).toBe(`'Values to Send' ${neither}`);
		const column = [{ name: 'email', value: '={{ $json.order }}' }];
		expect(await mapped({ phone: phoneOf(1) }, { additionalColumns: { column } })).toBe(
			"'Additional Columns: email' is not an email address",
		);
		const { error } = await running({
			...importContacts(),
			items: [{ json: { City: 'Riga' } }],
		});
		expect(error?.message).toBe(`'Map Automatically' ${neither}`);
	});

	test.each([
		['of 41 characters', `anna@${'x'.repeat(36)}`, `"anna@${'x'.repeat(35)}…"`],
		['of emoji', '😀'.repeat(41), `"${'😀'.repeat(40)}…"`],
		['that is a number', 12.5, '12.5'],
	])('shows at most 40 characters of a value %s', async (_, email, quoted) => {
		const items = [person(0, { email })];
		const [{ json }] = failedOf(await running({ ...sendEmails(), items, ...regular }));
		const error = `'Email' is not an email address: ${quoted}`;
		expect(json).toEqual({ ...items[0].json, error, ...invalid });
	});

	test.each([
		[
			'a value once that the error shows already',
			sendSms({ forwardToViber: true, viberSender: byId('={{ $json.order }}') }),
			`'Forward to Viber: Sender' is "A-0", which is not an ID`,
		],
		[
			'no callback URL, which may contain a secret',
			sendBatch({ callbackUrl: 'example.com/?key=hidden-17' }),
			"'Callback URL' is not a URL that can be opened",
		],
	])('shows in its error %s', async (_, made, error) => {
		const result = await running({ ...made, items: [person(0)], ...regular });
		expect(errorsOf(result)).toEqual([error]);
	});

	test('is distinguished from input fields that n8n reads as an error', async () => {
		const odd = { error: 'of an earlier step', message: 'M', __proto__x: 1, pairedItem: 3 };
		const items = [person(0, { ...odd }), person(1, { ...odd, phone: BAD })];
		const retrying = { retryOnFail: true, maxTries: 3 };
		const output = jsonsOf(await running({ ...sendSms(), items, ...regular, ...retrying }));
		const failed = `'Phone' ${DIGITS}: "${BAD}"`;
		expect(output.map(({ error }) => error)).toEqual([undefined, failed]);
		expect(output[1]).toMatchObject({ message: 'M', pairedItem: 3 });
		expect(sandbox.messages).toHaveLength(1);
	});
});

describe('an input that the service rejects', () => {
	const service = useService();
	const rejecting = (error: string) => service.answer(() => ({ status: 400, body: { error } }));

	test('is not in a log with Continue, though the service repeats it', async () => {
		const words = `Phone ${phoneOf(1)} is blocked for the text Good morning`;
		rejecting(words);
		const setting = { ...sendSms(), items: [person(1, { text: 'Good morning' })] };
		const log = captureLog();
		for (const mode of [regular, errorOutput]) {
			expect(errorsOf(await runNode({ ...setting, ...mode }))).toEqual([words]);
		}
		expectHidden(log, /Good morning|380/);
	});

	test.each([
		['380•••••••01', '380501000001'],
		['+380 •• ••• •• 01', '+380 50 100 00 01'],
		['(050) •••-••-01', '(050) 100-00-01'],
		['380•••••••01, 380502222222', '380501000001, 380502222222'],
		['380•••••••01 of 2026-11-26 10:00', '380501000001 of 2026-11-26 10:00'],
		['٣٨٠•••••••٠١', '٣٨٠٥٠١٠٠٠٠٠١'],
		['p•@example.com.', 'p1@example.com.'],
		['p•@example.com for shop@example.com', 'p1@example.com for shop@example.com'],
		['p•@example.com and p•@example.com', 'p1@example.com and p2@example.com'],
	])('is masked as %s with Stop if the service repeats it', async (shown, repeated) => {
		rejecting(`No ${repeated}`);
		const make = repeated.includes('@') ? sendEmails : sendSms;
		const log = captureLog();
		const { error } = await runNode({ ...make(), items: [person(1), person(2)] });
		expect(error?.message).toBe(`No ${shown}`);
		expect(log.length).toBeGreaterThan(0);
		expect(log.filter((line) => line.includes(repeated))).toEqual([]);
		const continued = await runNode({ ...make(), items: [person(1)], ...regular });
		expect(errorsOf(continued)).toEqual([`No ${repeated}`]);
	});

	test('is masked in any letter case of the recipient and of the response', async () => {
		rejecting('No ANNA@example.com');
		const items = [person(1, { email: 'Anna@Example.com' })];
		const { error } = await runNode({ ...sendEmails(), items });
		expect(error?.message).toBe('No A•••@example.com');
	});

	test.each([regular, errorOutput])('keeps its fields, with %j', async (mode) => {
		service.answer(({ query }) =>
			new Map(query).get('phone') === phoneOf(1)
				? { status: 400, body: { error: 'Blocked' } }
				: { body: { sms_id: 1, status: 'NEW', parts: 1 } },
		);
		const items = [person(0), person(1)];
		const result = await runNode({ ...sendSms(), items, ...mode });
		expect(result.items[0].json).toMatchObject({ sms_id: 1 });
		const failed = { ...items[1].json, ...rejected, is_sent: false };
		expect(failedOf(result).map(({ json }) => json)).toEqual([failed]);
	});

	test('keeps its fields in each item of a batch', async () => {
		rejecting('Blocked');
		const items = [person(0), person(1)];
		const output = jsonsOf(await runNode({ ...sendBatch(), items, ...regular }));
		expect(output).toEqual(items.map(({ json }) => ({ ...json, ...rejected, is_sent: false })));
	});

	test.each([regular, errorOutput])('keeps its fields as a contact, with %j', async (mode) => {
		const log = [
			{ index: 1, error_message: 'Blocked' },
			{ index: 7, error_message: 'Lost' },
		];
		const result = { inserted: 1, updated: 0, invalid: 2, log };
		service.answer(() => ({ body: { status: 'OK', result } }));
		const made = importContacts({ rejectsAsItems: true });
		const items = [person(0), person(1)];
		const failed = failedOf(await runNode({ ...made, items, ...mode }));
		const lost = mode === regular ? { ...rejected, error: 'Lost' } : { error: 'Lost' };
		const kept = { ...items[1].json, ...rejected };
		expect(failed.map(({ json }) => json)).toEqual([kept, lost]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, []]);
	});

	test.each(toolCallers)(
		'gives %s the error of an invalid value without the value',
		async (_, call) => {
			// n8n Agents ignore On Error. Their model reads the message.
			const records = await call({ ...sms, ...regular }, { to: BAD, text: 'Hi' }).catch(
				({ message: error }: Error) => [{ error, ...invalid }],
			);
			const error = expect.stringContaining(`'Phone' ${DIGITS}. The value is "380`) as string;
			expect(records).toEqual([{ error, ...invalid }]);
			expect(JSON.stringify(records)).not.toContain(BAD);
			expect(service.requests).toEqual([]);
		},
	);

	test('has advice that can help after an unknown outcome', async () => {
		service.answer(() => ({ status: 502, body: 'Oops' }));
		const description = descriptionOf(await runNode({ ...sendSms(), items: [person(0)] }));
		expect(description).toContain('check your account on the website of the service');
		expect(description).not.toMatch(/callback URL|Get …/);
	});
});
