import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import { type DuplicateStore, useDuplicateStore } from '../support/duplicateStore';
import { toolCallers } from '../support/engine/callTool';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useFakeTime } from '../support/fakeTime';
import { json, type RawService, startRawService } from '../support/rawService';
import { captureLog } from '../support/sandboxHarness';
import { hintsOf } from '../run/sending/observed';
import {
	emailBatch,
	itemsOf,
	jsonOf,
	pairsOf,
	phones,
	shown,
	smsBatch,
	viberBatch,
} from './settings';

const { blockFor } = useFakeTime();

/** Responses of Get Status in order. The last response repeats. A number is an HTTP status. */
let statuses: unknown[] = [];
let raw: RawService;
let sends: string[] = [];
let uuidOf = (n: number) => `u-${n}`;
let asked = 0;
let onAsked = () => {};

beforeAll(async () => {
	raw = await startRawService((request: IncomingMessage, response: ServerResponse) => {
		const url = request.url ?? '';
		if (/sendBulk/.test(url)) {
			const uuid = uuidOf(sends.push(decodeURIComponent(url)));
			const body = /Email/.test(url)
				? { status: 'OK', result: { uuid } }
				: { uuid, success: 'OK' };
			return json(body)(request, response);
		}
		onAsked();
		const status = statuses[Math.min(asked++, statuses.length - 1)];
		if (status === 'hangs') return;
		if (typeof status === 'number') return json({ error: 'x' }, status)(request, response);
		json(/Email/.test(url) ? { status: 'OK', result: status } : status)(request, response);
	});
});
beforeEach(() => {
	[sends, asked, onAsked] = [[], 0, () => {}];
	uuidOf = (n) => `u-${n}`;
});
afterAll(async () => await raw.close());

const run = async (setting: RunSetting) =>
	await runNode({ ...setting, credentials: { baseUrl: raw.url, token: 'token-of-none' } });

const [ONE, TWO] = phones(2);
const two = itemsOf([{ phone: ONE }, { phone: TWO }]);
const waiting = (seconds: number, more: IDataObject = {}) => ({
	options: { waitForFinalStatus: seconds, ...more },
});
const waitFor = async (setting: RunSetting) => {
	const { items, error } = await run(setting);
	if (error) throw error;
	return jsonOf(items);
};
const mailing = (...success: IDataObject[]) => ({ message_id: 7, name: 'March', success });
const is = (phone: string, status: string) => ({ delivery_id: 1, phone, status });

test('a batch waits until the status of every recipient is final, and returns one item per recipient', async () => {
	statuses = [
		[],
		500,
		[mailing(is(ONE, 'NEW'), is(TWO, 'NEW'))],
		// The service may change the order and the spelling.
		[mailing(is(`+${TWO}`, 'UNDELIVERED'), is(ONE, 'DELIVERED'))],
	];
	const { items, error } = await run(smsBatch(waiting(60), { items: two }));
	if (error) throw error;
	expect(Object.keys(items[0].json).slice(0, 3)).toEqual(['phone', 'status', 'is_delivered']);
	expect(jsonOf(items)).toEqual([
		expect.objectContaining({ phone: ONE, status: 'DELIVERED', is_delivered: true }),
		expect.objectContaining({ phone: TWO, status: 'UNDELIVERED', is_delivered: false }),
	]);
	expect(items[0].json).toMatchObject({
		is_sent: true,
		uuid: 'u-1',
		message_id: 7,
		name: 'March',
	});
	expect(items.map(pairsOf)).toEqual([[0], [1]]);
	// A read request is repeated after a 500.
	expect(asked).toBe(4);
});

test('a batch does not wait again once all its statuses are final', async () => {
	statuses = [[mailing(is(ONE, 'DELIVERED'), is(TWO, 'UNDELIVERED'))]];
	const start = performance.now();
	await waitFor(smsBatch(waiting(60), { items: two }));
	expect([asked, Math.round((performance.now() - start) / 1000)]).toEqual([1, 0]);
});

test('a batch returns items of the same shape at the end of the wait, even without a status', async () => {
	statuses = [[mailing(is(TWO, 'NEW'))]];
	const { items, error } = await run(viberBatch(waiting(3), { items: two }));
	if (error) throw error;
	expect(jsonOf(items)).toEqual([
		expect.objectContaining({ phone: ONE, status: null, is_delivered: null, is_sent: true }),
		expect.objectContaining({ phone: TWO, status: 'NEW', is_delivered: null, is_sent: true }),
	]);
});

test.each([[[400]], [[{ odd: 'shape' }]], [['no list']]])(
	'a status that cannot be read does not fail the step: %j',
	async (responses) => {
		statuses = responses;
		const { items, error } = await run(smsBatch(waiting(1), { items: two }));
		expect(error).toBeUndefined();
		expect(jsonOf(items).map((one) => [one.is_sent, one.is_delivered])).toEqual([
			[true, null],
			[true, null],
		]);
	},
);

test('a service that does not respond delays the step by at most half a minute', async () => {
	statuses = ['hangs'];
	const before = performance.now();
	const { items, error } = await run(smsBatch(waiting(1), { items: two }));
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toMatchObject([{ is_sent: true }, { is_sent: true }]);
	expect(performance.now() - before).toBeLessThanOrEqual(35_000);
});

test('texts about the mailing become errors of its recipients, and ten thousand of them are cut', async () => {
	const errors = Array.from({ length: 10_000 }, (_, n) => `March: advice ${n}`);
	statuses = [[{ errors }]];
	const items = itemsOf(phones(500).map((phone) => ({ phone })));
	const { items: output, error } = await run(viberBatch(waiting(1), { items }));
	if (error) throw error;
	expect(output).toHaveLength(500);
	expect(output[499].json).toMatchObject({ is_delivered: null, is_sent: true });
	expect(output[499].json.errors).toEqual([...errors.slice(0, 10), 'and 9990 more']);
	expect(JSON.stringify(output).length).toBeLessThan(500 * 1_000);
});

describe('two texts to one phone', () => {
	const texts = itemsOf([ONE, ONE, TWO].map((phone, n) => ({ phone, t: `text ${n}` })));
	const setting = (seconds: number) =>
		smsBatch({ message: '={{ $json.t }}', ...waiting(seconds) }, { items: texts });

	test.each([
		['DELIVERED', [true, true, true]],
		['UNDELIVERED', [null, null, true]],
	])('have is_delivered null if only one is DELIVERED: second %s', async (second, expected) => {
		statuses = [[mailing(is(ONE, 'DELIVERED'), is(TWO, 'READ'), is(ONE, second))]];
		const items = await waitFor(setting(30));
		expect(items.map(({ is_delivered }) => is_delivered)).toEqual(expected);
		expect(asked).toBe(1);
	});

	test('have only the fields that are the same for both', async () => {
		const second = { ...is(ONE, 'UNDELIVERED'), delivery_id: 2 };
		statuses = [[mailing(is(ONE, 'DELIVERED'), second)]];
		for (const one of (await waitFor(setting(1))).slice(0, 2)) {
			expect(one).toMatchObject({
				phone: ONE,
				status: null,
				is_delivered: null,
				name: 'March',
			});
			expect(one).not.toHaveProperty('delivery_id');
		}
	});

	test('have no status if the service lists only one of them', async () => {
		statuses = [[mailing(is(ONE, 'DELIVERED'))]];
		const [first, second] = await waitFor(setting(1));
		expect([first.status, second.status]).toEqual([null, null]);
	});
});

test.each([
	['+380 (50) 000-00-00', 'blanks', ONE],
	['00380500000000', '00', ONE],
	[380500000000, 'a number', ONE],
	['٣٨٠٥٠٠٠٠٠٠٠٠', 'digits of another script', ONE],
	['Anna <ANNA@Example.com>', 'a name and capitals', 'anna@example.com'],
	['anna@xn--bcher-kva.example', 'Punycode', 'anna@bücher.example'],
	['zoé@example.com'.normalize('NFD'), 'a separate accent', 'Zoé@example.com'],
])('pairs the listed %j with its recipient: %s', async (listed, _, entered) => {
	const isEmail = entered.includes('@');
	const success = [{ [isEmail ? 'recipient' : 'phone']: listed, status: 'DELIVERED' }];
	statuses = [[{ message_id: 7, success }]];
	const items = itemsOf([{ phone: entered, email: entered }]);
	const { items: output } = await run((isEmail ? emailBatch : smsBatch)(waiting(30), { items }));
	expect(jsonOf(output)).toEqual([
		expect.objectContaining({ status: 'DELIVERED', is_delivered: true }),
	]);
	expect(asked).toBe(1);
});

test.each([
	['UNDELIVERED', 1],
	['READ', 1],
	['NEW', 2],
])('a recipient who is listed as DELIVERED and as %s has no status', async (status, times) => {
	const second = { ...is(`+${ONE}`, status), delivery_id: 2 };
	statuses = [[mailing(is(ONE, 'DELIVERED'), second)]];
	const items = itemsOf([{ phone: ONE }]);
	const { items: output } = await run(smsBatch(waiting(2), { items }));
	expect(jsonOf(output)).toEqual([
		expect.objectContaining({ phone: ONE, status: null, is_delivered: null, name: 'March' }),
	]);
	expect(output[0].json).not.toHaveProperty('delivery_id');
	expect(asked).toBe(times);
});

test('a recipient who is listed twice as SENT, once with an error code, has no status', async () => {
	const second = { ...is(`+${ONE}`, 'SENT'), error_code: 5 };
	statuses = [[mailing({ ...is(ONE, 'SENT'), error_code: 0 }, second)]];
	const items = itemsOf([{ phone: ONE }]);
	const { items: output } = await run(smsBatch(waiting(1), { items }));
	expect(jsonOf(output)).toMatchObject([{ phone: ONE, status: null, is_delivered: null }]);
});

test('an error text that names a recipient is added only to the item of that recipient', async () => {
	const [three] = phones(3).slice(2);
	const about = [
		`March: +${ONE.slice(0, 3)} ${ONE.slice(3)} has no Viber`,
		`${three}, 00${ONE}: x`,
	];
	const all = ['March: 800x800 px is advised', 'March: call 380991112233'];
	statuses = [[{ errors: [...about, ...all] }]];
	const items = itemsOf([ONE, TWO, three].map((phone) => ({ phone })));
	const { items: output } = await run(viberBatch(waiting(1), { items }));
	expect(jsonOf(output).map(({ errors }) => errors)).toEqual([
		[...about, ...all],
		all,
		[about[1], ...all],
	]);
});

test('a batch with statuses keeps the field "sent" of the service beside is_sent', async () => {
	statuses = [[mailing({ ...is(ONE, 'DELIVERED'), sent: 0 })]];
	const { items } = await run(smsBatch(waiting(30), { items: itemsOf([{ phone: ONE }]) }));
	expect(jsonOf(items)).toEqual([expect.objectContaining({ sent: 0, is_sent: true })]);
});

test('a batch pairs statuses of emails in any letter case, and counts a rejected address as final', async () => {
	const open = { email_id: '1', recipient: 'anna@example.com', status: 'OPEN', error: null };
	const errors = [{ email: 'BOB@example.com', error: 'no such address' }];
	statuses = [[{ message_id: '9', success: [open], errors }]];
	const items = itemsOf([{ email: 'Anna@example.com' }, { email: 'bob@example.com' }]);
	expect(await waitFor(emailBatch(waiting(30), { items }))).toMatchObject([
		{ email: 'Anna@example.com', status: 'OPEN', is_delivered: true },
		{
			email: 'bob@example.com',
			is_delivered: false,
			error_text: 'no such address',
			is_sent: true,
		},
	]);
});

test('a cancelled wait ends immediately, and what was sent does not become an error', async () => {
	statuses = [[mailing(is(ONE, 'NEW'))]];
	let cancel = () => {};
	onAsked = () => setTimeout(() => cancel(), 100);
	const log = captureLog();
	const before = performance.now();
	const started = (stop: () => void) => (cancel = stop);
	const setting = smsBatch(waiting(60), { items: two });
	const { items, runData } = await run({ ...setting, onStart: started });
	expect(hintsOf({ runData })).toEqual([expect.stringMatching(/cancelled.*messages were sent/)]);
	expect(performance.now() - before).toBeLessThanOrEqual(200);
	expect(asked).toBe(1);
	expect(jsonOf(items)).toMatchObject([
		{ phone: ONE, status: 'NEW', is_sent: true, is_delivered: null },
		{ phone: TWO, status: null, is_sent: true, is_delivered: null },
	]);
	expect(log.join('\n')).toMatch(/the execution was cancelled\. Sent: items 0-1/);
});

test('a batch saves the keys and logs the UUIDs before it requests the first status', async () => {
	const table: DuplicateStore = await useDuplicateStore();
	const log = captureLog();
	statuses = [[mailing(is(ONE, 'DELIVERED'), is(TWO, 'DELIVERED'))]];
	let seen = { rows: 0, log: '' };
	onAsked = () => {
		const saved = [...table.rows.values()].map(
			(text) => JSON.parse(text) as { data: string[] },
		);
		seen = { rows: saved.flatMap(({ data }) => data).length, log: log.join('\n') };
	};
	const more = { sendOnceKey: '={{ $json.phone }}' };
	const { error } = await run({
		...smsBatch(waiting(30, more), { items: two }),
		mode: 'trigger',
	});
	if (error) throw error;
	// A claim and an outcome, each in two time windows.
	expect(seen.rows).toBe(2 * 4);
	expect(seen.log).toMatch(/sent batch u-1 \(items 0-1\)/);
});

test('the log of a wait has at most 100 characters of a UUID, in one line', async () => {
	uuidOf = () => `${'x'.repeat(50)}\n${'x'.repeat(50)}`;
	const log = captureLog();
	statuses = [[mailing(is(ONE, 'DELIVERED'), is(TWO, 'DELIVERED'))]];
	await waitFor(smsBatch(waiting(30), { items: two }));
	const shownId = `${'x'.repeat(50)} ${'x'.repeat(49)}`;
	expect(log.join('\n')).toContain(`sent batch ${shownId} (items 0-1)`);
});

test('Retry On Fail because of an invalid first item does not wait for statuses again', async () => {
	statuses = [[mailing(is(TWO, 'NEW'))]];
	const items = itemsOf([{ phone: 'x' }, { phone: TWO }]);
	const before = performance.now();
	const { items: output } = await run({
		...smsBatch(waiting(4), { items, onError: 'continueRegularOutput' }),
		...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	});
	expect(performance.now() - before).toBeLessThan(4_000);
	expect(jsonOf(output)).toEqual([
		expect.objectContaining({ is_sent: false, error: expect.stringContaining("'Phone'") }),
		expect.objectContaining({ phone: TWO, status: 'NEW', is_sent: true }),
	]);
	expect(sends).toHaveLength(1);
});

test('a batch that is scheduled does not wait for its statuses', async () => {
	const more = { scheduleTime: '2099-01-01T10:00:00Z' };
	const items = await waitFor(smsBatch(waiting(900, more), { items: two }));
	const scheduled = { is_delivered: null, scheduled_for: expect.any(String) };
	expect(items).toMatchObject([ONE, TWO].map((phone) => ({ phone, ...scheduled })));
	expect(asked).toBe(0);
});

test('a batch that Send Between moves to another day does not wait for its statuses', async () => {
	const yesterday = new Date(Date.now() - 24 * 3_600_000);
	const weekday = yesterday.toLocaleString('en', { weekday: 'short', timeZone: 'UTC' });
	const more = { sendBetween: `${weekday} 00:00-24:00 UTC` };
	const items = await waitFor(smsBatch(waiting(900, more), { items: two }));
	expect(items).toMatchObject([{ scheduled_for: expect.any(String) }, {}]);
	expect(asked).toBe(0);
});

test('a batch whose schedule is within the wait waits for its statuses', async () => {
	statuses = [[mailing(is(ONE, 'NEW'))], [mailing(is(ONE, 'DELIVERED'), is(TWO, 'READ'))]];
	const more = { scheduleTime: "={{ $now.plus(20, 'seconds') }}" };
	const items = await waitFor(smsBatch(waiting(60, more), { items: two }));
	expect(items.map(({ is_delivered }) => is_delivered)).toEqual([true, true]);
});

test('the status of each batch is requested separately, and not again once it is final', async () => {
	const rounds = [is(ONE, 'DELIVERED'), is(TWO, 'NEW'), is(TWO, 'DELIVERED')];
	statuses = rounds.map((one) => [mailing(one)]);
	const more = { recipientsPerRequest: 1, maxInFlight: 1 };
	const items = await waitFor(smsBatch(waiting(30, more), { items: two }));
	expect(items).toMatchObject(['u-1', 'u-2'].map((uuid) => ({ uuid, is_delivered: true })));
	expect(asked).toBe(3);
});

test('a dry run does not wait for statuses, and an invalid number of seconds sends nothing', async () => {
	const dry = await run(smsBatch(waiting(60, { dryRun: true }), { items: two }));
	expect(dry.items[0].json).toMatchObject({ dry_run: true, message_type: 'bulk' });
	const { error } = await run(smsBatch(waiting(901), { items: two }));
	expect(shown(error)).toContain('Wait for Final Status');
	expect([sends, asked]).toEqual([[], 0]);
});

test.each(toolCallers)(
	'%s is told that a tool cannot wait, and nothing is sent',
	async (_, call) => {
		const { node, parameters } = smsBatch({
			...waiting(30),
			phone: "={{ $fromAI('phone', '', 'string') }}",
		});
		const credentials = { baseUrl: raw.url, token: 'token-of-none' };
		const called = call({ node, parameters, credentials }, { phone: ONE });
		const told = await called.then(JSON.stringify, (error: unknown) => shown(error as Error));
		expect(told).toContain('cannot be used in a tool of an agent or of an MCP server');
		expect(told).toContain('Get Status');
		expect([sends, asked]).toEqual([[], 0]);
	},
);

test('a later status without recipients keeps the statuses read before, and its texts are shown', async () => {
	statuses = [[mailing(is(ONE, 'DELIVERED'))], [{ errors: ['March: late'] }]];
	const { items, error } = await run(smsBatch(waiting(4), { items: two }));
	if (error) throw error;
	expect(asked).toBeGreaterThan(1);
	expect(
		jsonOf(items).map(({ status, is_delivered, errors }) => [status, is_delivered, errors]),
	).toEqual([
		['DELIVERED', true, ['March: late']],
		[null, null, ['March: late']],
	]);
});

test('a later status without texts keeps the texts of an earlier final status', async () => {
	const [early] = [mailing(is(ONE, 'DELIVERED'))];
	statuses = [[{ ...early, errors: ['March: early'] }], [mailing()]];
	const [first] = await waitFor(smsBatch(waiting(4), { items: two }));
	expect(first).toMatchObject({ status: 'DELIVERED', errors: ['March: early'] });
});

test('a status that repeats the callback URL does not show its query', async () => {
	const callbackUrl = 'https://a.example/done?key=s3cret-of-the-hook';
	statuses = [[{ ...mailing(is(ONE, 'DELIVERED')), errors: [`No ${callbackUrl}`] }]];
	const [first] = await waitFor(smsBatch({ callbackUrl, ...waiting(1) }, { items: two }));
	expect(first.errors).toEqual(['No ***']);
});

test('a pause that ends late, because n8n was busy, does not fail the step', async () => {
	statuses = [[mailing(is(ONE, 'NEW'))]];
	onAsked = () => {
		onAsked = () => {};
		setTimeout(() => blockFor(1_500), 1_000);
	};
	const { items, error } = await run(smsBatch(waiting(2), { items: two }));
	if (error) throw error;
	expect(jsonOf(items).map(({ status }) => status)).toEqual(['NEW', null]);
});

describe('a later try of a batch that waits for its statuses', () => {
	const TURN = '={{ (() => $json.turn)() }}';
	/**
	 * Returns the output of the second try. In the first try, the phone of item 0 is invalid.
	 * @param turns values of `turn`
	 */
	const second = async (options: IDataObject, turns: unknown[] = []) => {
		const items = itemsOf([{ phone: 'x' }, { phone: ONE }, { phone: TWO }]);
		const turn = { get: () => turns[Math.min(sends.length, 1)] };
		for (const { json } of items) Object.defineProperty(json, 'turn', turn);
		const { items: output } = await run({
			...smsBatch({ options: { recipientsPerRequest: 9, ...options } }, { items }),
			...{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			onError: 'continueRegularOutput',
		});
		expect(sends).toHaveLength(1);
		return jsonOf(output).slice(1);
	};

	test('keeps the statuses that an earlier one has read', async () => {
		statuses = [[mailing(is(ONE, 'DELIVERED'), is(TWO, 'SENT'))], [mailing(is(ONE, 'NEW'))]];
		expect(await second({ waitForFinalStatus: 1 })).toEqual([
			expect.objectContaining({ phone: ONE, status: 'DELIVERED', is_delivered: true }),
			expect.objectContaining({ phone: TWO, status: 'SENT', is_delivered: null }),
		]);
	});

	test('does not ask for statuses that are all final', async () => {
		statuses = [[mailing(is(ONE, 'DELIVERED'), is(TWO, 'EXPIRED'))], []];
		await second({ waitForFinalStatus: 30 });
		expect(asked).toBe(1);
	});

	test.each([
		['with their statuses', { waitForFinalStatus: TURN }, { status: 'DELIVERED' }],
		['one by one', { oneItemPerRecipient: true, maxRecipients: TURN }, { uuid: 'u-1' }],
	])(
		'returns the recipients of an earlier try %s, though it ends before it sends',
		async (_, options, fields) => {
			statuses = [[mailing(is(ONE, 'DELIVERED'), is(TWO, 'DELIVERED'))]];
			expect(await second(options, [30, 'many'])).toEqual(
				[ONE, TWO].map((phone) =>
					expect.objectContaining({ phone, is_sent: true, ...fields }),
				),
			);
		},
	);
});
