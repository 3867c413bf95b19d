import { createHash } from 'node:crypto';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { type DuplicateStore, useDuplicateStore } from '../support/duplicateStore';
import { openTrigger } from '../support/engine/poll';
import { runNode } from '../support/engine/runNode';
import { type Answer, type SentRequest, Service } from '../support/engine/service';
import { sendSms } from '../support/operations';
import { serveWait } from '../support/serveWait';
import { respond, sentLinks } from '../support/waiting';
import { asking } from '../wait/asking';

/**
 * Data that outlives an upgrade of the package, typed manually: keys, codes, the state of a trigger, and
 * questions. If a new version writes or reads it differently, everything is sent again, or events are lost.
 * Once released, a row stays, beside one of the new format.
 */

/** The 24th day of the 692nd thirty days since 1970. */
const NOW = Date.parse('2026-11-27T12:00:00Z');
const DAY = 86_400_000;
const setTime = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);

let service: Service;
let table: DuplicateStore;
let answer: (request: SentRequest) => Answer;
beforeEach(async () => {
	table = await useDuplicateStore();
	answer = () => ({ body: { status: 'NEW', sms_id: 1, parts: 1 } });
	service = new Service((request) => answer(request));
	setTime(NOW);
});
afterEach(() => {
	service.close();
	jest.restoreAllMocks();
});

const digest = (algorithm: string, text: string) =>
	createHash(algorithm).update(text).digest('base64');
/** The package hashes a text, and n8n hashes that hash. */
const storedOf = (text: string) => digest('md5', digest('sha256', text));
/** Returns the row of a step in n8n's table. */
const rowOf = (hashes: string[]) => JSON.stringify({ mode: 'entries', data: hashes });

type Stored = Array<[text: string, hash: string]>;
const hashesIn = (stored: Stored) => stored.map(([, hash]) => hash);

describe('a key of Send Once Per Key that n8n has stored', () => {
	const keys: Array<[key: string, days: number, stored: Stored]> = [
		[
			'order {{ $json.order }}',
			30,
			[
				['["sendOnce",30,692,"claimed order 17"]', '6mjdUCe06c32Ws6+4PFHpg=='],
				['["sendOnce",30,693,"claimed order 17"]', '5R2M6D0Yzhlz4OCby8UPqA=='],
				['["sendOnce",30,692,"sent order 17"]', 'unkQ/PgBYd2K2ns0PlvITg=='],
				['["sendOnce",30,693,"sent order 17"]', 'JNqdTm8uzgLRU8HbPwiSdQ=='],
			],
		],
		[
			'{{ $json.phone }}',
			30,
			[
				['["sendOnce",30,692,"claimed 380501000000"]', 'bo0foBVvoziCUN7c4UgyAQ=='],
				['["sendOnce",30,693,"claimed 380501000000"]', 'WVThwzzrVp42bqJh+nsVPw=='],
				['["sendOnce",30,692,"sent 380501000000"]', 'cLPnxZcUjWRg4JITefXTsA=='],
				['["sendOnce",30,693,"sent 380501000000"]', 'wXiuO8zAGdU7YEtFJM9q9A=='],
			],
		],
		[
			'spring-{{ $json.phone }}',
			30,
			[
				['["sendOnce",30,692,"claimed spring- 380501000000"]', 'K1Hs2bQuJRvJIdXR82pHTA=='],
				['["sendOnce",30,693,"claimed spring- 380501000000"]', 'oybwQPwX0ITy36tyAiCBfw=='],
				['["sendOnce",30,692,"sent spring- 380501000000"]', 'DwARR87qVDAiVQbJzJhjFg=='],
				['["sendOnce",30,693,"sent spring- 380501000000"]', '4O4dBe2QRVxhFoJ5sahWig=='],
			],
		],
		[
			'order {{ $json.order }}',
			7,
			[
				['["sendOnce",7,2969,"claimed order 17"]', '6LJ5/qYoKyDfBRY2ow8GYQ=='],
				['["sendOnce",7,2970,"claimed order 17"]', 'BpYi23DBHPu72SNlILdklg=='],
				['["sendOnce",7,2969,"sent order 17"]', 'eWG5gSuRfeXRp8pDwkNidA=='],
				['["sendOnce",7,2970,"sent order 17"]', 'zbJzscv/parS3yrmzPilgA=='],
			],
		],
	];
	const ROW = 'workflow/n:MessagingServiceSms';
	const send = async (key: string, rememberDays: number) => {
		const options = { sendOnceKey: `=${key}`, ...(rememberDays !== 30 && { rememberDays }) };
		const json = { order: 17, phone: '+380 50 100 00 00', text: 'Hi' };
		return await runNode({ ...sendSms(options), items: [{ json }], mode: 'trigger' });
	};

	describe.each(keys)('%s, remembered for %i days', (key, days, stored) => {
		test('has the same text and hash as in earlier versions', async () => {
			for (const [text, hash] of stored) expect([text, storedOf(text)]).toEqual([text, hash]);
			expect((await send(key, days)).items[0].json.is_sent).toBe(true);
			expect([...table.rows]).toEqual([[ROW, rowOf(hashesIn(stored))]]);
		});

		test.each([0, 0.9])(
			'is recognized as sent after %d of its days, and nothing is sent again',
			async (part) => {
				table.rows.set(ROW, rowOf(hashesIn(stored)));
				setTime(NOW + part * days * DAY);
				const { items } = await send(key, days);
				expect(items[0].json).toMatchObject({ is_sent: false, reason: 'already sent' });
				expect(service.requests).toEqual([]);
			},
		);

		test('is recognized as claimed by an execution that was killed, and nothing is sent again', async () => {
			table.rows.set(ROW, rowOf(hashesIn(stored).slice(0, 2)));
			const { error } = await send(key, days);
			expect(error?.message).toContain('may have been sent before');
			expect(service.requests).toEqual([]);
		});
	});
});

describe('a one-time code that was sent', () => {
	const TOKEN =
		'mwyxvoao.9QqQvkMBJZJcQ8GcHTuh69nDT_H0Lm3nZg6FCieR080.JUtOkUlONfxDXsFdJOT5_qQFx2aRG55nW1ZjQU9xFfY';
	const ID = 'yNJGHNmim--EytQUBB_GO-Tj9yGvU6GiYbxozBTuCto';
	const tries: Stored = [
		[`["one-time code",1,20784,"${ID} 1"]`, 'aKLw4cxMakZua3sgbZFImQ=='],
		[`["one-time code",1,20785,"${ID} 1"]`, 'ZKx4Sv/evVso6mRlLvJDeA=='],
	];
	const used: Stored = [
		[`["one-time code",1,20784,"${ID} used"]`, 'g0Spo2vtTUABZnxZBYrl1A=='],
		[`["one-time code",1,20785,"${ID} used"]`, '+PwOsMIAXtFxCfwSDi9+fQ=='],
	];
	const ROW = 'workflow/n:MessagingServiceVerification';
	const run = async (operation: string, more: INodeParameters) => {
		const { items, error } = await runNode({
			node: 'messagingServiceVerification',
			parameters: { resource: 'code', operation, phone: '380501234567', ...more },
			mode: 'trigger',
		});
		if (error) throw error;
		return items[0].json;
	};
	const check = async (code: string) => await run('check', { token: TOKEN, code });

	test('has the same token as in earlier versions, and an old token is verified', async () => {
		const sent = await run('sendTelegram', { generateCode: false, code: '482915' });
		expect(sent.token).toBe(TOKEN);
		expect(await check('482915')).toEqual({ verified: true, reason: 'ok', tries_left: 0 });
	});

	test('stores its tries as in earlier versions', async () => {
		for (const [text, hash] of [...tries, ...used])
			expect([text, storedOf(text)]).toEqual([text, hash]);
		expect(await check('482916')).toMatchObject({ reason: 'wrong', tries_left: 4 });
		expect([...table.rows]).toEqual([[ROW, rowOf(hashesIn(tries))]]);
	});

	test('keeps its stored tries, and is not verified again after it was used', async () => {
		table.rows.set(ROW, rowOf(hashesIn(tries)));
		expect(await check('482916')).toMatchObject({ reason: 'wrong', tries_left: 3 });
		table.rows.set(ROW, rowOf(hashesIn([...tries, ...used])));
		expect(await check('482915')).toMatchObject({ verified: false, reason: 'used' });
	});
});

describe('the state of a trigger that n8n has stored', () => {
	const people = [
		{ phone: '380501000001', email: 'a@x.example', status: 'SENT' },
		{ phone: '380501000002', email: 'b@x.example', status: 'FAILED', error_code: 40 },
		{ phone: '380501000003', email: 'c@x.example', status: 'SENT' },
	];
	/** The last ID is a word, whose hash is stored. */
	const withIds = (name: string) =>
		people.map((person, n) => ({ ...person, [name]: [7001, 7010, 'x-1'][n] }));
	const reply = (id: string) => ({ id, phone: '380501000001', message: 'Yes' });
	const stateOf = (event: string, more: IDataObject) => ({
		version: 1,
		event,
		series: 'f3b7c2d1-8a40-4c1e-9d57-2b6f0e9a1c34',
		urlMark: '3supqglpt2',
		tokenMark: 30507,
		selectionKey: '6p1055a0w2',
		statusTable: ['SENT', 'FAILED\t40'],
		pendingBaseline: [],
		toMarkAsRead: [],
		toMarkAgain: [],
		...more,
	});

	interface Row {
		event: string;
		parameters?: IDataObject;
		entries: IDataObject[];
		state: IDataObject;
		/** State after the first entry has changed its status, or after a new reply. */
		then: IDataObject;
	}
	const read = { statusTable: ['SENT', 'FAILED\t40', 'READ'] };
	const rows: Row[] = [
		{
			event: 'viberReply',
			parameters: { options: { markAsRead: true } },
			entries: ['7001', '7010', 'x-1'].map(reply),
			state: { statusTable: [], mailings: { 7: '5eh.9.1xyr5ehtvje.' } },
			then: { mailings: { 7: '5eh.9..1xyr5ehtvjd.' }, toMarkAsRead: ['7011'] },
		},
		{
			event: 'viberDelivery',
			parameters: { messageIds: '9' },
			entries: withIds('delivery_id'),
			state: {
				selectionKey: '13nd1lwysqy',
				mailings: { 7: '5ehA9B1xyr5ehtvjeA', '!9': '2iA' },
			},
			then: { ...read, mailings: { 7: '5ehC9B1xyr5ehtvjeA', '!9': '2iA' } },
		},
		{
			event: 'smsDelivery',
			entries: people,
			state: { mailings: { 7: '4ussgym9ABA' } },
			then: { ...read, mailings: { 7: '4ussgym9CBA' } },
		},
		{
			event: 'emailDelivery',
			entries: withIds('email_id'),
			state: { mailings: { 7: '5ehA9B1xyr5ehtvjeA' } },
			then: { ...read, mailings: { 7: '5ehC9B1xyr5ehtvjeA' } },
		},
	];

	describe.each(rows)('$event', ({ event, parameters, entries, state, then }) => {
		let listed: IDataObject[];
		beforeEach(() => {
			listed = entries.map((entry) => ({ ...entry }));
			const single = [{ delivery_id: 90, phone: '380501000009', status: 'SENT' }];
			answer = ({ query, form = [] }) => {
				const isSingle = new Map([...query, ...form]).get('message_id') === '9';
				return { body: { status: 'OK', result: isSingle ? single : listed } };
			};
		});
		const open = async () =>
			await openTrigger({
				node: 'messagingServiceTrigger',
				parameters: {
					...{ event, mailings: 'selected', mailingIds: '7', options: {} },
					...parameters,
				} as INodeParameters,
			});

		test('is written as in earlier versions', async () => {
			const trigger = await open();
			expect(await trigger.poll('activation')).toEqual([]);
			expect(JSON.parse(JSON.stringify(trigger.state.state))).toEqual({
				...stateOf(event, state),
				series: expect.any(String),
			});
		});

		test('is read as in earlier versions, and only changes start the workflow', async () => {
			const trigger = await open();
			trigger.state.state = stateOf(event, state);
			if (event === 'viberReply') listed.push(reply('7011'));
			else listed[0].status = 'READ';
			const items = await trigger.poll();
			expect(items.map(({ json }) => json)).toEqual([
				event === 'viberReply'
					? { ...reply('7011'), message_id: 7 }
					: {
							...{ ...entries[0], status: 'READ', is_delivered: true },
							...{ message_id: 7, previous_status: 'SENT' },
						},
			]);
			const now: unknown = JSON.parse(JSON.stringify(trigger.state.state));
			expect(now).toEqual(stateOf(event, { ...state, ...then, series: expect.any(String) }));
		});
	});
});

describe('a question that waits', () => {
	const CODE = 'DB4smRpcVeDbc8J7';
	const HASH = '1cC9ku4lm04-hUM0wlywzHzVkJyKthNl_c9qyXTEhNQ';
	const wait = {
		id: 'adf640a3-0ae8-401f-ab9d-cf7cdf8fe858',
		recipients: [{ address: '380501234567', codeHash: HASH }],
		question: { type: 'approval', approveLabel: 'Genehmigen', declineLabel: 'Ablehnen' },
		texts: { message: 'Refund 40 EUR?', organization: 'Shop', language: 'de' },
		until: NOW + 2 * DAY,
		earlierHashes: [],
	};
	const setting = asking({
		options: {
			limitWaitTime: {
				values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'days' },
			},
			...{ organization: 'Shop', pageLanguage: 'de' },
		},
	});
	const storedIn = (execution: IRun | undefined) =>
		execution?.data.executionData?.contextData['node:MessagingServiceSms'] as IDataObject;

	test('is stored as in earlier versions', async () => {
		const { execution } = await runNode(setting);
		const [link] = sentLinks(service);
		const code = new URL(link).searchParams.get('r') ?? '';
		expect(storedIn(execution)).toEqual({
			wait: {
				...wait,
				id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
				recipients: [
					{
						address: '380501234567',
						codeHash: createHash('sha256').update(code).digest('base64url'),
					},
				],
			},
		});
	});

	test('accepts the response of a link that an earlier version sent', async () => {
		const result = await runNode(setting);
		// The link leads to this machine.
		service.close();
		storedIn(result.execution).wait = JSON.parse(JSON.stringify(wait)) as IDataObject;
		const { url, resumed, close } = await serveWait(setting, result);
		try {
			const link = `${url}/webhook-waiting/4711/MessagingServiceSms?r=${CODE}&signature=x`;
			expect(await (await fetch(link)).text()).toContain('Refund 40 EUR?');
			expect((await respond(link, 'approve')).status).toBe(200);
			expect(resumed).toMatchObject([
				{ data: { approved: true, responder: '380501234567' }, is_sent: true },
			]);
		} finally {
			await close();
		}
	});
});
