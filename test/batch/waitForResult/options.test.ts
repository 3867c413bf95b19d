import type { IDataObject } from 'n8n-workflow';
import { useDuplicateStore } from '../../support/duplicateStore';
import { itemsOf, pairsOf, phones, smsBatch, viberBatch } from '../settings';
import { call, jsonOf, sentTo, startBatch, statusService, waiting } from './waitingBatch';

const [ONE, TWO, THREE] = phones(3);
const items = itemsOf([
	{ phone: ONE, key: 'a' },
	{ phone: TWO, key: 'a' },
	{ phone: THREE, key: 'b' },
]);
const batch = (parameters: IDataObject = {}) =>
	smsBatch({ ...waiting, ...parameters }, { items, mode: 'trigger' });

describe('a batch with Send Between', () => {
	const DAY = 24 * 60 * 60 * 1000;
	const begin = `${new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)}T10:00:00`;
	const weekday = new Date(`${begin}Z`).toLocaleDateString('en', {
		weekday: 'short',
		timeZone: 'UTC',
	});
	const options = { sendBetween: `${weekday} 10:00-11:00 UTC`, recipientsPerRequest: 2 };
	const scheduledFor = expect.stringMatching(new RegExp(`^${begin}`)) as unknown;
	const setting = (limits: IDataObject, kind = smsBatch) =>
		kind({ ...waiting, ...limits, options }, { items, timezone: 'UTC' });

	test.each([
		['SMS', smsBatch],
		['Viber', viberBatch],
	])('is scheduled, and waits for the calls (%s)', async (_, kind) => {
		const given = await statusService();
		const { urls, resumed } = await startBatch(given, setting({}, kind));
		const sent = given.received.filter(({ operation }) => operation.startsWith('sendBulk'));
		expect(sent.map(({ json }) => json?.messages?.[0].schedule_time)).toEqual([begin, begin]);
		for (const url of urls) expect(await call(url)).toBe(200);
		expect(jsonOf(resumed[0])).toMatchObject(
			[ONE, TWO, THREE].map((phone) => ({
				phone,
				is_sent: true,
				is_delivered: null,
				scheduled_for: scheduledFor,
			})),
		);
		expect(resumed[0].map(pairsOf)).toEqual([[0], [1], [2]]);
	});

	test('gives each recipient of several mailings in JSON the time of its own mailing', async () => {
		const named = (name: string, phone: string, more = {}) => ({
			alphaname_id: '1363',
			name,
			message_type: 'bulk',
			text: 'Hello',
			delivery_list: [phone],
			...more,
		});
		const later = new Date(Date.parse(`${begin}Z`) + 2 * DAY).toISOString().slice(0, 19);
		const mailingsJson = JSON.stringify([
			named('A', ONE),
			named('B', TWO, { schedule_time: later }),
		]);
		const json = { specifyMailings: 'json', mailingsJson };
		const { urls, resumed } = await startBatch(await statusService(), {
			...smsBatch({ ...waiting, ...json, options }, { items: [{ json: {} }] }),
			timezone: 'UTC',
		});
		expect(await call(urls[0])).toBe(200);
		const [first, second] = jsonOf(resumed[0]).map(({ scheduled_for: time }) => time);
		expect(first).toEqual(scheduledFor);
		expect(Date.parse(String(second))).toBe(Date.parse(String(first)) + 7 * DAY);
	});

	test.each([
		['earlier', 1, 1],
		['later', 9, 0],
	])('says it if the time limit is %s', async (_, waitAmount, hints) => {
		const limits = { limitType: 'timeInterval', waitAmount, waitUnit: 'days' };
		const { result, resume } = await startBatch(
			await statusService(),
			setting({ limitWaitTime: true, ...limits }),
		);
		const [{ hints: given = [] }] = result.runData.MessagingServiceSms;
		expect(given.map(({ message }) => message)).toEqual(
			Array.from({ length: hints }, () =>
				expect.stringContaining(`before the mailing is sent at ${begin}`),
			),
		);
		const [output] = await resume();
		expect(jsonOf(output)).toMatchObject([
			{ uuid: 'u1', indexes: '0-1', timedOut: true, scheduled_for: scheduledFor },
			{ uuid: 'u2', indexes: '2', timedOut: true, scheduled_for: scheduledFor },
		]);
	});
});

describe('a batch with Send Once Per Key', () => {
	const keyed = batch({ options: { sendOnceKey: '={{ $json.key }}' } });

	test('waits for what was sent, and for nothing if all was sent before', async () => {
		await useDuplicateStore();
		const given = await statusService();
		const first = await startBatch(given, keyed);
		expect(sentTo(given.callsTo('sendBulkSms')[0])).toEqual([ONE, THREE]);
		expect(await call(first.urls[0])).toBe(200);
		expect(jsonOf(first.resumed[0])).toMatchObject([
			{ phone: ONE, is_sent: true },
			{ is_sent: false, reason: 'already sent', key: 'a' },
			{ phone: THREE, is_sent: true },
		]);
		const { result } = await startBatch(given, keyed);
		expect(given.callsTo('sendBulkSms')).toHaveLength(1);
		expect(result.execution?.waitTill).toBeUndefined();
		expect(jsonOf(result.items)).toMatchObject(
			['a', 'a', 'b'].map((key) => ({ is_sent: false, reason: 'already sent', key })),
		);
	});

	test('hands on what was left out once at the time limit', async () => {
		await useDuplicateStore();
		const { resume } = await startBatch(await statusService(), keyed);
		expect(jsonOf((await resume())[0])).toMatchObject([
			{ recipients: 2, indexes: '0, 2', is_sent: true, timedOut: true },
			{ is_sent: false, reason: 'already sent', key: 'a' },
		]);
	});
});
