import type { IDataObject } from 'n8n-workflow';
import { itemsOf, pairsOf, phones, smsBatch, viberBatch } from '../settings';
import {
	call,
	jsonOf,
	recipient,
	startBatch,
	startService,
	statusService,
	waiting,
} from './waitingBatch';

const THREE = phones(3);
const items = itemsOf(THREE.map((phone, order) => ({ phone, order })));
const batch = (parameters: IDataObject = {}, more = {}) =>
	smsBatch({ ...waiting, ...parameters }, { items, ...more });
const inTwo = { options: { recipientsPerRequest: 2 } };

const deliver = (statuses: Record<string, string>, list = THREE) => {
	for (const phone of list) statuses[phone] = 'DELIVERED';
};

describe('a batch that waits for its result', () => {
	test.each([
		['an SMS batch', smsBatch],
		['a Viber batch', viberBatch],
	])('%s continues with one item per recipient after the call', async (_, kind) => {
		const statuses: Record<string, string> = { [THREE[1]]: 'UNDELIVERED' };
		const { urls, resumed, resume } = await startBatch(
			await statusService(statuses),
			kind(waiting, { items }),
		);
		expect(urls).toHaveLength(1);
		expect(await call(urls[0])).toBe(200);
		expect(resumed).toHaveLength(1);
		const [output] = await resume(resumed[0]);
		expect(jsonOf(output)).toEqual(
			THREE.map((phone, index) => ({
				message_id: 7,
				name: 'March',
				alphaname_id: 1363,
				uuid: 'u1',
				is_finished: false,
				is_sent: true,
				...recipient(phone, index === 1 ? 'UNDELIVERED' : 'NEW'),
				is_delivered: index === 1 ? false : null,
			})),
		);
		expect(output.map(pairsOf)).toEqual([[0], [1], [2]]);
	});

	test.each([
		['GET', undefined, undefined],
		['POST', 'application/json', '[]'],
		['POST', 'application/json', '[{"success":[{"phone":"1","status":"DELIVERED"}]}]'],
		['POST', 'text/plain', 'approved=true'],
		['POST', 'application/x-www-form-urlencoded', 'response=approve'],
	])('reads nothing of a %s of %s %s', async (method, type, body) => {
		const { urls, resumed } = await startBatch(await statusService(), batch());
		const headers = type === undefined ? undefined : { 'content-type': type };
		expect((await fetch(urls[0], { method, headers, body })).status).toBe(200);
		expect(jsonOf(resumed[0]).map(({ status }) => status)).toEqual(['NEW', 'NEW', 'NEW']);
	});

	test('waits until the own call of each request has come', async () => {
		const { urls, resumed } = await startBatch(await statusService(), batch(inTwo));
		expect(new Set(urls).size).toBe(2);
		expect(await call(urls[1])).toBe(200);
		expect(await call(urls[1])).toBe(200);
		expect(resumed).toEqual([]);
		expect(await call(urls[0], 'GET')).toBe(200);
		expect(resumed.map((one) => one.length)).toEqual([3]);
	});

	test('makes up for a call that was lost once all recipients of that request are final', async () => {
		const statuses: Record<string, string> = {};
		const { urls, resumed } = await startBatch(await statusService(statuses), batch(inTwo));
		expect(await call(urls[1])).toBe(200);
		expect(resumed).toEqual([]);
		deliver(statuses, THREE.slice(0, 2));
		expect(await call(urls[1])).toBe(200);
		expect(jsonOf(resumed[0]).map(({ is_delivered }) => is_delivered)).toEqual([
			true,
			true,
			null,
		]);
	});

	test('does not wait if all recipients are final after the last response', async () => {
		const statuses: Record<string, string> = {};
		deliver(statuses);
		const given = await statusService(statuses);
		const { result } = await startBatch(given, batch(inTwo));
		expect(result.execution?.waitTill).toBeUndefined();
		expect(jsonOf(result.items)).toMatchObject(
			THREE.map((phone) => ({ phone, is_delivered: true })),
		);
		expect(result.items.map(pairsOf)).toEqual([[0], [1], [2]]);
		expect(given.callsTo('statusBulkSms')).toHaveLength(2);
	});

	test('waits if the statuses cannot be read after the last response, and asks once', async () => {
		const given = await startService(({ operation }) =>
			operation === 'sendBulkSms' ? { body: { uuid: 'u', success: 'OK' } } : { status: 500 },
		);
		const { result } = await startBatch(given, batch());
		expect(result.execution?.waitTill).toBeDefined();
		expect(given.callsTo('statusBulkSms')).toHaveLength(1);
	});
});

describe('the callback URL', () => {
	test('is that of this step, with a secret for each request, in the body', async () => {
		const given = await statusService();
		const { stored } = await startBatch(given, batch({ options: { recipientsPerRequest: 1 } }));
		const sent = given.callsTo('sendBulkSms');
		const secrets = sent.map(({ json, query }) => {
			expect([...query.keys()]).toEqual([]);
			const { origin, pathname, searchParams } = new URL(json?.callback_url ?? '');
			expect(origin + pathname).toMatch(
				/^https:\/\/n8n\.example\/webhook-waiting\/4711\/MessagingServiceSms$/,
			);
			return searchParams.get('r') ?? '';
		});
		expect(new Set(secrets).size).toBe(3);
		for (const secret of secrets) {
			expect(secret).toMatch(/^[\w-]{16}$/);
			expect(stored).not.toContain(secret);
		}
	});

	test.each(['', 'AAAAAAAAAAAAAAAA', '__proto__'])(
		'with the secret "%s" is unknown',
		async (r) => {
			const given = await statusService();
			const { urls, resumed } = await startBatch(given, batch());
			const asked = given.callsTo('statusBulkSms').length;
			const other = new URL(urls[0]);
			other.searchParams.set('r', r);
			expect(await call(other.href)).toBe(404);
			other.searchParams.delete('r');
			expect(await call(other.href)).toBe(404);
			expect(await call(`${other.href}&r=1&r=2`)).toBe(404);
			expect(resumed).toEqual([]);
			expect(given.callsTo('statusBulkSms')).toHaveLength(asked);
		},
	);

	test('of an earlier round of a loop does not resume a later one', async () => {
		const given = await statusService();
		const first = await startBatch(given, batch());
		const earlier = first.result.execution;
		const second = await startBatch(given, batch({}, { earlier }));
		const old = new URL(second.urls.at(-1) ?? '');
		old.searchParams.set('r', new URL(first.urls[0]).searchParams.get('r') ?? '');
		expect(await call(old.href)).toBe(404);
		expect(second.resumed).toEqual([]);
		expect(await call(second.urls.at(-1) ?? '')).toBe(200);
		expect(second.resumed).toHaveLength(1);
	});
});

describe('a second call', () => {
	test('after the first one is taken does nothing', async () => {
		const { urls, resumed } = await startBatch(await statusService(), batch());
		expect([await call(urls[0]), await call(urls[0]), await call(urls[0], 'GET')]).toEqual([
			200, 200, 200,
		]);
		expect(resumed).toHaveLength(1);
	});

	test('while the first one reads does nothing, of thirty', async () => {
		const given = await statusService();
		const { urls, resumed } = await startBatch(given, batch());
		const asked = given.callsTo('statusBulkSms').length;
		const all = await Promise.all(Array.from({ length: 30 }, () => call(urls[0])));
		expect(new Set(all)).toEqual(new Set([200]));
		expect(resumed).toHaveLength(1);
		expect(given.callsTo('statusBulkSms').length - asked).toBeLessThanOrEqual(2);
	});

	test('that n8n cannot resume with does not block the next one', async () => {
		const { urls, resumed, failsToResume } = await startBatch(await statusService(), batch());
		failsToResume(true);
		expect(await call(urls[0])).toBe(500);
		failsToResume(false);
		expect(await call(urls[0])).toBe(200);
		expect(resumed).toHaveLength(1);
	});

	test('does not resume what has gone on meanwhile', async () => {
		const { urls, resumed, goOn } = await startBatch(await statusService(), batch());
		goOn();
		expect(await call(urls[0])).toBe(200);
		expect(resumed).toEqual([]);
	});
});
