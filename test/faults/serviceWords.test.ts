import { people, sendSms } from '../support/operations';
import { json, type RawService, startRaw } from '../support/rawService';
import { run } from '../support/sandboxHarness';

jest.setTimeout(30_000);

let raw: RawService;
afterEach(async () => await raw.close());

type Step = Parameters<typeof run>[1];

const RESEND = { resendUnknown: true };
const retried = { retryOnFail: true, maxTries: 3 };
const SENT = { sms_id: 7, status: 'NEW', parts: 1 };

/** What a step does with one response. */
async function answered(response: unknown, step: Partial<Step> = {}, status = 200) {
	raw = await startRaw(json(response as object, status));
	const result = await run(raw, { ...sendSms(), items: people(1), ...step } as Step);
	const { error, items } = result;
	return {
		message: error?.message,
		advice: (error as { description?: string } | undefined)?.description,
		items: items.map((item) => item.json),
		requests: raw.requests.length,
	};
}

test.each([
	...['0', 'none', 'NULL', 'False', ' No error ', 'no errors'].map((error) => ({ error })),
	...['0', 'None', ['0'], ['null', 'false'], { phone: ['none'] }].map((errors) => ({ errors })),
])('a message with an ID is sent once beside %j', async (more) => {
	const step = { ...sendSms(RESEND), ...retried };
	const { message, requests } = await answered({ ...SENT, ...more }, step);
	expect([message, requests]).toEqual([undefined, 1]);
});

test('the error of a message that was sent again does not say that it was not', async () => {
	const step = { ...sendSms(RESEND), ...retried };
	const { advice, requests } = await answered({}, step, 500);
	expect(requests).toBe(3);
	expect(advice).toContain('a recipient may get the message twice');
	expect(advice).not.toMatch(/not retried|no recipient/);
});

describe('the reason of the service', () => {
	test.each<[object, string]>([
		[{ errors: { phone: ['The phone is invalid.'] } }, 'phone: The phone is invalid.'],
		[{ message: { phone: ['bad'], text: ['long', 'odd'] } }, 'phone: bad; text: long; odd'],
		[{ error: { phone: 'bad' } }, 'phone: bad'],
		[
			{ errors: { message: ['The message is required.'] } },
			'message: The message is required.',
		],
		[{ detail: [{ loc: ['body', 'phone'], msg: 'field required' }] }, 'phone: field required'],
		[{ errors: [{ field: 'phone', message: 'is bad' }] }, 'phone: is bad'],
		[{ detail: [{ msg: 'field required' }] }, 'field required'],
		[{ code: 12, msg: 'Not enough money' }, 'Not enough money'],
		[{ error: 1001, error_text: 'Phone blocked' }, 'Phone blocked'],
		[{ error: '1001', error_text: 'Phone blocked' }, 'Phone blocked'],
		[{ error: 1001 }, '1001'],
		...['reason', 'description', 'info', 'text', 'Error', 'Message'].map(
			(key): [object, string] => [{ status: 'error', [key]: 'Blocked' }, 'Blocked'],
		),
		[{ error: 'Bad Request', message: 'phone is bad' }, 'phone is bad'],
		[{ error: 'Bad Request', statusCode: 400 }, 'Bad Request'],
		[{ message: 'The given data was invalid.', errors: { phone: ['bad'] } }, 'phone: bad'],
		[{ error: 'Validation failed', details: ['phone is bad'] }, 'phone is bad'],
		[{ status: 'error', error: { phone: [] } }, 'The service returned HTTP status 400'],
	])('is shown of %j: %s', async (response, reason) => {
		expect((await answered(response, {}, 400)).message).toBe(reason);
	});
});

const OTHER = "The response does not match the service's documentation";
const step = (node: 'Sms' | 'Viber' | 'Templates' | 'Contacts', name: string, more = {}) => {
	const [resource, operation] = name.split(':');
	const parameters = { resource, operation, ...more };
	return { node: `messagingService${node}`, parameters } as Pick<Step, 'node' | 'parameters'>;
};

describe('a response of another shape than documented', () => {
	const list = step('Templates', 'template:getAll', { returnAll: true });
	test.each<[string, object, object]>([
		['a bare list', list, [{ id: 1, message: 'Hi' }]],
		['a list without a status', list, { result: [{ message: 'Yes' }] }],
		['a record for a list', list, { status: 'OK', result: { title: 'W' } }],
		['a record without its ID', sendSms(), { message: 'Hi Anna', phone: '380671234567' }],
	])('shows nothing of its data: %s', async (_, made, response) => {
		const { message } = await answered(response, made);
		expect(message?.replace(' It may have been sent anyway', '')).toMatch(
			new RegExp(`^${OTHER}\\.?$`),
		);
	});

	test('shows a message that is all there is', async () => {
		const { message } = await answered({ code: 12, msg: 'Not enough money' });
		expect(message).toBe('Not enough money. It may have been sent anyway');
	});
});

test.each([200, 400, 500])(
	'an error keeps the ID that came with it, at status %i',
	async (status) => {
		const { message } = await answered({ sms_id: 5, status: 'REJECTED' }, {}, status);
		expect(message).toMatch(/ \(sms_id 5\)\. It may have been sent anyway$/);
	},
);

describe('what is read', () => {
	const status = step('Sms', 'message:getStatus', { messageId: '9' });
	const info = step('Sms', 'mailing:get', { mailingId: '9' });
	test.each([
		{ status: 'rejected', message_id: 9 },
		{ status: 'rejected' },
		{ status: 'failed', error: 'Blocked', message_id: 9 },
	])('may tell of a failure: %j', async (response) => {
		for (const made of [status, info]) {
			const { message, items } = await answered(response, made);
			expect([message, items[0]?.status]).toEqual([undefined, response.status]);
			await raw.close();
		}
	});

	test('has failed if there is an error and no data', async () => {
		for (const made of [status, info]) {
			for (const response of [{ error: 'Blocked' }, { success: false, message: 'Blocked' }]) {
				expect((await answered(response, made)).message).toBe('Blocked');
				await raw.close();
			}
		}
	});
});

test('the advice after a change does not speak of messages and batches', async () => {
	const made = step('Templates', 'template:create', { name: 'A', message: 'B' });
	const { advice } = await answered({}, made, 500);
	expect(advice).toContain('nothing is changed twice');
	expect(advice).not.toMatch(/recipient|batch/);
});

test('the advice after a read names no message of the service if there is none', async () => {
	const made = step('Templates', 'template:getAll', { returnAll: true });
	expect((await answered([], made)).advice).not.toContain('message of the service');
});

test('a proxy that is down is told as the proxy', async () => {
	const { port } = new URL((raw = await startRaw(json(SENT))).url);
	await raw.close();
	const made = sendSms();
	const requestOptions = { proxy: `http://127.0.0.1:${port}` };
	const parameters = { ...made.parameters, requestOptions };
	const { message, advice } = await answered(SENT, { ...made, parameters });
	expect(message).toBe('The proxy cannot be reached');
	expect(advice).toMatch(/^Check Proxy in the Request Options.*Nothing was sent\./);
});

test('a template that is missing is told as the template', async () => {
	const made = sendSms();
	const templateId = { __rl: true, mode: 'id', value: '1002' };
	const parameters = { ...made.parameters, messageSource: 'template', templateId };
	const { message, requests } = await answered({}, { ...made, parameters }, 404);
	expect([message, requests]).toEqual([
		"The service returned HTTP status 404 ('Template' 1002)",
		1,
	]);
});
