import { people, sendSms } from './operations';
import { json, type RawService, startRaw } from './rawService';
import { run } from './sandboxHarness';

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
