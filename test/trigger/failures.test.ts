import { PollContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { loadNode } from '../support/engine/nodeTypes';
import type { OpenTrigger } from '../support/engine/poll';
import { reveals } from '../support/engine/reveals';
import { additionalDataFor, buildWorkflow } from '../support/engine/workflow';
import { Account, ANNA, BRUNO, collectWarnings } from './account';

let account: Account;
beforeEach(async () => {
	account = await Account.open();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await account.sandbox.close();
});

const replies = { event: 'viberReply', mailings: 'all' };
const failing = async (poll: Promise<unknown>) =>
	await poll.then(
		() => undefined,
		(error: Error & { description?: string }) => error,
	);

describe('what fails', () => {
	test('a mailing keeps its state and is told, the others go out', async () => {
		const [first, second] = [await account.viberMailing(), await account.viberMailing()];
		const trigger = await account.trigger(replies);
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', first);
		account.sandbox.reply(BRUNO, 'Two', second);
		const warnings = collectWarnings();
		// The newest is read first.
		account.sandbox.fault({ operation: 'getNewIncomingMessages', kind: 'error200' });
		const told = await trigger.poll();
		expect(told.map(({ json }) => json.message)).toEqual(['One']);
		expect(warnings).toEqual([expect.stringContaining(String(second))]);
		expect(reveals(warnings)).toEqual([]);
		const items = await trigger.poll();
		expect(items.map(({ json }) => json.message)).toEqual(['Two']);
	});

	test('all of it: the poll is an error, and nothing moves', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger(replies);
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		const before = JSON.stringify(trigger.state);
		account.sandbox.fault({ operation: 'getNewIncomingMessages', kind: '500', times: 3 });
		expect(await failing(trigger.poll())).toMatchObject({ httpCode: '500' });
		account.sandbox.fault({ operation: 'getViberMessages', kind: 'cut', times: 3 });
		expect(await failing(trigger.poll())).toMatchObject({ name: 'NodeApiError' });
		expect(JSON.stringify(trigger.state)).toBe(before);
		expect(await trigger.poll()).toHaveLength(1);
	}, 20_000);

	test('an activation that cannot read a mailing: it fails, or old events would be new', async () => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		account.sandbox.reply(ANNA, 'Old', ids[1]);
		const trigger = await account.trigger(replies);
		account.sandbox.fault({
			operation: 'getNewIncomingMessages',
			kind: '500',
			times: 4,
			skip: 1,
		});
		account.sandbox.fault({
			operation: 'getNewIncomingMessages',
			kind: '500',
			times: 4,
			skip: 1,
		});
		expect(await failing(trigger.poll('activation'))).toMatchObject({ httpCode: '500' });
		account.sandbox.clearFaults();
		expect(await trigger.poll('activation')).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	}, 20_000);

	test('an activation whose mailing the service refuses goes on without it', async () => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		const trigger = await account.trigger(replies);
		account.sandbox.fault({ operation: 'getNewIncomingMessages', kind: 'error200' });
		expect(await trigger.poll('activation')).toEqual([]);
		for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
		expect(await trigger.poll()).toHaveLength(2);
	});

	test('marking as read: the replies stay to be marked, and it is told', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger({ ...replies, options: { markAsRead: true } });
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		await trigger.poll();
		const warnings = collectWarnings();
		account.sandbox.fault({ operation: 'readResponseStatus', kind: 'error200', times: 2 });
		account.sandbox.reply(BRUNO, 'Two', mailing);
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
		expect(warnings).toHaveLength(2);
		expect(await trigger.poll()).toEqual([]);
		expect(account.sandbox.replies.map(({ read }) => read)).toEqual([true, true]);
	});
});

describe('settings that cannot work', () => {
	test.each<[string, IDataObject, string, string]>([
		[
			'all email mailings',
			{ event: 'emailDelivery', mailings: 'all' },
			'\'Mailings\' is "All", but the service has no list of email',
			'Selected',
		],
		[
			'no mailing',
			{ event: 'viberReply', mailings: 'selected', messageIds: '=' },
			"'Mailing IDs' is empty",
			'message_id',
		],
		[
			'a bad id',
			{ event: 'viberReply', mailings: 'selected', messageIds: '12, x' },
			'not an ID',
			'whole number',
		],
		[
			'no mailings at all',
			{ ...replies, options: { maxMailings: 0 } },
			"'Max Mailings'",
			'Enter how many',
		],
		[
			'an event that there is not',
			{ event: '={{ "reply" }}', mailings: 'all' },
			"'Event'",
			'viberReply',
		],
		[
			'a choice of mailings that there is not',
			{ ...replies, mailings: '={{ "some" }}' },
			"'Mailings'",
			'selected',
		],
		[
			'Mark as Read that is no yes or no',
			{ ...replies, options: { markAsRead: '={{ "maybe" }}' } },
			"'Mark as Read'",
			'',
		],
		[
			'Include Existing that is no yes or no',
			{ ...replies, options: { includeExisting: '={{ "maybe" }}' } },
			"'Include Existing'",
			'',
		],
	])('%s', async (_, parameters, message, advice) => {
		const trigger = await account.trigger(parameters);
		const error = await failing(trigger.poll('activation'));
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(advice);
	});

	test('a mailing that does not exist is told at activation', async () => {
		const ask = { event: 'viberDelivery', mailings: 'selected', messageIds: '99' };
		const error = await failing((await account.trigger(ask)).poll('activation'));
		expect(error?.message).toContain('message_id');
	});
});

describe("the editor's test", () => {
	test('shows the latest items and touches no state', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger({ ...replies, options: { markAsRead: true } });
		await trigger.poll('activation');
		for (let count = 1; count <= 12; count++)
			account.sandbox.reply(ANNA, `No. ${count}`, mailing);
		const before = JSON.stringify(trigger.state);
		const items = await trigger.poll('manual');
		expect(items).toHaveLength(10);
		expect(items[0].json).toMatchObject({ message: 'No. 12', message_id: mailing });
		expect(JSON.stringify(trigger.state)).toBe(before);
		expect(await trigger.poll()).toHaveLength(12);
	});

	test('shows recipients', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger({ event: 'viberDelivery', mailings: 'all' });
		const [item] = await trigger.poll('manual');
		expect(item.json).toMatchObject({
			message_id: mailing,
			status: 'NEW',
			previous_status: null,
		});
	});

	test('says that there is nothing to show', async () => {
		await account.viberMailing();
		const trigger = await account.trigger(replies);
		const error = await failing(trigger.poll('manual'));
		expect(error?.message).toContain('Nothing to show');
		expect(error?.description).toContain('Answer one of your Viber messages');
	});

	test.each<[string, IDataObject, string, string]>([
		['replies', replies, 'the mailings of the account have no unread reply', 'Answer one'],
		[
			'recipients',
			{ event: 'viberDelivery', mailings: 'all' },
			'the mailings of the account have no recipient',
			'Send a mailing',
		],
		[
			'recipients of a status',
			{ event: 'smsDelivery', mailings: 'all', options: { statuses: 'Read, open' } },
			'the mailings of the account have no recipient with a status of "read, open"',
			'Send a mailing',
		],
	])('says which %s are not there', async (_, parameters, message, advice) => {
		const error = await failing((await account.trigger(parameters)).poll('manual'));
		expect(error?.message).toBe(`Nothing to show: ${message}`);
		expect(error?.description).toContain(advice);
	});

	test('says that the selected mailings have nothing', async () => {
		const messageIds = await account.viberMailing();
		const ask = { event: 'viberReply', mailings: 'selected', messageIds };
		const error = await failing((await account.trigger(ask)).poll('manual'));
		expect(error?.message).toBe('Nothing to show: the selected mailings have no unread reply');
	});
});

describe('polls that overlap', () => {
	test('give out every reply once', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger(replies);
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		const outputs = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(outputs.flat()).toHaveLength(1);
	});

	test('at activation: the second waits for the first, and has its state', async () => {
		const mailing = await account.viberMailing();
		account.sandbox.reply(ANNA, 'Old', mailing);
		const trigger = await account.trigger(replies);
		const first = trigger.poll('activation');
		expect(await Promise.all([first, trigger.poll('activation')])).toEqual([[], []]);
	});

	test('of two workflows do not wait for each other', async () => {
		const mailing = await account.viberMailing();
		const both = [await account.trigger(replies, 'one'), await account.trigger(replies, 'two')];
		for (const trigger of both) await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		const outputs = await Promise.all(both.map(async (trigger) => await trigger.poll()));
		expect(outputs.map(({ length }) => length)).toEqual([1, 1]);
	});

	test('after one that hangs for a quarter of an hour: the later one gives out the replies', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger(replies);
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		const operation = 'getNewIncomingMessages';
		account.sandbox.fault({ operation, kind: 'slow', delayMs: 2_000, times: 1 });
		const before = account.sandbox.requests.length;
		const hanging = trigger.poll();
		const isOut = () =>
			account.sandbox.requests
				.slice(before)
				.some((request) => request.operation === operation);
		while (!isOut()) await new Promise((resolve) => setTimeout(resolve, 5));
		const now = Date.now.bind(Date);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 16 * 60_000);
		expect(await trigger.poll()).toHaveLength(1);
		expect(await hanging).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('with copies of the state, as in a cluster, lose nothing', async () => {
		const mailing = await account.viberMailing();
		const one = await account.trigger(replies);
		await one.poll('activation');
		const two = await account.trigger(replies);
		Object.assign(two.state, JSON.parse(JSON.stringify(one.state)));
		account.sandbox.reply(ANNA, 'One', mailing);
		const outputs = await Promise.all([one.poll(), two.poll()]);
		expect(outputs.flat()).toHaveLength(1);
	});
});

describe('settings that change', () => {
	test('other mailings: what they had is old', async () => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		const ask = (messageIds: string) => ({
			event: 'viberReply',
			mailings: 'selected',
			messageIds,
		});
		const before = await account.trigger(ask(`${ids[0]}`));
		await before.poll('activation');
		for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
		const after = await account.trigger(ask(ids.join(' ')));
		Object.assign(after.state, JSON.parse(JSON.stringify(before.state)));
		const items = await after.poll('activation');
		expect(items.map(({ json }) => json.message)).toEqual([`To ${ids[0]}`]);
		account.sandbox.reply(BRUNO, 'New', ids[1]);
		expect(await after.poll()).toHaveLength(1);
	});

	test('another event starts anew', async () => {
		await account.viberMailing();
		const before = await account.trigger(replies);
		await before.poll('activation');
		const after = await account.trigger({ event: 'viberDelivery', mailings: 'all' });
		Object.assign(after.state, JSON.parse(JSON.stringify(before.state)));
		expect(await after.poll('activation')).toEqual([]);
	});
});

/** Polls to which n8n gives a millisecond, one after the other; of each how many items came. */
async function shortPolls(
	trigger: OpenTrigger,
	count: number,
	before: () => void,
): Promise<number[]> {
	const own = {
		node: 'messagingServiceTrigger' as const,
		parameters: replies,
		credentials: account.credentials,
	};
	const { workflow, node } = await buildWorkflow(own);
	const type = await loadNode(own.node);
	const data = JSON.parse(JSON.stringify(trigger.state)) as IDataObject;
	const polls: number[] = [];
	for (let round = 0; round < count; round++) {
		const additional = await additionalDataFor({ ...own, mode: 'trigger' }, workflow);
		const rest = [undefined, undefined, undefined, undefined, () => data, () => 1] as const;
		const context = new PollContext(workflow, node, additional, 'trigger', 'update', ...rest);
		before();
		const output = await type.poll?.call(context);
		polls.push(output?.[0].length ?? 0);
	}
	return polls;
}

test('a poll begins no mailing after 70 % of its time, and the next goes on with the rest', async () => {
	const ids: number[] = [];
	for (let count = 0; count < 12; count++) ids.push(await account.viberMailing());
	const trigger = await account.trigger(replies);
	await trigger.poll('activation');
	for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
	const slow = { kind: 'slow', delayMs: 30, times: 5 } as const;
	const polls = await shortPolls(trigger, 3, () =>
		account.sandbox.fault({ operation: 'getNewIncomingMessages', ...slow }),
	);
	expect(polls).toEqual([5, 5, 2]);
});

test('a poll after 70 % of its time waits for no rate limit', async () => {
	await account.viberMailing();
	const trigger = await account.trigger(replies);
	await trigger.poll('activation');
	const since = Date.now();
	await shortPolls(trigger, 1, () =>
		account.sandbox.fault({ operation: 'getNewIncomingMessages', kind: '429', retryAfter: 20 }),
	).catch(() => []);
	expect(Date.now() - since).toBeLessThan(5_000);
});

test('without a time limit from n8n, as in older ones, a poll reads everything', async () => {
	const ids: number[] = [];
	for (let count = 0; count < 12; count++) ids.push(await account.viberMailing());
	const trigger = await account.trigger(replies);
	await trigger.poll('activation');
	for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
	expect(await trigger.poll()).toHaveLength(12);
});
