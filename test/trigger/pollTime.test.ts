import { type Server, createServer } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import { json } from '../support/rawService';
import { listen } from '../support/listen';
import { openTrigger, type OpenTrigger } from '../support/engine/poll';
import { runNode } from '../support/engine/runNode';
import { useFakeTime } from '../support/fakeTime';
import { pause, until } from '../support/until';
import { Account, ANNA, collectWarnings } from './account';

let account: Account;
let timeouts: jest.SpyInstance<AbortSignal, [milliseconds: number]>;
beforeEach(async () => {
	timeouts = jest.spyOn(AbortSignal, 'timeout');
	account = await Account.open();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await account.sandbox.close();
});

const replies = { event: 'viberReply', mailings: 'all' };
const READS = 'getNewIncomingMessages';
/** The time of a short poll, in milliseconds. */
const SHORT = 1_200;

/** Opens an active trigger of mailings that each have a reply since the activation. */
async function triggerWithReplies(mailings: number): Promise<[OpenTrigger, number[]]> {
	const ids: number[] = [];
	for (let count = 0; count < mailings; count++) ids.push(await account.viberMailing());
	const trigger = await account.trigger(replies);
	await trigger.poll('activation');
	for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
	return [trigger, ids];
}

/** Returns the result of a poll, and the time it took. */
async function timed(poll: Promise<Array<{ json: unknown }>>, budget = SHORT) {
	const since = Date.now();
	const ended = await poll.catch((error: Error) => error.message);
	const items = typeof ended === 'string' ? ended : ended.length;
	// The poll set a timer within its time, and ended.
	const planned = Math.min(...timeouts.mock.calls.map(([milliseconds]) => milliseconds));
	return { items, isInTime: planned < budget && Date.now() - since <= budget };
}

const OUT_OF_TIME = expect.stringContaining('The poll ran out of time');

describe('a poll ends within the time that n8n gives it', () => {
	useFakeTime();

	test('if a mailing does not respond, and the next poll reads that mailing', async () => {
		const [trigger] = await triggerWithReplies(3);
		const warnings = collectWarnings();
		account.sandbox.fault({ operation: READS, kind: 'slow', delayMs: 20_000, times: 1 });
		expect(await timed(trigger.poll('scheduled', SHORT))).toEqual({ items: 2, isInTime: true });
		expect(warnings).toEqual([OUT_OF_TIME]);
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});

	test('if the service does not respond, and does not change its state', async () => {
		const [trigger] = await triggerWithReplies(2);
		for (const operation of ['getViberMessages', READS]) {
			const before = JSON.stringify(trigger.state);
			account.sandbox.fault({ operation, kind: 'slow', delayMs: 20_000, times: 2 });
			const ended = await timed(trigger.poll('scheduled', SHORT));
			expect(ended).toEqual({ items: OUT_OF_TIME, isInTime: true });
			expect(JSON.stringify(trigger.state)).toBe(before);
			account.sandbox.clearFaults();
		}
		expect(await trigger.poll()).toHaveLength(2);
	});

	test('if a list has pages without end', async () => {
		let pages = 0;
		const server: Server = createServer((request, response) => {
			const row = { phone: ++pages, status: 'sent', d_sent: '2026-03-01 10:00:00' };
			setTimeout(() => json({ result: [row] })(request, response), 20);
		});
		const service = await listen(server);
		const trigger = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: { event: 'smsDelivery', mailings: 'selected', mailingIds: '5' },
			credentials: { baseUrl: service.url, token: 'raw-token' },
		});
		const ended = await timed(trigger.poll('activation', SHORT));
		expect(ended).toEqual({ items: OUT_OF_TIME, isInTime: true });
		await pause(100);
		const sent = pages;
		await pause(10_000);
		expect([pages, sent > 1]).toEqual([sent, true]);
		await service.close();
	});

	test('if all slots of the n8n process are taken', async () => {
		const [trigger] = await triggerWithReplies(1);
		account.sandbox.fault({
			operation: 'sendQuickSMS',
			kind: 'slow',
			delayMs: 3_000,
			times: 10,
		});
		const sending = runNode({
			node: 'messagingServiceSms',
			parameters: {
				...{
					resource: 'message',
					operation: 'send',
					message: '=x{{ $itemIndex }}',
					phone: ANNA,
				},
				sender: { __rl: true, mode: 'id', value: '1363' },
			},
			items: Array.from({ length: 10 }, () => ({ json: {} })),
			credentials: account.credentials,
		});
		await until('ten sends', 5, () => account.calls('sendQuickSMS') === 10);
		const ended = await timed(trigger.poll('scheduled', SHORT));
		expect(ended).toEqual({ items: OUT_OF_TIME, isInTime: true });
		await sending;
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('at activation, and what a slow mailing already has is not new later', async () => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		for (const id of ids) account.sandbox.reply(ANNA, `Old ${id}`, id);
		const trigger = await account.trigger(replies);
		account.sandbox.fault({ operation: READS, kind: 'slow', delayMs: 20_000, times: 1 });
		const ended = await timed(trigger.poll('activation', SHORT));
		expect(ended).toEqual({ items: 0, isInTime: true });
		expect(await trigger.poll()).toEqual([]);
		for (const id of ids) account.sandbox.reply(ANNA, `New ${id}`, id);
		expect(await trigger.poll()).toHaveLength(2);
	});

	test('at activation, and loses no reply if each poll loads the state that n8n has saved', async () => {
		const id = await account.viberMailing();
		await account.viberMailing();
		const trigger = await account.trigger(replies, 'loads what is saved');
		account.sandbox.fault({
			...{ operation: READS, kind: 'slow', delayMs: 20_000, times: 1 },
			skip: 1,
		});
		await trigger.poll('activation', SHORT);
		const saved = JSON.stringify(trigger.state.state);
		expect(JSON.parse(saved)).toMatchObject({ pendingBaseline: [String(id)] });
		// n8n does not save the state of a poll that returns nothing.
		const poll = async () => {
			trigger.state.state = JSON.parse(saved) as IDataObject;
			return (await trigger.poll()).map(({ json: { message } }) => message);
		};
		expect(await poll()).toEqual([]);
		account.sandbox.reply(ANNA, 'New', id);
		expect(await poll()).toEqual(['New']);
	});

	test.each([1, 2])(
		'at activation, and loses no reply if the workflow is activated again after %i of them',
		async (activations) => {
			const id = await account.viberMailing();
			await account.viberMailing();
			const trigger = await account.trigger(replies, `is activated again ${activations}`);
			let saved = '{}';
			// n8n saves the state at the activation, and keeps the state of later polls in memory.
			const activate = async () => {
				trigger.state.state = (JSON.parse(saved) as IDataObject).state;
				const items = await trigger.poll('activation', SHORT);
				saved = JSON.stringify(trigger.state);
				return items;
			};
			for (let count = 0; count < activations; count++) {
				const slow = { kind: 'slow', delayMs: 20_000, times: 1, skip: 1 } as const;
				account.sandbox.fault({ operation: READS, ...slow });
				expect(await activate()).toEqual([]);
				expect(saved).toContain(`"pendingBaseline":["${id}"]`);
			}
			for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
			account.sandbox.reply(ANNA, 'While inactive', id);
			expect([await activate(), await trigger.poll()].flat()).toHaveLength(1);
		},
	);

	test('if the previous replies cannot be marked as read, and the next poll marks them', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger({ ...replies, options: { markAsRead: true } });
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		await trigger.poll();
		account.sandbox.reply(ANNA, 'Two', mailing);
		const operation = 'readResponseStatus';
		account.sandbox.fault({ operation, kind: 'slow', delayMs: 20_000, times: 1 });
		expect(await timed(trigger.poll('scheduled', SHORT))).toEqual({ items: 1, isInTime: true });
		expect(await trigger.poll()).toEqual([]);
		expect(account.sandbox.replies.map(({ read }) => read)).toEqual([true, true]);
	});

	test('if a rate limit lasts longer', async () => {
		const [trigger] = await triggerWithReplies(1);
		account.sandbox.fault({ operation: READS, kind: '429', retryAfter: 20 });
		const ended = await timed(trigger.poll('scheduled', 10_000), 10_000);
		expect(ended).toEqual({
			items: expect.stringContaining('Request limit exceeded'),
			isInTime: true,
		});
	});

	test('and does not wait for a rate limit that is longer than Max Wait of the credential', async () => {
		const [{ state }] = await triggerWithReplies(1);
		const trigger = await account.trigger(replies, undefined, { maxWait: 10 });
		Object.assign(trigger.state, state);
		account.sandbox.fault({ operation: READS, kind: '429', retryAfter: 20 });
		const since = Date.now();
		await trigger.poll('scheduled', 100_000).catch(() => {});
		expect(Date.now() - since).toBeLessThan(10_000);
	});
});

/** Ends the time of a poll for further mailings after its first request for one. */
function lateAfterFirstRequest(): void {
	const now = performance.now.bind(performance);
	const before = account.calls(READS);
	const spy = jest.spyOn(performance, 'now');
	spy.mockImplementation(() => now() + (account.calls(READS) > before ? 50_000 : 0));
}

test('a poll starts no mailing after 70 % of its time, and the next poll reads the rest', async () => {
	const [trigger] = await triggerWithReplies(12);
	const polls: number[] = [];
	for (let count = 0; count < 3; count++) {
		lateAfterFirstRequest();
		polls.push((await trigger.poll('scheduled', 60_000)).length);
		jest.restoreAllMocks();
	}
	expect(polls).toEqual([5, 5, 2]);
});

test.each([-3_600_000, 3_600_000])(
	'a poll reads all mailings if the clock is set by %i ms during the poll',
	async (change) => {
		const [trigger] = await triggerWithReplies(12);
		const now = Date.now.bind(Date);
		const before = account.calls(READS);
		const spy = jest.spyOn(Date, 'now');
		spy.mockImplementation(() => now() + (account.calls(READS) > before ? change : 0));
		expect(await trigger.poll('scheduled', 60_000)).toHaveLength(12);
	},
);

test('polls without items, whose state n8n does not save, reach all mailings', async () => {
	const ids: number[] = [];
	for (let count = 0; count < 12; count++) ids.push(await account.viberMailing());
	const trigger = await account.trigger(replies, 'without items');
	await trigger.poll('activation');
	const saved = JSON.stringify(trigger.state);
	// The newest mailings are read first.
	account.sandbox.reply(ANNA, 'Yes', ids[0]);
	const polls: number[] = [];
	for (let count = 0; count < 3; count++) {
		Object.assign(trigger.state, JSON.parse(saved));
		lateAfterFirstRequest();
		polls.push((await trigger.poll('scheduled', 60_000)).length);
		jest.restoreAllMocks();
	}
	expect(polls).toEqual([0, 0, 1]);
});

test('a poll reads everything if n8n sets no time limit, as older versions do', async () => {
	const [trigger] = await triggerWithReplies(12);
	expect(await trigger.poll()).toHaveLength(12);
});
