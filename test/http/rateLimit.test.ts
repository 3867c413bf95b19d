import type { ServerResponse } from 'node:http';
import { Account } from '../../credentials/account';
import { people, phoneOf, sendSms } from '../support/operations';
import { useFakeTime } from '../support/fakeTime';
import { json, type RawService, startRawService } from '../support/rawService';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { pause, until } from '../support/until';

useFakeTime();

interface Came {
	token: string;
	phone: string;
	at: number;
}

let raw: RawService;
let came: Came[];
let inFlight: number;
let mostInFlight: number;
afterEach(async () => await raw.close());

type Respond = (request: Came, tries: number) => [status: number, delay?: number];

/** Starts a service that responds after some milliseconds. A 429 has a Retry-After of `seconds`. */
async function service(respond: Respond, seconds = 1): Promise<void> {
	came = [];
	inFlight = mostInFlight = 0;
	raw = await startRawService(({ url = '' }, response: ServerResponse) => {
		const query = new URL(url, 'http://localhost').searchParams;
		const request = {
			token: String(query.get('token')),
			phone: String(query.get('phone')),
			at: performance.now(),
		};
		came.push(request);
		mostInFlight = Math.max(mostInFlight, ++inFlight);
		const [status, delay = 0] = respond(request, requestsTo(request.phone));
		const body = status === 200 ? { sms_id: 7, status: 'NEW', parts: 1 } : { error: 'No' };
		setTimeout(() => {
			inFlight--;
			const headers = { 'retry-after': String(seconds) };
			json(body, status, status === 429 ? headers : {})(undefined as never, response);
		}, delay);
	});
}

const requestsTo = (phone: string) => came.filter((one) => one.phone === phone).length;
const only = (...ns: number[]) => ns.map((n) => people(n + 1)[n]);

const run = async (items: RunSetting['items'], executionId: string, more: object = {}) => {
	type More = Partial<RunSetting> & { maxInFlight?: number; token?: string };
	const { maxInFlight = 1, token = 'token-of-one', ...setting } = more as More;
	const began = performance.now();
	const result = await runNode({
		...sendSms({ maxInFlight, maxWait: 20 }),
		items,
		executionId,
		credentials: { baseUrl: raw.url, token },
		...setting,
	});
	return { ...result, took: performance.now() - began };
};

const arrived = async (count: number) =>
	await until('the requests', 20, () => came.length === count, 5);

test('an account does not wait for the rate limit of another account with the same base URL', async () => {
	await service(({ token }, tries) => [token === 'token-of-one' && tries === 1 ? 429 : 200], 3);
	const limited = run(only(0), 'one');
	await arrived(1);
	const other = await run(only(1), 'two', { token: 'token-of-another' });
	expect([other.error, came.length]).toEqual([undefined, 2]);
	expect((await limited).error).toBeUndefined();
});

test('a request that waits for the rate limit gives its slot to another execution', async () => {
	await service(({ phone }, tries) => [phone === phoneOf(0) && tries === 1 ? 429 : 200], 3);
	const limited = run(only(0), 'one');
	await arrived(1);
	const other = await run(only(1), 'two');
	expect([other.error, came.length]).toEqual([undefined, 2]);
	expect((await limited).error).toBeUndefined();
});

test('a run does not begin other requests while some of its own wait for the rate limit', async () => {
	await service((_, tries) => [tries === 1 ? 429 : 200]);
	const running = run(people(6), 'one', { maxInFlight: 3 });
	await arrived(3);
	await pause(400);
	expect(new Set(came.map(({ phone }) => phone)).size).toBe(3);
	expect((await running).items).toHaveLength(6);
	expect(came).toHaveLength(12);
});

test('the limit of requests in flight still applies when the rate limit of many requests ends', async () => {
	await service((_, tries) => [tries === 1 ? 429 : 200, tries === 1 ? 0 : 100]);
	const all = ['one', 'two', 'three'].map(
		async (id, n) => await run(only(4 * n, 4 * n + 1, 4 * n + 2), id, { maxInFlight: 3 }),
	);
	for (const { error, items } of await Promise.all(all)) {
		expect([error, items.length]).toEqual([undefined, 3]);
	}
	expect([mostInFlight, came.length]).toEqual([3, 18]);
});

describe('a request whose rate limit has ended, and that waits for a slot again', () => {
	/**
	 * Item 0 waits for the rate limit, and then for the slots of item 1 and of another execution.
	 */
	const waiting = async () => {
		await service(({ phone }, tries) => {
			if (phone === phoneOf(0)) return [tries === 1 ? 429 : 200];
			return phone === phoneOf(1) ? [400, 1_600] : [200, 3_000];
		});
		let cancel = () => {};
		const onStart = (stop: () => void) => (cancel = stop);
		const running = run(people(2), 'one', { maxInFlight: 2, onStart });
		await arrived(2);
		const other = run(only(5), 'other', { maxInFlight: 2 });
		await arrived(3);
		return { running, other, cancel };
	};

	test('is not sent if another request of its run fails', async () => {
		const { running, other } = await waiting();
		const { error, took } = await running;
		expect(error?.message).toBe('No');
		const description = expect.stringContaining(
			'Failed: items 0-1. Nothing was sent.',
		) as string;
		expect(error).toMatchObject({ description });
		expect(took).toBe(1_600);
		expect((await other).error).toBeUndefined();
		expect(requestsTo(phoneOf(0))).toBe(1);
	});

	test('is not sent if the execution is cancelled, and the execution ends immediately', async () => {
		const { running, other, cancel } = await waiting();
		await pause(1_100);
		const since = performance.now();
		cancel();
		await running;
		expect(performance.now()).toBe(since);
		expect((await other).error).toBeUndefined();
		expect(requestsTo(phoneOf(0))).toBe(1);
	});
});

test('the ID of an account contains neither token nor base URL', () => {
	const idOf = (baseUrl: string, token: string) => new Account({ baseUrl, token }).id;
	const id = idOf('https://api.example.com', 'tok-3f7a91c2');
	expect(idOf('https://api.example.com/', ' tok-3f7a91c2 ')).toBe(id);
	expect(idOf('https://api.example.com', 'tok-3f7a91c3')).not.toBe(id);
	expect(idOf('https://api.example.org', 'tok-3f7a91c2')).not.toBe(id);
	expect(id).not.toMatch(/3f7a91c2|example/);
});
