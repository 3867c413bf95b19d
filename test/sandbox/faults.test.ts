import { type FaultOptions, type Sandbox, startSandbox } from '../../sandbox';
import { call } from './call';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual', seed: 7 });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const send = () =>
	call(sandbox, '/api/v1/sendQuickSMS', {
		query: { token: sandbox.token, message: 'Hi', phone: '37120000001', alphaname_id: '1363' },
	});

const cases: Array<[FaultOptions, number, unknown]> = [
	[{ kind: '429' }, 429, { error: 'Request limit exceeded' }],
	[{ kind: '500' }, 500, { error: 'Server unavailable' }],
	[{ kind: '502' }, 502, expect.stringContaining('<html>')],
	[{ kind: 'error200' }, 200, { error: 'Something went wrong' }],
	[{ kind: 'status200' }, 200, { status: 'ERROR', message: 'Something went wrong' }],
	[{ kind: 'html200' }, 200, expect.stringContaining('<html>')],
	[{ kind: 'empty200' }, 200, ''],
	[{ kind: 'badjson200' }, 200, expect.stringMatching(/^\{"status":"OK"/)],
	[{ kind: 'redirect307', location: 'http://127.0.0.1:9/x' }, 307, ''],
	[{ kind: 'echo-token' }, 400, { error: 'The token sandbox-token may not do this' }],
];

test.each(cases)('the fault %p returns its documented response', async (fault, status, body) => {
	sandbox.fault({ ...fault, operation: 'sendQuickSMS' });
	const answer = await send();
	expect([answer.status, answer.body]).toEqual([status, body]);
	expect(answer.headers.get('location')).toBe(fault.location ?? null);
	expect(sandbox.messages).toHaveLength(0);
	expect((await send()).status).toBe(200);
});

test('a fault with `after` sends the message and loses only the response', async () => {
	sandbox.fault({ kind: '500', after: true });
	expect((await send()).status).toBe(500);
	expect(sandbox.deliveriesTo('37120000001')).toBe(1);
	expect(sandbox.requests).toMatchObject([
		{ operation: 'sendQuickSMS', status: 500, fault: '500' },
	]);
});

test.each(['cut', 'cut-body'] as const)('the fault %s breaks the connection', async (kind) => {
	sandbox.fault({ kind });
	await expect(send()).rejects.toThrow();
	sandbox.fault({ kind, after: true });
	await expect(send()).rejects.toThrow();
	expect(sandbox.deliveriesTo('37120000001')).toBe(1);
});

test('the fault hang never responds, and slow responds late', async () => {
	sandbox.fault({ kind: 'hang' });
	const url = `${sandbox.url}/api/v2/getEmailTemplates?token=${sandbox.token}`;
	const hanging = fetch(url, { method: 'POST', signal: AbortSignal.timeout(200) });
	await expect(hanging).rejects.toThrow();
	sandbox.fault({ kind: 'slow', delayMs: 150 });
	const started = Date.now();
	expect((await send()).status).toBe(200);
	expect(Date.now() - started).toBeGreaterThanOrEqual(145);
});

test('counts the maximum of concurrent requests', async () => {
	sandbox.fault({ kind: 'slow', delayMs: 50, times: 'forever' });
	for (let round = 0; round < 2; round += 1) await Promise.all([send(), send(), send()]);
	expect(sandbox.maxInFlight).toBe(3);
	expect(sandbox.requests.map(({ inFlight }) => inFlight).sort()).toEqual([1, 1, 2, 2, 3, 3]);
});

test('sends Retry-After in seconds or as a date', async () => {
	sandbox.fault({ kind: '429', retryAfter: 3 });
	sandbox.fault({ kind: '429', retryAfter: 60, retryAfterAs: 'date' });
	sandbox.fault({ kind: '429' });
	const headers = [await send(), await send(), await send()].map((answer) =>
		answer.headers.get('retry-after'),
	);
	expect([headers[0], headers[2]]).toEqual(['3', null]);
	const wait = Date.parse(String(headers[1])) - Date.now();
	expect(wait).toBeGreaterThan(55_000);
	expect(wait).toBeLessThanOrEqual(60_000);
});

test('applies a fault by times, skip, rate and operation', async () => {
	const statuses = async (count: number) => {
		const seen: number[] = [];
		for (let i = 0; i < count; i += 1) seen.push((await send()).status);
		return seen;
	};
	sandbox.fault({ kind: '500', operation: 'sendQuickSMS', times: 2, skip: 1 });
	sandbox.fault({ kind: '502', operation: 'sendSMS' });
	expect(await statuses(4)).toEqual([200, 500, 500, 200]);
	sandbox.clearFaults();
	sandbox.fault({ kind: '500', rate: 0.5 });
	const first = await statuses(40);
	sandbox.clearFaults();
	sandbox.fault({ kind: '500', rate: 0.5 });
	expect(await statuses(40)).toEqual(first);
	const struck = first.filter((status) => status === 500).length;
	expect(struck).toBeGreaterThan(8);
	expect(struck).toBeLessThan(32);
	sandbox.clearFaults();
	sandbox.fault({ kind: '500', times: 'forever' });
	expect(await statuses(3)).toEqual([500, 500, 500]);
});

test('closes with open and slow requests', async () => {
	const other = await startSandbox();
	other.fault({ kind: 'hang' });
	other.fault({ kind: 'slow', delayMs: 60_000 });
	const url = `${other.url}/api/v2/getEmailTemplates?token=${other.token}`;
	const open = [0, 1].map(() => fetch(url, { method: 'POST' }).catch(() => 'broken'));
	const events = fetch(`${other.url}/_sandbox/events`)
		.then((answer) => answer.text())
		.catch(() => undefined);
	while (other.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
	await other.close();
	expect(await Promise.all(open)).toEqual(['broken', 'broken']);
	await events;
});
