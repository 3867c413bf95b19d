import type { INodeParameters } from 'n8n-workflow';
import { sendSms } from '../support/operations';
import { type DuplicateStore, useDuplicateStore } from '../support/duplicateStore';
import { origin, token } from '../support/engine/credentials';
import { type RunSetting, runNode } from '../support/engine/runNode';
import { type Answer, type SentRequest, Service } from '../support/engine/service';
import { asking } from '../wait/asking';
import { shownOf } from './reported';

const DAYTIME = '2026-11-20T12:00:00+02:00';
const NIGHT = '2026-11-20T21:30:00+02:00';
const sent = { body: { sms_id: 1, status: 'NEW', parts: 1 } };
const phones = ['380501234567', '380501234568', '380501234569'];

let service: Service;
let table: DuplicateStore;
beforeEach(async () => {
	table = await useDuplicateStore();
});
afterEach(() => {
	jest.restoreAllMocks();
	service?.close();
});

const answering = (answer: (request: SentRequest, index: number) => Answer | Promise<Answer>) => {
	service = new Service(answer);
};

/** The first recipient is sent to within the hours, and the others are rejected after them. */
function endHoursAfterFirst(): void {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(DAYTIME));
	answering((_, index) => {
		if (index === 0) return sent;
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NIGHT));
		return { status: 400, body: { error: 'No' } };
	});
}
const run = async (setting: RunSetting) =>
	await runNode({
		mode: 'trigger',
		timezone: 'Europe/Kyiv',
		waitBetweenTries: 1,
		credentials: { baseUrl: origin, token, maxInFlight: 1, maxWait: 0 },
		...setting,
	});
const people = (...keys: string[]) =>
	keys.map((order, at) => ({ json: { phone: phones[at], text: 'Hello', order } }));
const sms = (options: INodeParameters = {}) => sendSms(options);
const goOn = { onError: 'continueRegularOutput' } as const;
const json = ({ items }: { items: Array<{ json: object }> }) => items.map((item) => item.json);

test('an item with the key of an earlier one is in the output if the store fails', async () => {
	answering(() => sent);
	table.beforeWrite = () => {
		throw new Error('SQLITE_BUSY');
	};
	const result = await run({
		...sms({ sendOnceKey: '={{ $json.order }}' }),
		...goOn,
		items: people('a', 'b', 'a'),
	});
	expect(service.requests).toHaveLength(0);
	expect(json(result)).toHaveLength(3);
});

test('what may have been sent is not reported as not sent outside the sending hours', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(DAYTIME));
	answering(() => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NIGHT));
		return { status: 500, body: '' };
	});
	const result = await run({
		...sms({ sendBetween: '09:00-18:00', resendUnknown: true }),
		retryOnFail: true,
		maxTries: 2,
		items: people('a'),
	});
	expect(service.requests).toHaveLength(1);
	expect([result.error?.message, json(result)]).toEqual([
		expect.stringMatching(/may have been sent/),
		[],
	]);
	expect(result.error?.message).not.toContain('other recipients');
});

test('what may have been sent is reported so if its expression throws in a later try', async () => {
	answering(() => ({ status: 500, body: '' }));
	const made = sms({ resendUnknown: true });
	const items = people('a');
	Object.defineProperty(items[0].json, 'text', {
		enumerable: true,
		get: () => (service.requests.length > 0 ? '' : 'Hello'),
	});
	const result = await run({ ...made, ...goOn, retryOnFail: true, maxTries: 2, items });
	expect(service.requests).toHaveLength(1);
	expect(json(result)).toEqual([
		expect.objectContaining({ error: expect.stringMatching(/may have been sent/i) }),
	]);
});

test('a wait that does not wait has no item that looks sent', async () => {
	answering((_, index) => {
		if (index !== 1) return sent;
		return { status: 400, body: { error: 'No' } };
	});
	let writes = 0;
	table.beforeWrite = () => {
		writes += 1;
		if (writes === 5) throw new Error('SQLITE_BUSY');
	};
	const setting = asking(
		{ phone: `${phones[0]}, ${phones[1]}`, options: { sendOnceKey: 'order-17' } },
		{ ...goOn, retryOnFail: true, maxTries: 2 },
	);
	const result = await run(setting);
	expect(json(result).filter((one) => !('error' in one))).toEqual([]);
});

test('a Retry-After of a fraction of a second does not become thousands of requests', async () => {
	answering((_, index) =>
		index < 3000
			? { status: 429, headers: { 'retry-after': '0.001' }, body: { error: 'Slow' } }
			: sent,
	);
	await run({
		...sms(),
		items: people('a'),
		credentials: { baseUrl: origin, token, maxInFlight: 1, maxWait: 1 },
	});
	expect(service.requests.length).toBeLessThan(50);
});

test('a message is sent once though its response has a field that is no value', async () => {
	const odd = { toString: 1, valueOf: 1 };
	answering(() => ({ body: { sms_id: 1, status: 'NEW', error_code: odd, delivered: odd } }));
	const { error } = await run({ ...sms(), retryOnFail: true, maxTries: 3, items: people('a') });
	expect(service.requests).toHaveLength(1);
	expect(error?.message).toMatch(/\(sms_id 1\)\. The message may have been sent$/);
});

test('a wait is not said to be not sent if the hours end between two tries', async () => {
	endHoursAfterFirst();
	const setting = asking(
		{ phone: `${phones[0]}, ${phones[1]}`, options: { sendBetween: '09:00-18:00' } },
		{ retryOnFail: true, maxTries: 2 },
	);
	const result = await run(setting);
	expect(service.requests).toHaveLength(2);
	expect(json(result)).toEqual([]);
	expect(result.error?.message).toBeDefined();
});

test.each([{}, goOn])(
	'a recipient whose hours ended is not said to have failed: %j',
	async (more) => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(DAYTIME));
		answering(() => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NIGHT));
			return sent;
		});
		const options = { sendBetween: '09:00-18:00' };
		const result = await run(asking({ phone: phones.join(', '), options }, more));
		expect(service.requests).toHaveLength(1);
		const [item] = json(result) as Array<{ error: string }>;
		expect(item?.error ?? shownOf(result.error)).toMatch(
			/Sent: recipient 1 \(sms_id 1\). Not sent: recipients 2-3./,
		);
	},
);

test('a recipient whose key may have been sent before is not said to be not sent', async () => {
	const wait = (options: INodeParameters) =>
		asking(
			{ phone: phones.join(', '), options: { sendOnceKey: 'a', ...options } },
			{ ...goOn, retryOnFail: true, maxTries: 2 },
		);
	answering(() => ({ status: 500, body: '' }));
	await run(wait({}));
	service.close();
	endHoursAfterFirst();
	const result = await run(wait({ resendUnknown: true, sendBetween: '09:00-18:00' }));
	const [{ error }] = json(result) as Array<{ error: string }>;
	expect(error).toContain('Sent: recipient 1');
	expect(error).toContain('May have been sent before with the same key: recipients 2-3.');
	expect(error).not.toContain('Not sent');
});

describe('a wait that may have been sent comes out once if the hours end between two tries', () => {
	test.each([{}, { resendUnknown: true }])('with %j', async (options) => {
		const text = /May have been sent: recipient 1. Not sent: recipient 2/;
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(DAYTIME));
		answering(() => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NIGHT));
			return { status: 500, body: '' };
		});
		const phone = `${phones[0]}, ${phones[1]}`;
		const setting = asking(
			{ phone, options: { sendBetween: '09:00-18:00', ...options } },
			{ ...goOn, retryOnFail: true, maxTries: 2 },
		);
		const result = await run(setting);
		expect(service.requests).toHaveLength(1);
		expect(json(result)).toEqual([
			expect.objectContaining({ error: expect.stringMatching(text), is_sent: null }),
		]);
	});
});

describe('an item with two recipients, and a limit of one, comes out once', () => {
	const maxRecipients = 1;
	const limit = 'this run has 2 recipients';

	test('of a wait', async () => {
		answering(() => sent);
		const phone = `${phones[0]}, ${phones[1]}`;
		const result = await run(asking({ phone, options: { maxRecipients } }, goOn));
		expect(json(result)).toEqual([
			expect.objectContaining({ error: expect.stringContaining(limit), is_sent: false }),
		]);
	});
});

test('recipients that the hours keep from the others have one error together', async () => {
	endHoursAfterFirst();
	const setting = asking(
		{ phone: phones.join(), options: { sendBetween: '09:00-18:00' } },
		{ retryOnFail: true, maxTries: 2 },
	);
	const { error } = await run(setting);
	expect(shownOf(error)).toContain(
		"'Send Between' does not allow the other recipients to be sent to before 2026-11-21T09:00:00+02:00",
	);
	expect(shownOf(error)).toContain('The message was already sent to some recipients.');
	expect(shownOf(error)).not.toMatch(/more items? ha|Nothing was sent/);
});

test('recipients of a wait that begins outside the hours are left out, without an error', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NIGHT));
	const options = { sendBetween: '09:00-18:00' };
	const result = await run(asking({ phone: phones.join(), options }, goOn));
	expect(json(result)).toEqual([
		expect.objectContaining({ is_sent: false, reason: 'outside sending hours' }),
	]);
});

test('a later try resends what may have been sent, and not what was', async () => {
	answering((_, index) => (index === 1 ? { status: 500, body: '' } : sent));
	const result = await run({
		...sms({ resendUnknown: true }),
		...{ retryOnFail: true, maxTries: 2, items: people('a', 'b') },
	});
	const sentTo = service.requests.map(({ query }) => new Map(query).get('phone'));
	expect(sentTo).toEqual([phones[0], phones[1], phones[1]]);
	expect(json(result)).toHaveLength(2);
});

test('a key of unknown outcome stays claimed if its item cannot be read in a later try', async () => {
	const items = people('a');
	const made = sms({ sendOnceKey: '={{ $json.order }}', resendUnknown: true });
	const message = '={{ $json.text }}';
	answering(() => {
		items[0].json.text = '';
		return { status: 500, body: '' };
	});
	const parameters = { ...made.parameters, message };
	await run({ ...made, parameters, ...goOn, retryOnFail: true, maxTries: 2, items });
	const again = await run({ ...sms({ sendOnceKey: 'a' }), ...goOn, items: people('a') });
	expect(service.requests).toHaveLength(1);
	expect(json(again)).toEqual([
		expect.objectContaining({ error: expect.stringContaining('may have been sent before') }),
	]);
});
