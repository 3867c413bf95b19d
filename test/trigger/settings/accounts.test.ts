import { createHash } from 'node:crypto';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { openTrigger } from '../../support/engine/poll';
import { AccountsService } from './accountsService';

let service: AccountsService;
let log: string[];
beforeEach(async () => {
	service = await AccountsService.open();
	log = [];
	const logger = Container.get(Logger);
	for (const level of ['info', 'warn'] as const) {
		jest.spyOn(logger, level).mockImplementation((...[message]) => void log.push(message));
	}
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

const SAME = [expect.stringContaining('The token of the credential has changed')];
const OTHER = [expect.stringContaining('The credential now leads to another account')];

let workflows = 0;

/** A trigger whose credential can be edited between two polls. */
async function triggerOf(event: string, more: IDataObject = {}) {
	const credentials = { baseUrl: service.url, token: 'token-a' };
	const parameters = { event, mailings: 'all', ...more } as never;
	const setting = { node: 'messagingServiceTrigger' as const, parameters, credentials };
	const trigger = await openTrigger(setting, `workflow ${++workflows}`);
	const poll = async (kind?: 'scheduled' | 'activation') =>
		(await trigger.poll(kind)).map(({ json }) => json.id ?? json.delivery_id);
	return { ...trigger, poll, credentials };
}

describe.each(['viberReply', 'viberDelivery'])('%s: a credential that is edited', (event) => {
	test('to another token of the same service starts nothing for the history of its account', async () => {
		service.add('token-a', 10, 3);
		service.add('token-b', 20, 186);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		trigger.credentials.token = 'token-b';
		expect([await trigger.poll(), log]).toEqual([[], OTHER]);
		const [event1] = service.add('token-b', 20, 1);
		const [event2] = service.add('token-b', 21, 1);
		expect([await trigger.poll(), await trigger.poll()]).toEqual([[event1, event2], []]);
		expect(log).toHaveLength(1);
	});

	test('to another token starts nothing for a mailing that the service rejects at first', async () => {
		service.add('token-a', 10, 3);
		service.add('token-b', 20, 3);
		const history = service.add('token-b', 21, 5);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		trigger.credentials.token = 'token-b';
		service.account('token-b').set(21, undefined as never);
		expect(await trigger.poll()).toEqual([]);
		service.account('token-b').set(21, history);
		expect(await trigger.poll()).toEqual([]);
		const added = service.add('token-b', 21, 1);
		expect([await trigger.poll(), await trigger.poll()]).toEqual([added, []]);
	});

	test('to another base URL starts nothing, although the mailings have the same IDs', async () => {
		service.add('token-a', 10, 3);
		const other = await AccountsService.open();
		other.add('token-a', 10, 186, 5_000);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		trigger.credentials.baseUrl = other.url;
		expect([await trigger.poll(), log]).toEqual([[], OTHER]);
		const added = other.add('token-a', 10, 1);
		expect(await trigger.poll()).toEqual(added);
		await other.close();
	});

	test('to a new token of the same account loses and repeats nothing', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const added = [...service.add('token-a', 10, 2), ...service.add('token-a', 11, 1)];
		service.rotate('token-a', 'token-a2');
		trigger.credentials.token = 'token-a2';
		expect([await trigger.poll(), log]).toEqual([added, SAME]);
		expect([await trigger.poll(), log]).toEqual([[], SAME]);
	});

	test('to a new token of the same account repeats nothing if its list is empty at first', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		service.rotate('token-a', 'token-a2');
		const hidden = service.account('token-a2').get(10) ?? [];
		service.account('token-a2').delete(10);
		trigger.credentials.token = 'token-a2';
		expect([await trigger.poll(), log]).toEqual([[], OTHER]);
		service.account('token-a2').set(10, hidden);
		const added = service.add('token-a2', 10, 1);
		expect(await trigger.poll()).toEqual(added);
		expect(await trigger.poll()).toEqual([]);
	});

	test('to a second new token repeats nothing if the list was empty under the first', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const hidden = service.account('token-a').get(10) ?? [];
		service.account('token-a').delete(10);
		for (const token of ['token-a2', 'token-a3']) {
			service.rotate(trigger.credentials.token, token);
			trigger.credentials.token = token;
			expect(await trigger.poll()).toEqual([]);
		}
		expect(log).toEqual([...OTHER, ...OTHER]);
		service.account('token-a3').set(10, hidden);
		const added = service.add('token-a3', 10, 1);
		expect([await trigger.poll(), await trigger.poll()]).toEqual([added, []]);
	});

	test('to a new token of the same account loses nothing with Max Mailings', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event, { options: { maxMailings: 1 } });
		await trigger.poll('activation');
		const added = service.add('token-a', 11, 2);
		service.rotate('token-a', 'token-a2');
		trigger.credentials.token = 'token-a2';
		expect([await trigger.poll(), log]).toEqual([added, SAME]);
	});

	test('to the same base URL in other words loses and repeats nothing', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const added = service.add('token-a', 10, 2);
		trigger.credentials.baseUrl = `${service.url.replace('http', 'HTTP')}//`;
		trigger.credentials.token = ' token-a ';
		expect([await trigger.poll(), log]).toEqual([added, []]);
	});

	test('to an account without mailings takes its first mailing as new', async () => {
		service.add('token-a', 10, 3);
		service.account('token-b');
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		trigger.credentials.token = 'token-b';
		expect([await trigger.poll(), log]).toEqual([[], OTHER]);
		const added = service.add('token-b', 20, 2);
		expect(await trigger.poll()).toEqual(added);
	});

	test('from an account without mailings starts nothing for what the other one has', async () => {
		service.account('token-a');
		service.add('token-b', 20, 186);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		trigger.credentials.token = 'token-b';
		expect([await trigger.poll(), log]).toEqual([[], OTHER]);
	});

	test('to another account and back starts nothing for what happened meanwhile', async () => {
		service.add('token-a', 10, 3);
		service.add('token-b', 20, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		trigger.credentials.token = 'token-b';
		expect(await trigger.poll()).toEqual([]);
		service.add('token-a', 10, 3);
		trigger.credentials.token = 'token-a';
		expect([await trigger.poll(), log]).toEqual([[], [...OTHER, ...OTHER]]);
	});

	test('to a wrong token fails, and the trigger continues with the right one', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const added = service.add('token-a', 10, 2);
		trigger.credentials.token = 'typo';
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '403' });
		trigger.credentials.token = 'token-a';
		expect([await trigger.poll(), log]).toEqual([added, []]);
	});

	test('while the trigger polls returns nothing of either account', async () => {
		service.add('token-a', 10, 3);
		service.add('token-b', 20, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const before = JSON.stringify(trigger.state);
		const added = service.add('token-a', 10, 1);
		service.onEntries = () => void (trigger.credentials.token = 'token-b');
		expect([await trigger.poll(), JSON.stringify(trigger.state)]).toEqual([[], before]);
		service.onEntries = undefined;
		trigger.credentials.token = 'token-a';
		expect(await trigger.poll()).toEqual(added);
	});

	test('of selected mailings loses and repeats nothing with a new token', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event, { mailings: 'selected', mailingIds: '10' });
		await trigger.poll('activation');
		const added = service.add('token-a', 10, 2);
		service.rotate('token-a', 'token-a2');
		trigger.credentials.token = 'token-a2';
		expect([await trigger.poll(), log]).toEqual([added, SAME]);
		trigger.credentials.token = 'token-b';
		service.add('token-b', 20, 3);
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '404' });
	});

	test('returns the later events of the other account if n8n saves no state without items', async () => {
		service.add('token-a', 10, 3);
		service.add('token-b', 20, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const saved = JSON.stringify(trigger.state);
		const load = () => Object.assign(trigger.state, JSON.parse(saved) as IDataObject);
		trigger.credentials.token = 'token-b';
		for (let polls = 0; polls < 3; polls++) {
			load();
			expect(await trigger.poll()).toEqual([]);
		}
		const added = service.add('token-b', 20, 1);
		load();
		// n8n was killed before it saved these, so they come again.
		expect(await trigger.poll()).toEqual(added);
		load();
		expect([await trigger.poll(), log]).toEqual([added, OTHER]);
	});

	test('twice continues with the second one, although n8n saved neither', async () => {
		service.add('token-a', 10, 3);
		service.add('token-b', 20, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const saved = JSON.stringify(trigger.state);
		trigger.credentials.token = 'token-b';
		expect(await trigger.poll()).toEqual([]);
		const added = service.add('token-b', 20, 1);
		service.rotate('token-b', 'token-b2');
		trigger.credentials.token = 'token-b2';
		Object.assign(trigger.state, JSON.parse(saved) as IDataObject);
		expect([await trigger.poll(), log]).toEqual([added, [...OTHER, ...SAME]]);
	});

	test('to a new token and back loses nothing, although n8n saved neither', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event, { mailings: 'selected', mailingIds: '10, 11' });
		await trigger.poll('activation');
		const saved = JSON.stringify(trigger.state);
		service.add('token-a', 11, 1);
		service.rotate('token-a', 'token-a2');
		trigger.credentials.token = 'token-a2';
		expect(await trigger.poll()).toEqual([]);
		Object.assign(trigger.state, JSON.parse(saved) as IDataObject);
		service.rotate('token-a2', 'token-a');
		trigger.credentials.token = 'token-a';
		const added = service.add('token-a', 11, 1);
		expect(await trigger.poll()).toEqual(added);
	});

	test('again after events repeats none of them', async () => {
		service.add('token-a', 10, 3);
		service.add('token-b', 20, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const saved = JSON.stringify(trigger.state);
		trigger.credentials.token = 'token-b';
		expect(await trigger.poll()).toEqual([]);
		Object.assign(trigger.state, JSON.parse(saved) as IDataObject);
		const added = service.add('token-b', 20, 1);
		expect(await trigger.poll()).toEqual(added);
		service.rotate('token-b', 'token-b2');
		trigger.credentials.token = 'token-b2';
		expect([await trigger.poll(), log]).toEqual([[], [...OTHER, ...SAME]]);
	});

	test('leaves no token in the state, and nothing that confirms one', async () => {
		service.add('token-a', 10, 3);
		const trigger = await triggerOf(event);
		await trigger.poll('activation');
		const state = JSON.stringify(trigger.state);
		expect(state).not.toContain('token-a');
		for (const hash of ['md5', 'sha1', 'sha256', 'sha512']) {
			const digest = createHash(hash).update('token-a').digest();
			expect(state).not.toContain(digest.toString('hex').slice(0, 12));
			expect(state).not.toContain(digest.toString('base64').slice(0, 8));
		}
		const { tokenMark } = trigger.state.state as { tokenMark: number };
		expect([Number.isInteger(tokenMark), tokenMark < 2 ** 16]).toEqual([true, true]);
	});
});

test('another account counts as an activation with Include Existing', async () => {
	service.add('token-a', 10, 1);
	const existing = service.add('token-b', 20, 2);
	const trigger = await triggerOf('viberReply', { options: { includeExisting: true } });
	await trigger.poll('activation');
	trigger.credentials.token = 'token-b';
	expect([await trigger.poll(), log]).toEqual([existing, OTHER]);
});

test.each<[string, IDataObject]>([
	['all', {}],
	['selected', { mailingIds: '10' }],
])('replies of one account are not marked as read in another one: %s', async (mailings, more) => {
	service.add('token-a', 10, 1);
	service.add('token-b', mailings === 'all' ? 20 : 10, 1);
	const options = { markAsRead: true };
	const trigger = await triggerOf('viberReply', { mailings, ...more, options });
	await trigger.poll('activation');
	service.add('token-a', 10, 1);
	expect(await trigger.poll()).toHaveLength(1);
	trigger.credentials.token = 'token-b';
	await trigger.poll();
	await trigger.poll();
	expect(service.marked).toEqual([]);
});

test.each<[string, IDataObject]>([
	['all', {}],
	['selected', { mailingIds: '10' }],
])('replies are marked as read with a new token of their account: %s', async (mailings, more) => {
	service.add('token-a', 10, 1);
	const options = { markAsRead: true };
	const trigger = await triggerOf('viberReply', { mailings, ...more, options });
	await trigger.poll('activation');
	const replies = service.add('token-a', 10, 2);
	expect(await trigger.poll()).toEqual(replies);
	service.rotate('token-a', 'token-b');
	trigger.credentials.token = 'token-b';
	await trigger.poll();
	expect(service.marked).toEqual(replies.map(String));
});

/** An activated trigger that marks replies to selected mailings, which have none yet. */
async function markingIn(...ids: number[]) {
	for (const id of ids) service.add('token-a', id, 0);
	const selected = { mailings: 'selected', mailingIds: ids.join(', ') };
	const trigger = await triggerOf('viberReply', { ...selected, options: { markAsRead: true } });
	await trigger.poll('activation');
	return trigger;
}

test('a reply that the service once does not mark with a new token is marked later', async () => {
	const trigger = await markingIn(10);
	const [first, second] = service.add('token-a', 10, 2).map(String);
	await trigger.poll();
	service.rotate('token-a', 'token-b');
	trigger.credentials.token = 'token-b';
	service.rejected.add(second);
	await trigger.poll();
	service.rejected.clear();
	await trigger.poll();
	expect(service.marked).toEqual([first, second]);
});

test('a reply in a mailing that a new token once cannot read is marked later', async () => {
	const trigger = await markingIn(10, 11);
	const replies = [...service.add('token-a', 10, 1), ...service.add('token-a', 11, 1)];
	expect(await trigger.poll()).toHaveLength(2);
	service.rotate('token-a', 'token-b');
	trigger.credentials.token = 'token-b';
	service.failing.add('11');
	await trigger.poll();
	service.failing.clear();
	await trigger.poll();
	await trigger.poll();
	expect(service.marked).toEqual(replies.map(String));
	expect(log.filter((line) => line.includes('token of the credential'))).toHaveLength(2);
});

test('a mailing that a new token does not have keeps no reply to be marked', async () => {
	const trigger = await markingIn(10, 11);
	service.add('token-a', 11, 1);
	expect(await trigger.poll()).toHaveLength(1);
	service.rotate('token-a', 'token-b');
	trigger.credentials.token = 'token-b';
	service.account('token-b').delete(11);
	await trigger.poll();
	await trigger.poll();
	expect(service.marked).toEqual([]);
	expect(log.filter((line) => line.includes('token of the credential'))).toHaveLength(1);
});

test('a reply of a second account is not marked in the first one, which has one to mark too', async () => {
	const trigger = await markingIn(10, 11);
	const [first] = service.add('token-a', 11, 1);
	expect(await trigger.poll()).toEqual([first]);
	for (const id of [10, 11]) service.add('token-b', id, 0);
	const others = service.add('token-b', 10, 2, 70_000);
	service.failing.add('11');
	trigger.credentials.token = 'token-b';
	expect(await trigger.poll()).toEqual(others);
	service.failing.clear();
	trigger.credentials.token = 'token-a';
	await trigger.poll();
	await trigger.poll();
	expect(service.markedWith).toEqual([`token-a ${first}`]);
});

test.each([400, 403])(
	'a reply that the service rejects with %i holds up no other one',
	async (status) => {
		const trigger = await markingIn(10);
		const [first] = service.add('token-a', 10, 1);
		await trigger.poll();
		service.rejected.add(String(first));
		service.rejection = status;
		service.account('token-a').set(10, []);
		const [second] = service.add('token-a', 10, 1, 20_000);
		await trigger.poll();
		await trigger.poll();
		expect(service.marked).toEqual([String(second)]);
	},
);

test('a token that may not mark replies costs a few requests at each poll', async () => {
	const trigger = await markingIn(10);
	const replies = service.add('token-a', 10, 100).map(String);
	await trigger.poll();
	service.rejection = 403;
	for (const reply of replies) service.rejected.add(reply);
	await trigger.poll();
	await trigger.poll();
	expect(service.marks).toBe(14);
	// Now it may mark all but one.
	service.rejected.clear();
	service.rejected.add(replies[5]);
	for (let polls = 0; polls < 3; polls++) await trigger.poll();
	expect([...service.marked].sort()).toEqual(replies.filter((reply) => reply !== replies[5]));
});
