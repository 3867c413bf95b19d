import { createHash } from 'node:crypto';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import {
	activate,
	add,
	empty,
	fails,
	hide,
	load,
	play,
	poll,
	reject,
	refuse,
	rotate,
	save,
	show,
	type Step,
	told,
	use,
	worldOf,
} from './accountSteps';
import { AccountsService } from './accountsService';

let service: AccountsService;
/** Another service, with the same tokens. */
let other: AccountsService;
let log: string[];
beforeEach(async () => {
	service = await AccountsService.open();
	other = await AccountsService.open();
	log = [];
	const logger = Container.get(Logger);
	for (const level of ['info', 'warn'] as const) {
		jest.spyOn(logger, level).mockImplementation((...[message]) => void log.push(message));
	}
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
	await other.close();
});

const events = ['viberReply', 'viberDelivery'];

/** Changes around a trigger of all mailings of the account "a". */
const ofAll: Array<[title: string, ...steps: Step[][]]> = [
	[
		'to another account starts nothing for its history',
		[add('a', 10, 3), add('b', 20, 186), activate, use('b'), poll(), told(1)],
		[add('b', 20), add('b', 21), poll(20_187, 21_001), poll(), told(1)],
	],
	[
		'to another account starts nothing for a mailing that the service rejects at first',
		[add('a', 10, 3), add('b', 20, 3), add('b', 21, 5), activate],
		[use('b'), reject(21), poll(), reject(21, false), poll(), add('b', 21), poll(21_006)],
	],
	[
		'to a new token loses and repeats nothing of the mailings that the trigger knows',
		[add('a', 10, 3), activate, add('a', 10, 2), rotate('a', 'a2')],
		[poll(10_004, 10_005), poll()],
	],
	[
		'to a new token starts nothing for what a mailing has that is new since the poll before',
		[add('a', 10, 3), activate, add('a', 11, 2), add('a', 10), rotate('a', 'a2')],
		[poll(10_004), told(1), add('a2', 11), poll(11_003), poll(), told(1)],
	],
	[
		'to a new token repeats nothing if its list is empty at first',
		[add('a', 10, 3), activate, hide('a', 10), rotate('a', 'a2'), poll(), told(1)],
		[show('a2', 10), add('a2', 10), poll(10_004), poll()],
	],
	[
		'to a second new token repeats nothing if the list was empty under the first',
		[add('a', 10, 3), activate, hide('a', 10), rotate('a', 'a2'), poll()],
		[rotate('a2', 'a3'), poll(), told(2), show('a3', 10), add('a3', 10), poll(10_004)],
	],
	[
		'to a new token repeats nothing if its list lacks a mailing at first',
		[add('a', 10, 3), add('a', 11, 3), activate, hide('a', 10), rotate('a', 'a2'), poll()],
		[show('a2', 10), add('a2', 10), poll(10_004), poll()],
	],
	[
		'to an account without mailings takes its first mailing as new',
		[add('a', 10, 3), empty('b'), activate, use('b'), poll()],
		[add('b', 20, 2), poll(20_001, 20_002)],
	],
	[
		'from an account without mailings starts nothing for what the other one has',
		[empty('a'), add('b', 20, 186), activate, use('b'), poll(), told(1)],
	],
	[
		'to another account and back starts nothing for what happened meanwhile',
		[add('a', 10, 3), add('b', 20, 3), activate, use('b'), poll()],
		[add('a', 10, 3), use('a'), poll(), told(2), add('a', 10), poll(10_007)],
	],
	[
		'to a wrong token fails, and the trigger continues with the right one',
		[add('a', 10, 3), activate, add('a', 10, 2), use('typo'), fails('403')],
		[use('a'), poll(10_004, 10_005), told(0)],
	],
	[
		'returns the later events of the other account if n8n saves no state without items',
		[add('a', 10, 3), add('b', 20, 3), activate, save, use('b')],
		[load, poll(), load, poll(), load, poll(), add('b', 20), load, poll(20_004)],
		// n8n was killed before it saved these events, so they come again.
		[load, poll(20_004), told(1)],
	],
	[
		'twice continues with the second token, although n8n saved neither',
		[add('a', 10, 3), add('b', 20, 3), activate, save, use('b'), poll()],
		[add('b', 20), rotate('b', 'b2'), load, poll(20_004), told(2)],
	],
	[
		'loses nothing if n8n loads the state with the last events after several polls without any',
		[add('a', 10, 3), add('b', 20, 3), activate, add('a', 10), poll(10_004), save],
		[use('b'), poll(), poll(), add('b', 20), load, poll(20_004), told(1)],
	],
	[
		'again after events repeats none of them',
		[add('a', 10, 3), add('b', 20, 3), activate, save, use('b'), poll(), load],
		[add('b', 20), poll(20_004), rotate('b', 'b2'), poll(), told(2)],
	],
];

describe.each(events)('a trigger for %s with a credential that is edited', (event) => {
	test.each(ofAll)('%s', async (_, ...steps) => {
		await play(await worldOf(service, log, { event }), steps.flat());
	});

	const newest = { options: { maxMailings: 1 } };
	const selected = (mailingIds: string) => ({ mailings: 'selected', mailingIds });
	test.each<[title: string, parameters: IDataObject, ...steps: Step[][]]>([
		[
			'to a new token starts nothing for a new mailing with Max Mailings',
			newest,
			[add('a', 10, 3), activate, add('a', 11, 2), rotate('a', 'a2'), poll()],
			[add('a2', 11), poll(11_003), poll()],
		],
		[
			'to another account watches its mailings, however many the first one had',
			newest,
			[add('a', 30, 3), add('b', 20, 3), activate, use('b'), poll()],
			[add('b', 20), poll(20_004), poll()],
		],
		[
			'includes what it does not know with Include Existing',
			{ options: { includeExisting: true } },
			[add('a', 10), add('b', 20, 2), activate, use('b'), poll(20_001, 20_002), poll()],
			[add('b', 21), rotate('b', 'b2'), poll(21_001), poll(), told(2)],
		],
		[
			'of selected mailings loses and repeats nothing with a new token',
			selected('10'),
			[add('a', 10, 3), activate, add('a', 10, 2), rotate('a', 'a2')],
			[poll(10_004, 10_005), told(1), add('b', 20, 3), use('b'), fails('404')],
		],
		[
			'to a new token and back loses nothing, although n8n saved neither',
			selected('10, 11'),
			[add('a', 10, 3), activate, save, add('a', 11), rotate('a', 'a2'), poll()],
			[load, rotate('a2', 'a'), add('a', 11), poll(11_002)],
		],
	])('%s', async (_, parameters, ...steps) => {
		await play(await worldOf(service, log, { event, ...parameters }), steps.flat());
	});

	test('to another base URL starts nothing, although the mailings have the same IDs', async () => {
		other.add('a', 10, 186, 5_000);
		const world = await worldOf(service, log, { event });
		await play(world, [add('a', 10, 3), activate]);
		world.credentials.baseUrl = other.url;
		await play(world, [poll(), told(1)]);
		other.add('a', 10, 1);
		await play(world, [poll(5_187), poll(), told(1)]);
	});

	test('to another spelling of the base URL loses and repeats nothing', async () => {
		const world = await worldOf(service, log, { event });
		await play(world, [add('a', 10, 3), activate, add('a', 10, 2), add('a', 11)]);
		world.credentials.baseUrl = `${service.url.replace('http', 'HTTP')}//`;
		world.credentials.token = ' a ';
		await play(world, [poll(10_004, 10_005, 11_001), told(0)]);
	});

	test('during a poll returns nothing of either account', async () => {
		const world = await worldOf(service, log, { event });
		await play(world, [add('a', 10, 3), add('b', 20, 3), activate, save, add('a', 10)]);
		service.onEntries = () => void (world.credentials.token = 'b');
		await play(world, [poll()]);
		expect(JSON.stringify(world.state)).toBe(world.saved);
		service.onEntries = undefined;
		await play(world, [use('a'), poll(10_004)]);
	});

	test('leaves in the state no token, and no hash that could confirm one', async () => {
		const world = await worldOf(service, log, { event });
		const token = 'token-of-an-account';
		await play(world, [add(token, 10, 3), use(token), activate, save]);
		expect(world.saved).not.toContain(token);
		for (const hash of ['md5', 'sha1', 'sha256', 'sha512']) {
			const digest = createHash(hash).update(token).digest();
			expect(world.saved).not.toContain(digest.toString('hex').slice(0, 12));
			expect(world.saved).not.toContain(digest.toString('base64').slice(0, 8));
		}
		const { tokenMark } = world.state.state as { tokenMark: number };
		expect([Number.isInteger(tokenMark), tokenMark < 2 ** 16]).toEqual([true, true]);
	});
});

async function marking(more: IDataObject, ...steps: Step[]) {
	const options = { markAsRead: true };
	const world = await worldOf(service, log, { event: 'viberReply', ...more, options });
	await play(world, [...steps, activate]);
	return world;
}

const mailing10 = { mailings: 'selected', mailingIds: '10' };

describe.each<[string, IDataObject, number]>([
	['all', {}, 20],
	['selected', mailing10, 10],
])('replies to %s mailings', (_, more, ofOther) => {
	test('of one account are not marked as read in another account', async () => {
		const world = await marking(more, add('a', 10), add('b', ofOther, 2));
		await play(world, [add('a', 10), poll(10_002), use('b'), poll(), poll()]);
		expect(service.marked).toEqual([]);
	});

	test('stay unread if the token changes before they are marked, and later replies are marked', async () => {
		const world = await marking(more, add('a', 10));
		await play(world, [add('a', 10), poll(10_002), rotate('a', 'a2'), poll(), poll()]);
		expect(service.marked).toEqual([]);
		await play(world, [add('a2', 10), poll(10_003), poll()]);
		expect(service.markedWith).toEqual(['a2 10003']);
	});
});

test('replies of two accounts are not marked in the other account, even if the first one comes back', async () => {
	const both = { mailings: 'selected', mailingIds: '10, 11' };
	const world = await marking(both, add('a', 10, 0), add('a', 11, 0));
	await play(world, [add('a', 11), poll(11_001), add('b', 10, 2), add('b', 11, 0)]);
	await play(world, [use('b'), poll(10_001, 10_002), use('a'), poll(), poll()]);
	expect(service.marked).toEqual([]);
});

test.each([400, 403])(
	'a reply that the service rejects with %i does not keep others from being marked',
	async (status) => {
		const world = await marking(mailing10, add('a', 10, 0));
		await play(world, [add('a', 10), poll(10_001)]);
		service.rejected.add('10001');
		service.rejection = status;
		service.account('a').set(10, []);
		const [second] = service.add('a', 10, 1, 20_000);
		await play(world, [poll(second), poll()]);
		expect(service.marked).toEqual([String(second)]);
	},
);

/** Sets the replies of the mailing. */
const list =
	(...replies: number[]): Step =>
	({ service }) =>
		void service.account('a').set(10, replies);

/** The service reports these replies as marked, but does not mark them. */
const ignore =
	(...replies: number[]): Step =>
	({ service }) => {
		service.ignored.clear();
		for (const reply of replies) service.ignored.add(String(reply));
	};

/** A 400 is about the reply. A 401 is about the credential. */
const refused = [add('a', 10), refuse(400, 10_001), poll(10_001)];
test.each<[does: string, marked: string[], ...steps: Step[][]]>([
	[
		'that once failed is not put beside one that is always refused',
		['10002'],
		[add('a', 10), poll(10_002), refuse(401, 10_001, 10_002), poll(), refuse(400, 10_001)],
	],
	[
		'that was refused is marked after a list that lacks it, and after a failure that says nothing of it',
		['10001'],
		[poll(), list(), poll(), list(10_001), refuse(401, 10_001), poll(), refuse(400)],
	],
	[
		'that was refused is not asked for again while no list has it',
		[],
		[poll(), list(), refuse(400), poll(), poll()],
	],
	[
		'is marked again as long as the service lists it, whatever it said',
		['10002', '10001'],
		[ignore(10_001), refuse(400), add('a', 10), poll(10_002), poll()],
		[list(10_002), poll(), list(10_001), ignore()],
	],
	[
		'that was refused is not marked with another token',
		[],
		[poll(), refuse(400), rotate('a', 'a2')],
	],
])('a reply to mark as read %s', async (_, marked, ...steps) => {
	const world = await marking(mailing10, add('a', 10, 0));
	await play(world, [...refused, ...steps.flat(), poll(), poll()]);
	expect(service.marked).toEqual(marked);
});

test('a token without the right to mark replies costs one request per poll until it gets the right', async () => {
	const world = await marking(mailing10, add('a', 10, 0));
	const replies = service.add('a', 10, 100).map(String);
	await world.poll();
	service.rejection = 403;
	for (const reply of replies) service.rejected.add(reply);
	await play(world, [poll(), poll()]);
	expect(service.marks).toBe(2);
	service.rejected.clear();
	await play(world, [poll(), poll()]);
	expect([...service.marked].sort()).toEqual(replies);
});
