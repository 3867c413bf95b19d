import type { RequestListener } from 'node:http';
import { type IDataObject, NodeApiError } from 'n8n-workflow';
import { json, type RawService, startRawService } from '../support/rawService';
import { openTrigger } from '../support/engine/poll';
import { findTokenLeaks } from '../support/engine/findTokenLeaks';
import { Account, ANNA, BRUNO, collectWarnings } from './account';

let account: Account;
let raw: RawService | undefined;
beforeEach(async () => {
	account = await Account.open();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await account.sandbox.close();
	await raw?.close();
});

const replies = { event: 'viberReply', mailings: 'all' };
const READS = 'getNewIncomingMessages';
/** Responses that do not come from the service. `test/response` has all unreadable responses. */
const UNREADABLE = ['html200', 'redirect307'] as const;
const failing = async (poll: Promise<unknown>) =>
	await poll.then(
		() => undefined,
		(error: Error & { description?: string }) => error,
	);

describe('the trigger after a failure', () => {
	test('of one mailing keeps its state and logs the failure, and emits the others', async () => {
		const [first, second] = [await account.viberMailing(), await account.viberMailing()];
		const trigger = await account.trigger(replies);
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', first);
		account.sandbox.reply(BRUNO, 'Two', second);
		const warnings = collectWarnings();
		// The newest mailing is read first.
		account.sandbox.fault({ operation: 'getNewIncomingMessages', kind: 'error200' });
		const told = await trigger.poll();
		expect(told.map(({ json }) => json.message)).toEqual(['One']);
		expect(warnings).toEqual([expect.stringContaining(String(second))]);
		expect(findTokenLeaks(warnings)).toEqual([]);
		const items = await trigger.poll();
		expect(items.map(({ json }) => json.message)).toEqual(['Two']);
	});

	test('of every mailing fails the poll, and does not change the state', async () => {
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

	test('of a mailing fails the activation, because later polls could not tell old from new events', async () => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		account.sandbox.reply(ANNA, 'Old', ids[1]);
		const trigger = await account.trigger(replies);
		account.sandbox.fault({ operation: READS, kind: '500', times: 4, skip: 1 });
		expect(await failing(trigger.poll('activation'))).toMatchObject({ httpCode: '500' });
		account.sandbox.clearFaults();
		expect(await trigger.poll('activation')).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	}, 20_000);

	test('of a rejected mailing is activated, and does not emit its old events later', async () => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		for (const id of ids) account.sandbox.reply(ANNA, `Old ${id}`, id);
		const trigger = await account.trigger(replies);
		const warnings = collectWarnings();
		account.sandbox.fault({ operation: READS, kind: 'error200', times: 'forever', skip: 1 });
		expect(await trigger.poll('activation')).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining('do not start the workflow')]);
		account.sandbox.clearFaults();
		expect(await trigger.poll()).toEqual([]);
		for (const id of ids) account.sandbox.reply(ANNA, `New ${id}`, id);
		expect(await trigger.poll()).toHaveLength(2);
	});

	test.each([
		...UNREADABLE.map((kind) => ['a mailing', kind, READS, replies] as const),
		...[...UNREADABLE, 'error200' as const].map((kind) => {
			const sms = { event: 'smsDelivery', mailings: 'all' };
			return ['one of two lists', kind, 'getMessagesList', sms] as const;
		}),
	])('of %s (%s) fails the activation', async (_, kind, operation, parameters) => {
		await account.preparedSms(ANNA);
		account.sandbox.reply(ANNA, 'Old', await account.viberMailing());
		const trigger = await account.trigger(parameters);
		const location = `${account.sandbox.url}/elsewhere`;
		account.sandbox.fault({ operation, kind, location, times: 'forever' });
		expect(await failing(trigger.poll('activation'))).toMatchObject({ name: 'NodeApiError' });
		account.sandbox.clearFaults();
		expect(await trigger.poll('activation')).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	const selected = { mailings: 'selected', mailingIds: ['5'] };
	const all = { mailings: 'all' };
	const none = json({ error: 'Content not found' }, 406);
	/** Opens a trigger. The service responds with `[]`, except for the given paths. */
	const triggerOf = async (event: string, choice: IDataObject) => {
		const answers = new Map<string, RequestListener>();
		raw = await startRawService((request, response) => {
			const [path] = String(request.url).split('?');
			const key = path.endsWith('getSMSMessages') ? 'data' : 'result';
			const empty = json({ status: 'OK', [key]: [] });
			(answers.get(path.split('/')[3]) ?? empty)(request, response);
		});
		const node = 'messagingServiceTrigger';
		const parameters = { event, ...choice };
		const credentials = { baseUrl: raw.url, token: 'raw-token' };
		const trigger = await openTrigger({ node, parameters, credentials });
		return { trigger, answers };
	};

	const viberMailings = json({ status: 'OK', result: [{ message_id: 5 }] });
	const prepared = json({ result: [{ message_id: 5 }] });
	const reply = json({ status: 'OK', result: [{ id: '7', phone: ANNA, message: 'Yes' }] });
	const recipient = { phone: ANNA, status: 'sent' };
	const recipients = json({ status: 'OK', result: [recipient] });
	const noLists: Array<[string, unknown, number?]> = [
		['a status alone', { status: 'OK' }],
		['null', { status: 'OK', result: null, data: null }],
		['an object', { status: 'OK', result: {}, data: {} }],
		['an empty text', { status: 'OK', result: '', data: '' }],
		['null in the list', { status: 'OK', result: [null], data: [null] }],
		['a record without a field', { status: 'OK', result: [{}], data: [{}] }],
		['words in the list', { status: 'OK', result: ['No new messages'], data: ['None'] }],
		['406, where it is not documented', { error: 'Content not found' }, 406],
	];
	const cases: Array<[string, IDataObject, string, Record<string, RequestListener>]> = [
		['viberReply', all, 'getViberMessages', { getNewIncomingMessages: reply }],
		['viberReply', all, READS, { getViberMessages: viberMailings }],
		['viberReply', selected, READS, {}],
		['viberDelivery', selected, 'getViberDeliveryList', {}],
		['smsDelivery', all, 'getMessagesList', { getSmsDeliveryList: recipients }],
		['smsDelivery', all, 'getSMSMessages', { getSmsDeliveryList: recipients }],
		['smsDelivery', all, 'getSmsDeliveryList', { getMessagesList: prepared }],
		['emailDelivery', selected, 'getEmailDeliveryList', {}],
	];
	const history: Record<string, RequestListener> = {
		getViberMessages: viberMailings,
		getMessagesList: prepared,
		getSMSMessages: json({ status: 'success', data: [{ id: 5 }] }),
		[READS]: reply,
		getViberDeliveryList: recipients,
		getSmsDeliveryList: recipients,
		getEmailDeliveryList: recipients,
	};
	test.each(cases)(
		'of an activation without a list (%s, %j, %s) does not emit old events',
		async (event, choice, list, others) => {
			const { trigger, answers } = await triggerOf(event, choice);
			for (const [name, answer] of Object.entries(others)) answers.set(name, answer);
			for (const [what, body, status] of noLists) {
				if (status === 406 && list === 'getSMSMessages') continue;
				answers.set(list, json(body, status));
				const error = await failing(trigger.poll('activation'));
				expect([what, error]).toEqual([what, expect.any(NodeApiError)]);
				expect(trigger.state).toEqual({});
			}
			for (const [name, answer] of Object.entries(history)) answers.set(name, answer);
			expect(await trigger.poll('activation')).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('of the list of SMS mailings with 406 treats the list as empty', async () => {
		const { trigger, answers } = await triggerOf('smsDelivery', all);
		answers.set('getSMSMessages', none);
		const warnings = collectWarnings();
		expect(await trigger.poll('activation')).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll('manual')).rejects.toThrow('No data');
		expect(warnings).toEqual([]);
		for (const [name, answer] of Object.entries(history)) answers.set(name, answer);
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('to read a mailing during the activation rejects a later response that is not a list', async () => {
		const { trigger, answers } = await triggerOf('viberReply', selected);
		expect(await trigger.poll('activation')).toEqual([]);
		const state = trigger.state.state as IDataObject;
		const pending = { series: 'another', mailings: {}, pendingBaseline: ['5'] };
		trigger.state.state = { ...state, ...pending };
		for (const [, body, status] of noLists) {
			answers.set(READS, json(body, status));
			await expect(trigger.poll()).rejects.toThrow(NodeApiError);
		}
		answers.set(READS, reply);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('to get a list after the activation (406, no records) does not start the workflow', async () => {
		const { trigger, answers } = await triggerOf('viberReply', selected);
		expect(await trigger.poll('activation')).toEqual([]);
		for (const [, body, status] of noLists) {
			answers.set(READS, json(body, status));
			const items = await trigger.poll().catch((error: unknown) => {
				expect(error).toBeInstanceOf(NodeApiError);
				return [];
			});
			expect(items).toEqual([]);
		}
		answers.set(READS, reply);
		expect(await trigger.poll()).toHaveLength(1);
		answers.set(READS, none);
		expect(await trigger.poll()).toEqual([]);
		answers.set(READS, reply);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each(['getViberMessages', READS])(
		'to get a list after the activation (406, %s) treats the list as empty',
		async (list) => {
			const { trigger, answers } = await triggerOf('viberReply', all);
			answers.set('getViberMessages', viberMailings);
			expect(await trigger.poll('activation')).toEqual([]);
			const warnings = collectWarnings();
			answers.set(list, none);
			expect(await trigger.poll()).toEqual([]);
			expect(warnings).toEqual([]);
			answers.set('getViberMessages', viberMailings);
			answers.set(READS, reply);
			expect(await trigger.poll()).toHaveLength(1);
		},
	);

	test('to mark replies as read logs it, and marks them in later polls', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger({ ...replies, options: { markAsRead: true } });
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		await trigger.poll();
		const warnings = collectWarnings();
		account.sandbox.fault({ operation: 'readResponseStatus', kind: 'error200', times: 3 });
		account.sandbox.reply(BRUNO, 'Two', mailing);
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
		// Two warnings about the first reply, and one about the second.
		expect(warnings).toHaveLength(3);
		expect(await trigger.poll()).toEqual([]);
		expect(account.sandbox.replies.map(({ read }) => read)).toEqual([true, true]);
	});
});

describe('mailings beyond Max Mailings', () => {
	const told = 'The service lists 51 mailings, and the trigger watches the newest 50.';
	const all = Array.from({ length: 51 }, (_, n) => ({ message_id: n + 1 }));

	/** Opens a trigger of 51 mailings, and collects n8n's warnings. */
	const watching = async (options: IDataObject) => {
		raw = await startRawService((request, response) => {
			const isList = String(request.url).includes('getViberMessages');
			json({ status: 'OK', result: isList ? all : [] })(request, response);
		});
		const credentials = { baseUrl: raw.url, token: 'raw-token' };
		const parameters = { ...replies, options } as never;
		const node = 'messagingServiceTrigger';
		const workflow = `more mailings ${JSON.stringify(options)}`;
		const trigger = await openTrigger({ node, parameters, credentials }, workflow);
		return { trigger, warnings: collectWarnings() };
	};

	test('are mentioned once in the log', async () => {
		const { trigger, warnings } = await watching({});
		await trigger.poll('activation');
		for (let polls = 0; polls < 3; polls++) await trigger.poll();
		expect(warnings).toEqual([expect.stringContaining(told)]);
		expect(warnings[0]).toContain('Max Mailings');
	});

	test("are mentioned in the editor's test", async () => {
		const { trigger, warnings } = await watching({ markAsRead: true });
		const error = await failing(trigger.poll('manual'));
		expect(error?.description).toContain(told);
		expect(warnings).toEqual([expect.stringContaining(told)]);
	});

	test('are not mentioned if Max Mailings includes them', async () => {
		const { trigger, warnings } = await watching({ maxMailings: 51 });
		await trigger.poll('activation');
		expect(warnings).toEqual([]);
	});
});

describe('the activation rejects invalid settings and names them:', () => {
	const viber = { event: 'viberDelivery', mailings: 'all' };
	const selected = { ...viber, mailings: 'selected' };
	const noEmails = `'Mailings' is "All", but the service has no list of email`;
	const wrong = { messageIds: 'x', mailingIds: 'y' };
	const wrongOptions = { includeExisting: '={{ "maybe" }}', statuses: ' , ' };
	const allWrong = `'Message IDs' is "x", which is not an ID. 'Mailing IDs' is "y", which is not an ID. 'Include Existing' is "maybe", which is neither true nor false. 'Statuses' contains no status`;
	test.each<[string, IDataObject, string, string]>([
		['all email mailings', { ...viber, event: 'emailDelivery' }, noEmails, 'Selected'],
		[
			'commas for statuses',
			{ ...viber, options: { statuses: ' , ' } },
			"'Statuses' contains no status",
			'UNDELIVERED, READ',
		],
		[
			'an empty age',
			{ ...replies, options: { maxAge: '={{ null }}' } },
			"'Max Age (Hours)' is empty",
			'remove this option',
		],
		...[0, 87_601].map((maxAge): [string, IDataObject, string, string] => [
			`an age of ${maxAge} hours`,
			{ ...replies, options: { maxAge } },
			`'Max Age (Hours)' is ${maxAge}, `,
			'whole number of hours',
		]),
		[
			'several, all named together',
			{ ...selected, ...wrong, options: wrongOptions },
			allWrong,
			"'Include Existing': Use",
		],
		['a mailing that does not exist', { ...selected, mailingIds: '99' }, 'message_id', ''],
	])('%s', async (_, parameters, message, advice) => {
		const trigger = await account.trigger(parameters);
		const error = await failing(trigger.poll('activation'));
		expect(error?.message).toContain(message);
		expect(String(error?.description)).toContain(advice);
	});

	test('a wrong message ID, but not the mailings that are missing beside it', async () => {
		const trigger = await account.trigger({ ...selected, messageIds: 'x' });
		const error = await failing(trigger.poll('activation'));
		expect(error?.message).toBe(`'Message IDs' is "x", which is not an ID`);
	});
});

describe('the test of the trigger in the editor', () => {
	test('shows the latest items and does not change the state', async () => {
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

	const viber = { event: 'viberDelivery', mailings: 'all' };
	const sms = { event: 'smsDelivery', mailings: 'all' };
	const inAccount = 'in the mailings of the account';
	/** The account has a Viber mailing whose recipients are NEW, and a single Viber message. */
	test.each<[string, IDataObject, string, string]>([
		['replies', replies, `unread replies ${inAccount}`, 'Reply to one'],
		['recipients', sms, `recipients ${inAccount}`, 'Send a mailing'],
		[
			'single SMS, which are not listed',
			sms,
			'recipients',
			'The service does not list single SMS',
		],
		[
			'recipients of a status',
			{ ...sms, options: { statuses: 'Read, open' } },
			`recipients with the status read or open ${inAccount}`,
			'Send a mailing',
		],
		[
			'a status, and which there are',
			{ ...viber, options: { statuses: 'DELIVERD' } },
			'recipients with the status deliverd',
			'The recipients have these statuses: NEW.',
		],
		[
			'an outcome, and which statuses there are',
			{ ...viber, options: { outcomes: ['delivered', 'notDelivered'] } },
			'recipients with the outcome Delivered or Not Delivered',
			'The recipients have these statuses: NEW. Correct the option Outcomes,',
		],
	])('says in its error what it did not find: %s', async (_, parameters, what, advice) => {
		await account.viberMailing();
		const error = await failing((await account.trigger(parameters)).poll('manual'));
		expect(error?.message).toContain(`No data: there are no ${what}`);
		expect(error?.description).toContain(advice);
	});

	test('says that single Viber messages are not listed, and where their ID goes', async () => {
		const error = await failing((await account.trigger(viber)).poll('manual'));
		expect(error?.description).toContain('The service does not list single Viber messages.');
		expect(error?.description).toContain('enter its message_id in Message IDs');
	});

	test('says that replies which another workflow marked as read are hidden', async () => {
		const mailing = await account.viberMailing();
		const options = { includeExisting: true, markAsRead: true };
		const marking = await account.trigger({ ...replies, options }, 'marking');
		const other = await account.trigger(replies, 'other');
		await other.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		expect(await marking.poll('activation')).toHaveLength(1);
		expect(await marking.poll()).toEqual([]);
		expect(await other.poll()).toEqual([]);
		const error = await failing(other.poll('manual'));
		expect(error?.description).toContain('no matter which workflow or program marked them');
	});

	test('shows the recipients of one status if no recipient has the other one', async () => {
		await account.viberMailing();
		const trigger = await account.trigger({
			...viber,
			options: { statuses: 'NEW, UNDELIVERD' },
		});
		expect(await trigger.poll('manual')).toHaveLength(2);
	});

	test('fails if the selected mailings have no data', async () => {
		const mailingIds = await account.viberMailing();
		const ask = { event: 'viberReply', mailings: 'selected', mailingIds };
		const error = await failing((await account.trigger(ask)).poll('manual'));
		expect(error?.message).toBe(
			'No data: there are no unread replies in the selected mailings',
		);
		expect(error?.description).not.toContain('The service does not list');
	});
});

describe('overlapping polls of the trigger', () => {
	test('return every reply once', async () => {
		const mailing = await account.viberMailing();
		const trigger = await account.trigger(replies);
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		const outputs = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(outputs.flat()).toHaveLength(1);
	});

	test('wait for each other at activation and use the same state', async () => {
		const mailing = await account.viberMailing();
		account.sandbox.reply(ANNA, 'Old', mailing);
		const trigger = await account.trigger(replies);
		const first = trigger.poll('activation');
		expect(await Promise.all([first, trigger.poll('activation')])).toEqual([[], []]);
	});

	test('of two workflows do not block each other', async () => {
		const mailing = await account.viberMailing();
		const both = [await account.trigger(replies, 'one'), await account.trigger(replies, 'two')];
		for (const trigger of both) await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'One', mailing);
		const outputs = await Promise.all(both.map(async (trigger) => await trigger.poll()));
		expect(outputs.map(({ length }) => length)).toEqual([1, 1]);
	});

	test('lose no reply with copies of the state, as in a cluster', async () => {
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

describe('changed settings of the trigger', () => {
	test('with other mailings treat their existing replies as old', async () => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		const ask = (mailingIds: string) => ({
			event: 'viberReply',
			mailings: 'selected',
			mailingIds,
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

	test('with a larger Max Mailings treat the replies of the added mailings as old', async () => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		const before = await account.trigger({ ...replies, options: { maxMailings: 1 } });
		await before.poll('activation');
		for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
		const after = await account.trigger({ ...replies, options: { maxMailings: 2 } });
		Object.assign(after.state, JSON.parse(JSON.stringify(before.state)));
		const items = await after.poll('activation');
		expect(items.map(({ json }) => json.message)).toEqual([`To ${ids[1]}`]);
	});

	test('do not include options of another event or selection', async () => {
		const mailingIds = await account.viberMailing();
		// An expression, because n8n itself drops options of another fixed choice.
		const mailings = '={{ "selected" }}';
		const hidden: IDataObject[] = [
			{ ...replies, options: { statuses: ' , ', outcomes: ['no'] } },
			{ event: 'viberReply', mailings, mailingIds, options: { maxMailings: 'x' } },
		];
		for (const parameters of hidden) {
			expect(await (await account.trigger(parameters)).poll('activation')).toEqual([]);
		}
	});

	test('with another event start a new activation', async () => {
		await account.viberMailing();
		const before = await account.trigger(replies);
		await before.poll('activation');
		const after = await account.trigger({ event: 'viberDelivery', mailings: 'all' });
		Object.assign(after.state, JSON.parse(JSON.stringify(before.state)));
		expect(await after.poll('activation')).toEqual([]);
	});
});
