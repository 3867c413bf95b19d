import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callers } from '../support/engine/callTool';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunResult, type RunSetting } from '../support/engine/runNode';
import { useFakeTime } from '../support/fakeTime';
import { json, type RawService, startRaw } from '../support/rawService';
import { pause, until } from '../support/until';

useFakeTime();

/** A pause ends within this time after the run has ended, in milliseconds. */
const SLICE = 200;

interface Reply {
	body?: unknown;
	status?: number;
	/** The service never responds. */
	hangs?: boolean;
}

/** Result of a run, and the time of each request in milliseconds from its start. */
interface Seen extends RunResult {
	took: number;
	asked: number[];
}

let service: RawService;
const came: Array<{ id: string; at: number }> = [];
/** The responses about an ID, one after the other; the last one again and again. */
const replies = new Map<string, Reply[]>();

/** The ID in the query; what is sent as a form is known by its path. */
const idIn = (request: IncomingMessage): string => {
	const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
	return query.get('sms_id') ?? query.get('uuid') ?? pathname;
};

const ok = (body: unknown): Reply => ({ body });
const sms = (id: string, delivered = 0) => ok({ sms_id: Number(id), sent: 1790000000, delivered });
const broken: Reply = { status: 500, body: { error: 'Server unavailable' } };
const missing: Reply = { status: 404, body: { error: 'Page not found' } };

beforeAll(async () => {
	service = await startRaw((request, response: ServerResponse) => {
		const id = idIn(request);
		const script = replies.get(id) ?? [missing];
		const earlier = came.filter((one) => one.id === id).length;
		came.push({ id, at: performance.now() });
		const { body, status, hangs } = script[Math.min(earlier, script.length - 1)];
		if (!hangs) json(body, status)(request, response);
	});
});
afterAll(async () => await service.close());

const idsOf = (items: RunSetting['items']) => (items ?? []).map(({ json: { id } }) => String(id));

async function seen(setting: RunSetting): Promise<Seen> {
	const ids = idsOf(setting.items);
	const { url: baseUrl } = service;
	const begun = performance.now();
	const result = await runNode({
		...setting,
		// Each run has an account, and so slots, of its own.
		credentials: { baseUrl, token: `token-of-${ids[0]}`, ...setting.credentials },
	});
	const since = (time: number) => Math.round(time - begun);
	const asked = came.filter(({ id }) => ids.includes(id)).map(({ at }) => since(at));
	return { ...result, took: since(performance.now()), asked };
}

const operation = (node: NodeName, does: string, fields: INodeParameters) => {
	const [resource, value] = does.split(':');
	return { node, parameters: { resource, operation: value, ...fields } as INodeParameters };
};
const waiting = (seconds: unknown, more: IDataObject = {}) =>
	({ options: { waitForFinalStatus: seconds, ...more } }) as INodeParameters;

/** Gets the delivery of SMS. */
const delivery = (seconds: unknown, ids: string[], more: Partial<RunSetting> = {}) => ({
	...operation('messagingServiceSms', 'message:getDelivery', {
		smsId: '={{ $json.id }}',
		...waiting(seconds),
	}),
	items: ids.map((id) => ({ json: { id } })),
	...more,
});
/** Gets the status of batches. */
const status = (node: NodeName, id: string, seconds: number, options: IDataObject = {}) => ({
	...operation(node, 'batch:getStatus', {
		uuid: '={{ $json.id }}',
		...waiting(seconds, options),
	}),
	items: [{ json: { id } }],
});

const jsonOf = ({ items }: RunResult) => items.map((item) => item.json);
const slotsOf = (ids: string[], maxInFlight: number) => ({
	credentials: { token: `token-of-${ids[0]}`, maxInFlight },
});

test('asks again after 2 seconds and then later, until the SMS is delivered', async () => {
	replies.set('101', [sms('101'), sms('101'), sms('101', 1790000009), missing]);
	const { error, asked, ...result } = await seen(delivery(60, ['101']));
	expect(error).toBeUndefined();
	expect(jsonOf(result)).toMatchObject([
		{ sms_id: 101, sent: 1790000000, delivered: 1790000009, is_delivered: true },
	]);
	expect(asked).toEqual([0, 2_000, 5_000]);
});

test('returns what is known at the end, and asks once more just before it', async () => {
	replies.set('102', [sms('102')]);
	const { error, asked, ...result } = await seen(delivery(5, ['102']));
	expect(error).toBeUndefined();
	expect(jsonOf(result)).toMatchObject([
		{ sms_id: 102, sent: 1790000000, delivered: 0, is_delivered: null },
	]);
	expect(asked).toEqual([0, 2_000, 4_500]);
});

test('asks once if the status is final', async () => {
	replies.set('104', [sms('104', 1790000009)]);
	const { asked, took } = await seen(delivery(900, ['104']));
	expect([asked, took]).toEqual([[0], 0]);
});

test('the items wait at the same time, and leave the slots of the account to others', async () => {
	const ids = Array.from({ length: 30 }, (_, n) => String(2000 + n));
	for (const id of ids) replies.set(id, [sms(id), sms(id, 1790000009)]);
	replies.set('105', [sms('105')]);
	const slots = slotsOf(ids, 2);
	const running = seen(delivery(300, ids, slots));
	await pause(1_000);
	const other = await seen({
		...delivery(1, ['105'], slots),
		parameters: { ...delivery(1, []).parameters, options: {} },
		executionId: 'other',
	});
	const { asked, took, ...result } = await running;
	expect(other.error).toBeUndefined();
	expect(asked).toHaveLength(60);
	const order = came.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
	const again = order.findIndex((id, at) => order.indexOf(id) < at);
	expect(again).toBeGreaterThan(2);
	expect(took).toBe(2_000);
	expect(jsonOf(result).map(({ sms_id }) => sms_id)).toEqual(ids.map(Number));
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
		ids.map((_, item) => ({ item })),
	);
});

test('each item waits as long as it says', async () => {
	for (const id of ['106', '107']) replies.set(id, [sms(id)]);
	const setting = delivery('={{ $json.seconds }}', []);
	const items = [{ json: { id: '106', seconds: 2 } }, { json: { id: '107', seconds: '8' } }];
	await seen({ ...setting, items });
	const asked = (wanted: string) => came.filter(({ id }) => id === wanted).length;
	expect([asked('106'), asked('107')]).toEqual([2, 4]);
});

test.each<[what: string, later: Reply, seconds: number]>([
	['errors of the server', broken, 5],
	['a rate limit', { status: 429, body: { error: 'Request limit exceeded' } }, 4],
	['a response that cannot be read', ok('<html>'), 4],
	['no response', { hangs: true }, 4],
])('%s after a response: the last response counts', async (_, later, seconds) => {
	const id = String(3000 + seconds * 100 + JSON.stringify(later).length);
	replies.set(id, [sms(id), later]);
	const { error, took, ...result } = await seen(delivery(seconds, [id]));
	expect(error).toBeUndefined();
	expect(jsonOf(result)).toMatchObject([
		{ sms_id: Number(id), sent: 1790000000, delivered: 0, is_delivered: null },
	]);
	expect(took).toBeLessThanOrEqual(seconds * 1_000 + SLICE);
});

test('goes on after a request that failed for a reason that may pass', async () => {
	replies.set('108', [sms('108'), broken, broken, broken, sms('108', 1790000009)]);
	const { error, ...result } = await seen(delivery(30, ['108']));
	expect(error).toBeUndefined();
	expect(jsonOf(result)[0].is_delivered).toBe(true);
});

test('an ID that the service does not know is an error without a wait', async () => {
	replies.set('109', [missing]);
	const { error, asked, took } = await seen(delivery(900, ['109']));
	expect(error?.message).toBe('Page not found');
	expect([asked, took]).toEqual([[0], 0]);
});

test('a later request that the service rejects is an error', async () => {
	const denied = { status: 401, body: { error: 'Wrong key' } };
	replies.set('110', [sms('110'), denied]);
	const { error, took } = await seen(delivery(900, ['110']));
	expect(error?.message).toBe('Wrong key');
	expect(took).toBe(2_000);
});

test('an item that fails ends the waits of the others, unless the run continues', async () => {
	for (const id of ['111', '113']) replies.set(id, [sms(id)]);
	const stopped = await seen(delivery(900, ['111', '112']));
	expect(stopped.error?.message).toBe('Page not found');
	expect(stopped.took).toBeLessThanOrEqual(SLICE);
	const continued = await seen(delivery(1, ['113', '112'], { onError: 'continueRegularOutput' }));
	expect(jsonOf(continued)).toEqual([
		expect.objectContaining({ sms_id: 113, is_delivered: null }),
		expect.objectContaining({ id: '112', error: 'Page not found' }),
	]);
});

test('a cancelled execution ends the wait, and asks for nothing more', async () => {
	replies.set('114', [sms('114')]);
	let cancel = () => {};
	const running = seen(delivery(900, ['114'], { started: (stop) => (cancel = stop) }));
	await until('the first request', 20, () => came.some(({ id }) => id === '114'));
	const at = performance.now();
	cancel();
	const { items } = await running;
	expect(performance.now() - at).toBeLessThanOrEqual(SLICE);
	expect(items).toEqual([]);
	await pause(2_500);
	expect(came.filter(({ id }) => id === '114')).toHaveLength(1);
});

describe('the status of a batch', () => {
	const to = (word: string) => ({ delivery_id: 1, phone: '380501234567', status: word });
	const mailing = (...words: string[]) => ({
		...{ message_id: 1, name: 'A', alphaname_id: 1363 },
		success: words.map(to),
	});

	test.each<NodeName>(['messagingServiceSms', 'messagingServiceViber'])(
		'is final when no recipient of any mailing is open (%s)',
		async (node) => {
			const id = `batch-of-${node}`;
			replies.set(id, [
				ok([]),
				ok([mailing('DELIVERED'), mailing('NEW', 'DELIVERED')]),
				ok([mailing('DELIVERED'), mailing('EXPIRED', 'DELIVERED')]),
				missing,
			]);
			const { error, asked, ...result } = await seen(
				status(node, id, 60, { oneItemPerRecipient: true }),
			);
			expect(error).toBeUndefined();
			expect(asked).toHaveLength(3);
			expect(jsonOf(result).map(({ is_delivered }) => is_delivered)).toEqual([
				true,
				false,
				true,
			]);
		},
	);

	test('of an email batch is final when no address is open', async () => {
		const path = '/api/v2/statusBulkEmail';
		const address = { email_id: '5', recipient: 'ann@example.com', error: null };
		const batch = (word: string, errors: unknown[] = []) =>
			ok({
				status: 'OK',
				result: [{ message_id: '9', success: [{ ...address, status: word }], errors }],
			});
		const reject = { email: 'x@', error: 'malformed' };
		replies.set(path, [batch('SENT', [reject]), batch('OPEN', [reject]), missing]);
		const { error, ...result } = await seen(status('messagingServiceEmail', path, 60));
		expect(error).toBeUndefined();
		expect(jsonOf(result)).toEqual([expect.objectContaining({ is_finished: true })]);
		expect(result.asked).toHaveLength(2);
	});

	test.each([
		[1, [{ errors: ['A: an optimal image size is 800x800 px'] }]],
		[2, [{ errors: ['A: the content URL is invalid'] }, { message_id: 2, success: [] }]],
	])('is not final if it has only errors yet (%i)', async (number, first) => {
		const id = `only-errors-${number}`;
		const last = [...first.slice(0, 1), mailing('DELIVERED')];
		replies.set(id, [ok(first), ok(last), missing]);
		const { error, asked, ...result } = await seen(status('messagingServiceViber', id, 60));
		expect(error).toBeUndefined();
		expect(asked).toHaveLength(2);
		expect(jsonOf(result)).toHaveLength(2);
	});

	test('that has only errors until the end returns them', async () => {
		replies.set('rejected', [ok([{ errors: ['A: the content URL is invalid'] }])]);
		const { error, items } = await seen(status('messagingServiceViber', 'rejected', 1));
		expect([error, items.map(({ json }) => json.is_finished)]).toEqual([undefined, [false]]);
	});

	test('is final if all its addresses are rejected', async () => {
		const path = '/all-rejected/api/v2/statusBulkEmail';
		const errors = [{ email: 'x@', error: 'malformed' }];
		replies.set(path, [
			ok({ status: 'OK', result: [{ message_id: '9', success: [], errors }] }),
		]);
		const { error, asked, items } = await seen({
			...status('messagingServiceEmail', path, 60),
			credentials: { baseUrl: `${service.url}/all-rejected` },
		});
		expect([error, items[0].json.is_finished, asked]).toEqual([undefined, true, [0]]);
	});

	test('that has no entries until the end is an empty list', async () => {
		replies.set('empty', [ok([])]);
		const { error, asked, items } = await seen(status('messagingServiceSms', 'empty', 1));
		expect([error, items]).toEqual([undefined, []]);
		expect(asked).toHaveLength(2);
	});
});

test('an error code of a Viber message is final', async () => {
	const path = '/api/v2/getViberDeliveryData';
	const message = (error_code: number) =>
		ok({ status: 'OK', result: { phone: '380501234567', status: 'SENT', error_code } });
	replies.set(path, [message(0), message(7), missing]);
	const { asked, ...result } = await seen({
		...operation('messagingServiceViber', 'message:getDelivery', {
			messageId: '6',
			...waiting(60),
		}),
		items: [{ json: { id: path } }],
	});
	expect(jsonOf(result)).toEqual([
		expect.objectContaining({ error_code: 7, is_delivered: false, message_id: 6 }),
	]);
	expect(asked).toHaveLength(2);
});

describe('Wait for Replies', () => {
	const none = ok({ status: 'OK', result: [] });
	const reply = ok({ status: 'OK', result: [{ id: 5, phone: '380501234567', message: 'YES' }] });
	let mailings = 0;
	/** Gets the replies to a mailing of its own, one response after the other. */
	const waited = async (script: Reply[], seconds: number, more: Partial<RunSetting> = {}) => {
		const path = `/replies${++mailings}`;
		const id = `${path}/api/v2/getNewIncomingMessages`;
		replies.set(id, script);
		const { url } = service;
		const mailingId = { __rl: true, mode: 'id', value: '9001' };
		return await seen({
			...operation('messagingServiceViber', 'reply:getAll', {
				mailingId,
				options: { waitForReplies: seconds },
			}),
			items: [{ json: { id } }],
			credentials: { baseUrl: `${url}${path}`, token: `token-of-${id}` },
			...more,
		});
	};

	test('asks again until there is a reply', async () => {
		const { error, asked, ...result } = await waited([none, none, reply], 60);
		expect(error).toBeUndefined();
		expect(jsonOf(result)).toEqual([expect.objectContaining({ id: 5, message: 'YES' })]);
		expect(asked).toEqual([0, 2_000, 5_000]);
	});

	test('asks once if there is an older unread reply', async () => {
		const { asked, took } = await waited([reply], 900);
		expect([asked, took]).toEqual([[0], 0]);
	});

	test('returns nothing if there is no reply in time', async () => {
		const { error, asked, items } = await waited([none], 4);
		expect([error, items]).toEqual([undefined, []]);
		expect(asked).toHaveLength(3);
	});

	test('repeats a request that fails at first for a reason that may pass', async () => {
		const { error, ...result } = await waited([broken, broken, broken, reply], 30);
		expect(error).toBeUndefined();
		expect(jsonOf(result)).toHaveLength(1);
	});

	test('is the error of the service if no request has a response in time', async () => {
		const { error, items } = await waited([broken], 4);
		expect([error?.message, items]).toEqual(['Server unavailable', []]);
	});

	test('ends immediately when the execution is cancelled', async () => {
		let cancel = () => {};
		const running = waited([none], 900, { started: (stop) => (cancel = stop) });
		const id = `/replies${mailings}/api/v2/getNewIncomingMessages`;
		await until('the first request', 20, () => came.some((one) => one.id === id));
		const at = performance.now();
		cancel();
		const { items } = await running;
		expect(performance.now() - at).toBeLessThanOrEqual(SLICE);
		expect(items).toEqual([]);
	});
});

describe('as a tool', () => {
	test.each(callers)('waits, for %s', async (name, call) => {
		const id = String(4000 + name.length);
		replies.set(id, [sms(id), sms(id, 1790000009)]);
		const { url: baseUrl } = service;
		const credentials = { baseUrl, token: `token-of-${id}` };
		const setting = { ...delivery(20, []), credentials };
		const parameters = { ...setting.parameters, smsId: "={{ $fromAI('id', '', 'string') }}" };
		const records = await call({ ...setting, parameters }, { id });
		expect(records).toEqual([
			expect.objectContaining({ sms_id: Number(id), is_delivered: true }),
		]);
		expect(came.filter((one) => one.id === id)).toHaveLength(2);
	});
});
