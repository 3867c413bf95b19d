import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hasOnlyFinalStatuses } from '../../nodes/shared/response/addedFields';
import { toolCallers } from '../support/engine/callTool';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunResult, type RunSetting } from '../support/engine/runNode';
import { useFakeTime } from '../support/fakeTime';
import { json, type RawService, startRawService } from '../support/rawService';
import { pause, until } from '../support/until';
import { jsonsOf } from './sending/observed';

useFakeTime();

/** Maximum milliseconds until a pause ends after a cancellation. */
const SLICE = 200;

interface Reply {
	body?: unknown;
	status?: number;
	hangs?: boolean;
}

/** Result of a run, and the times of its requests in milliseconds from the start. */
interface Seen extends RunResult {
	took: number;
	asked: number[];
}

let service: RawService;
const came: Array<{ id: string; at: number }> = [];
/** Responses by ID, in order. The last response repeats. */
const replies = new Map<string, Reply[]>();

/** Returns the ID in the query, or the path of a request that is sent as a form. */
const idIn = (request: IncomingMessage): string => {
	const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
	return query.get('sms_id') ?? query.get('uuid') ?? pathname;
};

const ok = (body: unknown): Reply => ({ body });
const sms = (id: string, delivered = 0) => ok({ sms_id: Number(id), sent: 1790000000, delivered });
const delivered = (id: string) => sms(id, 1790000009);
const broken: Reply = { status: 500, body: { error: 'Server unavailable' } };
const missing: Reply = { status: 404, body: { error: 'Page not found' } };

beforeAll(async () => {
	service = await startRawService((request, response: ServerResponse) => {
		const id = idIn(request);
		const script = replies.get(id) ?? [missing];
		const earlier = came.filter((one) => one.id === id).length;
		came.push({ id, at: performance.now() });
		const { body, status, hangs } = script[Math.min(earlier, script.length - 1)];
		if (!hangs) json(body, status)(request, response);
	});
});
afterAll(async () => await service.close());

async function seen(setting: RunSetting): Promise<Seen> {
	const ids = (setting.items ?? []).map(({ json: { id } }) => String(id));
	const begun = performance.now();
	const result = await runNode({
		...setting,
		// A separate account for each run, because runs with one account share slots.
		credentials: {
			...{ baseUrl: service.url, token: `token-of-${ids[0]}` },
			...setting.credentials,
		},
	});
	const since = (time: number) => Math.round(time - begun);
	const asked = came.filter(({ id }) => ids.includes(id)).map(({ at }) => since(at));
	return { ...result, took: since(performance.now()), asked };
}

const operation = (node: NodeName, does: string, fields: IDataObject, options: IDataObject) => {
	const [resource, value] = does.split(':');
	return {
		node,
		parameters: { resource, operation: value, ...fields, options } as INodeParameters,
	};
};
const delivery = (
	waitForFinalStatus: number | string,
	ids: string[],
	more: Partial<RunSetting> = {},
) => ({
	...operation(
		'messagingServiceSms',
		'message:getDelivery',
		{ smsId: '={{ $json.id }}' },
		{ waitForFinalStatus },
	),
	items: ids.map((id) => ({ json: { id } })),
	...more,
});
const deliveryOf = async (id: string, seconds: number, script: Reply[]) => {
	replies.set(id, script);
	return await seen(delivery(seconds, [id]));
};
const open = { sent: 1790000000, delivered: 0, is_delivered: null };

test('Wait for Final Status asks after 2 seconds and then less often, until the SMS is delivered', async () => {
	const script = [sms('101'), sms('101'), delivered('101'), missing];
	const result = await deliveryOf('101', 60, script);
	expect(result.error).toBeUndefined();
	expect(jsonsOf(result)).toMatchObject([
		{ sms_id: 101, sent: 1790000000, delivered: 1790000009, is_delivered: true },
	]);
	expect(result.asked).toEqual([0, 2_000, 5_000]);
});

test('Wait for Final Status asks just before the end, and returns that status', async () => {
	const result = await deliveryOf('102', 5, [sms('102')]);
	expect(result.error).toBeUndefined();
	expect(jsonsOf(result)).toMatchObject([{ sms_id: 102, ...open }]);
	expect(result.asked).toEqual([0, 2_000, 4_500]);
});

test('Wait for Final Status asks once if the status is final', async () => {
	const { asked, took } = await deliveryOf('104', 900, [delivered('104')]);
	expect([asked, took]).toEqual([[0], 0]);
});

test('items wait for their status at the same time, and do not occupy slots of the account', async () => {
	const ids = Array.from({ length: 30 }, (_, n) => String(2000 + n));
	for (const id of ids) replies.set(id, [sms(id), delivered(id)]);
	replies.set('105', [sms('105')]);
	const slots = { credentials: { token: `token-of-${ids[0]}`, maxInFlight: 2 } };
	const running = seen(delivery(300, ids, slots as Partial<RunSetting>));
	await pause(1_000);
	const other = delivery(1, ['105'], { ...(slots as Partial<RunSetting>), executionId: 'other' });
	other.parameters.options = {};
	expect((await seen(other)).error).toBeUndefined();
	const { asked, took, ...result } = await running;
	expect(asked).toHaveLength(60);
	const order = came.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
	const again = order.findIndex((id, at) => order.indexOf(id) < at);
	expect(again).toBeGreaterThan(2);
	expect(took).toBe(2_000);
	expect(jsonsOf(result).map(({ sms_id }) => sms_id)).toEqual(ids.map(Number));
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
		ids.map((_, item) => ({ item })),
	);
});

test('each item waits for its final status as long as its own option says', async () => {
	for (const id of ['106', '107']) replies.set(id, [sms(id)]);
	const items = [{ json: { id: '106', seconds: 2 } }, { json: { id: '107', seconds: '8' } }];
	await seen({ ...delivery('={{ $json.seconds }}', []), items });
	const asked = (wanted: string) => came.filter(({ id }) => id === wanted).length;
	expect([asked('106'), asked('107')]).toEqual([2, 4]);
});

test.each<[what: string, id: string, later: Reply, seconds: number]>([
	['errors of the server', '301', broken, 5],
	['a rate limit', '302', { status: 429, body: { error: 'Request limit exceeded' } }, 4],
	['a response that cannot be read', '303', ok('<html>'), 4],
	['no response', '304', { hangs: true }, 4],
])('Wait for Final Status returns the last response after %s', async (_, id, later, seconds) => {
	const result = await deliveryOf(id, seconds, [sms(id), later]);
	expect(result.error).toBeUndefined();
	expect(jsonsOf(result)).toMatchObject([{ sms_id: Number(id), ...open }]);
	expect(result.took).toBeLessThanOrEqual(seconds * 1_000 + SLICE);
});

test('Wait for Final Status goes on after a temporary failure', async () => {
	const script = [sms('108'), broken, broken, broken, delivered('108')];
	const result = await deliveryOf('108', 30, script);
	expect(result.error).toBeUndefined();
	expect(jsonsOf(result)[0].is_delivered).toBe(true);
});

test.each<[when: string, id: string, Reply[], message: string, took: number]>([
	['immediately if the service does not know the ID', '109', [missing], 'Page not found', 0],
	[
		'when the service rejects a later request',
		'110',
		[sms('110'), { status: 401, body: { error: 'Wrong key' } }],
		'Wrong key',
		2_000,
	],
])('Wait for Final Status passes on an error %s', async (_, id, script, message, after) => {
	const { error, took } = await deliveryOf(id, 900, script);
	expect([error?.message, took]).toEqual([message, after]);
});

test('an item that fails ends the waits of the others, except with Continue', async () => {
	for (const id of ['111', '113']) replies.set(id, [sms(id)]);
	const stopped = await seen(delivery(900, ['111', '112']));
	expect(stopped.error?.message).toBe('Page not found');
	expect(stopped.took).toBeLessThanOrEqual(SLICE);
	const continued = await seen(delivery(1, ['113', '112'], { onError: 'continueRegularOutput' }));
	expect(jsonsOf(continued)).toEqual([
		expect.objectContaining({ sms_id: 113, is_delivered: null }),
		expect.objectContaining({ id: '112', error: 'Page not found' }),
	]);
});

test('a cancelled execution ends the wait for a status, and sends no more requests', async () => {
	replies.set('114', [sms('114')]);
	let cancel = () => {};
	const running = seen(delivery(900, ['114'], { onStart: (stop) => (cancel = stop) }));
	await until('the first request', 20, () => came.some(({ id }) => id === '114'));
	const at = performance.now();
	cancel();
	expect((await running).items).toEqual([]);
	expect(performance.now() - at).toBeLessThanOrEqual(SLICE);
	await pause(2_500);
	expect(came.filter(({ id }) => id === '114')).toHaveLength(1);
});

test('the status of a batch is final only when no recipient of any mailing is open', async () => {
	const mailing = (...words: string[]) => ({
		...{ message_id: 1, name: 'A', alphaname_id: 1363 },
		success: words.map((status) => ({ delivery_id: 1, phone: '380501234567', status })),
	});
	const open = [mailing('DELIVERED'), mailing('NEW', 'DELIVERED')];
	const final = [mailing('DELIVERED'), mailing('EXPIRED', 'DELIVERED')];
	replies.set('batch', [ok([]), ok(open), ok(final), missing]);
	const result = await seen({
		...operation(
			'messagingServiceViber',
			'batch:getStatus',
			{ uuid: '={{ $json.id }}' },
			{ waitForFinalStatus: 60, oneItemPerRecipient: true },
		),
		items: [{ json: { id: 'batch' } }],
	});
	expect(result.error).toBeUndefined();
	expect(jsonsOf(result).map((json) => json.is_delivered)).toEqual([true, false, true]);
	expect(result.asked).toHaveLength(3);
});

const texts = { errors: ['A: an optimal image size is 800x800 px'] };
test.each<[records: IDataObject[], isFinal: boolean]>([
	[[], false],
	[[texts], false],
	[[texts, { success: [], is_finished: false }], false],
	[[texts, { success: [{}], is_finished: true }], true],
	[
		[
			{ success: [{}], is_finished: true },
			{ success: [{}], is_finished: false },
		],
		false,
	],
	[[{ success: [], errors: [{ email: 'x@' }], is_finished: true }], true],
])('the records %j of a batch are final: %p', (records, expected) => {
	expect(hasOnlyFinalStatuses(records, 'batch')).toBe(expected);
});

test.each([
	['its errors', [texts], [false]],
	['an empty list', [], []],
])('Wait for Final Status returns %s if a batch has no more', async (id, body, is_finished) => {
	replies.set(id, [ok(body)]);
	const fields = { uuid: '={{ $json.id }}' };
	const options = { waitForFinalStatus: 1 };
	const made = operation('messagingServiceViber', 'batch:getStatus', fields, options);
	const result = await seen({ ...made, items: [{ json: { id } }] });
	expect(result.error).toBeUndefined();
	expect(jsonsOf(result).map((json) => json.is_finished)).toEqual(is_finished);
	expect(result.asked).toHaveLength(2);
});

test('a Viber message with an error code has a final status', async () => {
	const path = '/api/v2/getViberDeliveryData';
	const message = (error_code: number) =>
		ok({ status: 'OK', result: { phone: '380501234567', status: 'SENT', error_code } });
	replies.set(path, [message(0), message(7), missing]);
	const options = { waitForFinalStatus: 60 };
	const made = operation(
		'messagingServiceViber',
		'message:getDelivery',
		{ messageId: '6' },
		options,
	);
	const { asked, ...result } = await seen({ ...made, items: [{ json: { id: path } }] });
	expect(jsonsOf(result)).toMatchObject([{ error_code: 7, is_delivered: false, message_id: 6 }]);
	expect(asked).toHaveLength(2);
});

describe('Wait for Replies', () => {
	const none = ok({ status: 'OK', result: [] });
	const reply = ok({ status: 'OK', result: [{ id: 5, phone: '380501234567', message: 'YES' }] });
	let mailings = 0;
	/** Waits for the replies to a mailing, to which the service responds in order. */
	const waited = async (script: Reply[], seconds: number) => {
		const path = `/replies${++mailings}`;
		const id = `${path}/api/v2/getNewIncomingMessages`;
		replies.set(id, script);
		const mailingId = { __rl: true, mode: 'id', value: '9001' };
		return await seen({
			...operation(
				'messagingServiceViber',
				'reply:getAll',
				{ mailingId },
				{ waitForReplies: seconds },
			),
			items: [{ json: { id } }],
			credentials: { baseUrl: `${service.url}${path}`, token: `token-of-${id}` },
		});
	};

	test.each<[title: string, Reply[], seconds: number, items: number, asked: number[]]>([
		['asks again until there is a reply', [none, none, reply], 60, 1, [0, 2_000, 5_000]],
		['asks once if there is an older unread reply', [reply], 900, 1, [0]],
		['returns nothing if there is no reply in time', [none], 4, 0, [0, 2_000, 3_500]],
	])('%s', async (_, script, seconds, count, asked) => {
		const result = await waited(script, seconds);
		expect([result.error, result.items.length]).toEqual([undefined, count]);
		expect(result.asked).toEqual(asked);
	});

	test('repeats a request after a temporary failure', async () => {
		const { error, items } = await waited([broken, broken, broken, reply], 30);
		expect([error, items.length]).toEqual([undefined, 1]);
	});

	test('fails with the first error of the service if every request failed', async () => {
		const later = { status: 503, body: { error: 'Still unavailable' } };
		const { error, items } = await waited([broken, broken, broken, later], 4);
		expect([error?.message, items]).toEqual(['Server unavailable', []]);
	});
});

test.each(toolCallers)('Wait for Final Status applies to a call by %s', async (name, call) => {
	const id = String(4000 + name.length);
	replies.set(id, [sms(id), delivered(id)]);
	const setting = delivery(20, []);
	const records = await call(
		{
			...setting,
			credentials: { baseUrl: service.url, token: `token-of-${id}` },
			parameters: { ...setting.parameters, smsId: "={{ $fromAI('id', '', 'string') }}" },
		},
		{ id },
	);
	expect(records).toMatchObject([{ sms_id: Number(id), is_delivered: true }]);
	expect(came.filter((one) => one.id === id)).toHaveLength(2);
});
