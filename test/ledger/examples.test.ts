import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sendSms } from '../support/operations';
import { type DuplicateStore, useDuplicateStore } from '../support/duplicateStore';
import { origin, token } from '../support/engine/credentials';
import { type RunSetting, runNode } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';
import { asking } from '../wait/asking';
import { hintsOf } from '../run/sending/observed';
import { shownOf } from './reported';

const sent: Answer = { body: { sms_id: 1, status: 'NEW', parts: 1 } };
const rejected: Answer = { status: 400, body: { error: 'No' } };
const unknown: Answer = { status: 500, body: '' };
const phones = ['380501234567', '380501234568', '380501234569'];
const twoPhones = phones.slice(0, 2).join();
const hours = { sendBetween: '09:00-18:00' };
const goOn = { onError: 'continueRegularOutput' } as const;
const twoTries = { retryOnFail: true, maxTries: 2 };

let service: Service;
let table: DuplicateStore;
beforeEach(async () => {
	table = await useDuplicateStore();
});
afterEach(() => {
	jest.restoreAllMocks();
	service?.close();
});

const setClock = (time: string) =>
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`2026-11-20T${time}:00+02:00`));
/** Sets the responses of the requests, in this order. The last response repeats. */
const answering = (...answers: Answer[]) => {
	service = new Service((_, index) => answers[Math.min(index, answers.length - 1)]);
};
/** Sets the responses. The sending hours end with the last response. */
function endHoursAt(...answers: Answer[]): void {
	setClock('12:00');
	service = new Service((_, index) => {
		const answer = answers[Math.min(index, answers.length - 1)];
		if (index === answers.length - 1) setClock('21:30');
		return answer;
	});
}

const run = async (setting: RunSetting) => {
	const result = await runNode({
		mode: 'trigger',
		timezone: 'Europe/Kyiv',
		waitBetweenTries: 1,
		credentials: { baseUrl: origin, token, maxInFlight: 1, maxWait: 0 },
		...setting,
	});
	const output: IDataObject[] = result.items.map(({ json }) => json);
	const { error } = result;
	return { output, text: shownOf(error), error, hints: hintsOf(result) };
};
const people = (...keys: string[]) =>
	keys.map((order, at) => ({ json: { phone: phones[at], text: 'Hello', order } }));
const runSms = async (options: INodeParameters, more: Partial<RunSetting>) =>
	await run({ ...sendSms(options), ...more });
const ask = async (phone: string, options: INodeParameters, more: Partial<RunSetting>) =>
	await run(asking({ phone, options }, more));

describe('Send Once Per Key with a store that fails', () => {
	test('sends nothing, and returns each item, even one that repeats a key', async () => {
		answering(sent);
		table.beforeWrite = () => {
			throw new Error('SQLITE_BUSY');
		};
		const items = people('a', 'b', 'a');
		const { output } = await runSms({ sendOnceKey: '={{ $json.order }}' }, { ...goOn, items });
		expect([service.requests.length, output.length]).toEqual([0, 3]);
	});

	test('when the key of a wait is saved does not return an item that looks sent', async () => {
		answering(sent, rejected, sent);
		let writes = 0;
		table.beforeWrite = () => {
			writes += 1;
			if (writes === 5) throw new Error('SQLITE_BUSY');
		};
		const { output } = await ask(
			twoPhones,
			{ sendOnceKey: 'order-17' },
			{ ...goOn, ...twoTries },
		);
		expect(output.filter((one) => !('error' in one))).toEqual([]);
	});
});

describe('a later try of Retry On Fail', () => {
	test('does not report as unsent outside the hours what the first try may have sent', async () => {
		endHoursAt(unknown);
		const options = { ...hours, resendUnknown: true };
		const { error, output } = await runSms(options, { ...twoTries, items: people('a') });
		expect([service.requests.length, output]).toEqual([1, []]);
		expect(error?.message).toMatch(/may have been sent/);
		expect(error?.message).not.toContain('other recipients');
	});

	test('reports that an item may have been sent though its expression now fails', async () => {
		answering(unknown);
		const items = people('a');
		const get = () => (service.requests.length > 0 ? '' : 'Hello');
		Object.defineProperty(items[0].json, 'text', { enumerable: true, get });
		const more = { ...goOn, ...twoTries, items };
		const { output, hints } = await runSms({ resendUnknown: true }, more);
		expect(service.requests).toHaveLength(1);
		expect(output).toMatchObject([{ error: expect.stringMatching(/may have been sent/i) }]);
		expect(hints).toEqual([
			'May have been sent to 1 of 1 recipient. See the field error of the output.',
		]);
	});

	test('keeps the key of an item claimed though its expression now fails', async () => {
		const items = people('a');
		service = new Service(() => {
			items[0].json.text = '';
			return unknown;
		});
		const made = sendSms({ sendOnceKey: '={{ $json.order }}', resendUnknown: true });
		const parameters = { ...made.parameters, message: '={{ $json.text }}' };
		await run({ ...made, parameters, ...goOn, ...twoTries, items });
		const { output } = await runSms({ sendOnceKey: 'a' }, { ...goOn, items: people('a') });
		expect(service.requests).toHaveLength(1);
		expect(output).toMatchObject([
			{ error: expect.stringContaining('may have been sent before') },
		]);
	});

	test('keeps the key of an item that may have been sent though the service rejects it now', async () => {
		answering(unknown, rejected, sent);
		const items = people('a');
		const once = { sendOnceKey: '={{ $json.order }}' };
		const { output } = await runSms(
			{ ...once, resendUnknown: true },
			{ ...goOn, ...twoTries, items },
		);
		expect(output).toMatchObject([{ error_kind: 'unknown', is_sent: null }]);
		await runSms(once, { ...goOn, items });
		expect(service.requests).toHaveLength(2);
	});

	test('that the service rejects says with Stop what the first try may have sent', async () => {
		answering(unknown, rejected);
		const more = { ...twoTries, items: people('a') };
		const { error, text } = await runSms({ resendUnknown: true }, more);
		expect(error?.message).toBe('No');
		expect(text).toContain('May have been sent: item 0.');
	});

	test('with Resend If Unknown resends what may have been sent, and not what was sent', async () => {
		answering(sent, unknown, sent);
		const { output } = await runSms(
			{ resendUnknown: true },
			{ ...twoTries, items: people('a', 'b') },
		);
		const sentTo = service.requests.map(({ query }) => new Map(query).get('phone'));
		expect(sentTo).toEqual([phones[0], phones[1], phones[1]]);
		expect(output).toHaveLength(2);
	});

	test('does not resend a message whose response has an object in place of a value', async () => {
		const odd = { toString: 1, valueOf: 1 };
		answering({ body: { sms_id: 1, status: 'NEW', error_code: odd, delivered: odd } });
		const { error } = await runSms({}, { ...twoTries, items: people('a') });
		expect(service.requests).toHaveLength(1);
		expect(error?.message).toMatch(/\(sms_id 1\)\. The message may have been sent$/);
	});
});

test('a Retry-After of a fraction of a second does not become thousands of requests', async () => {
	const slow = { status: 429, headers: { 'retry-after': '0.001' }, body: { error: 'Slow' } };
	service = new Service((_, index) => (index < 3000 ? slow : sent));
	const credentials = { baseUrl: origin, token, maxInFlight: 1, maxWait: 1 };
	await runSms({}, { items: people('a'), credentials });
	expect(service.requests.length).toBeLessThan(50);
});

describe('a Send and Wait whose hours end', () => {
	test('between two tries does not say that nothing was sent', async () => {
		endHoursAt(sent, rejected);
		const { error, output } = await ask(twoPhones, hours, twoTries);
		expect(service.requests).toHaveLength(2);
		expect([output, error?.message]).toEqual([[], expect.any(String)]);
	});

	test.each([{}, goOn])('names the recipients that it did not send to: %j', async (more) => {
		endHoursAt(sent);
		const { output, text } = await ask(phones.join(), hours, more);
		expect(service.requests).toHaveLength(1);
		expect(output[0]?.error ?? text).toMatch(
			/Sent: recipient 1 \(sms_id 1\). Not sent: recipients 2-3./,
		);
	});

	test('does not report recipients as not sent if their key may have been sent before', async () => {
		const withKey = async (options: INodeParameters) =>
			await ask(phones.join(), { sendOnceKey: 'a', ...options }, { ...goOn, ...twoTries });
		answering(unknown);
		await withKey({});
		service.close();
		endHoursAt(sent, rejected);
		const [{ error }] = (await withKey({ resendUnknown: true, ...hours })).output;
		expect(error).toContain('Sent: recipient 1');
		expect(error).toContain('May have been sent before with the same key: recipients 2-3.');
		expect(error).not.toContain('Not sent');
	});

	test.each([{}, { resendUnknown: true }])(
		'after a recipient of unknown outcome is returned once: %j',
		async (options) => {
			endHoursAt(unknown);
			const more = { ...goOn, ...twoTries };
			const { output } = await ask(twoPhones, { ...hours, ...options }, more);
			expect(service.requests).toHaveLength(1);
			const error = /May have been sent: recipient 1. Not sent: recipient 2/;
			expect(output).toEqual([
				expect.objectContaining({ error: expect.stringMatching(error), is_sent: null }),
			]);
		},
	);

	test('has one error for all recipients who were not sent to', async () => {
		endHoursAt(sent, rejected);
		const { text } = await ask(phones.join(), hours, twoTries);
		expect(text).toContain(
			"'Send Between' does not allow sending to the remaining recipients before 2026-11-21T09:00:00+02:00",
		);
		expect(text).toContain('The message was already sent to some recipients.');
		expect(text).not.toMatch(/more items? ha|Nothing was sent/);
	});

	test('before it begins is returned as not sent, without an error', async () => {
		setClock('21:30');
		const { output } = await ask(phones.join(), hours, goOn);
		expect(output).toMatchObject([{ is_sent: false, reason: 'outside sending hours' }]);
		expect(output[0]).not.toHaveProperty('error');
	});
});

test('a Send and Wait with more recipients than the limit is returned once, as an error', async () => {
	answering(sent);
	const { output } = await ask(twoPhones, { maxRecipients: 1 }, goOn);
	const error = expect.stringContaining('this run has 2 recipients');
	expect(output).toEqual([expect.objectContaining({ error, is_sent: false })]);
});
