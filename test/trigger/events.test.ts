import type { IDataObject } from 'n8n-workflow';
import { origin, token } from '../support/engine/credentials';
import { openTrigger } from '../support/engine/poll';
import type { RunSetting } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { Account, ANNA, BRUNO } from './account';

let account: Account;
let service: Service | undefined;
const open = async (...options: Parameters<typeof Account.open>) => {
	account = await Account.open(...options);
};
afterEach(async () => {
	jest.restoreAllMocks();
	await account?.sandbox.close();
	service?.close();
});

let workflows = 0;

/**
 * Opens a trigger of mailing 5.
 * @param rows returns the rows of the page with this offset
 */
async function triggerOf(
	parameters: IDataObject,
	rows: (offset: number) => unknown[],
	more: Partial<RunSetting> = {},
) {
	service = new Service(({ query }) => {
		const offset = Number(new Map(query).get('limit_offset') ?? 0);
		return { body: { status: 'OK', result: rows(offset) } };
	});
	const node = 'messagingServiceTrigger' as const;
	const all = { mailings: 'selected', mailingIds: '5', ...parameters } as never;
	const trigger = await openTrigger({ node, parameters: all, ...more }, `events ${++workflows}`);
	const next = async (kind?: 'activation') => (await trigger.poll(kind)).map(({ json }) => json);
	return { state: trigger.state, next };
}

/** Puts all rows on the first page. */
const onePage =
	(rows: () => unknown[]) =>
	(offset: number): unknown[] =>
		offset === 0 ? rows() : [];

const replies = { event: 'viberReply', mailings: 'all' };
const delivery = { event: 'viberDelivery', mailings: 'all' };

test.each([
	['viberReply', 'all', [50, 60, 70]],
	['viberReply', 'selected', [60, 50, 70]],
	['smsDelivery', 'selected', [60, 50, 70]],
])(
	"the items of a poll are in the order of the service's mailings and lists (%s, %s)",
	async (event, mailings, order) => {
		let isEmpty = true;
		service = new Service(({ query, form = [] }) => {
			const values = new Map([...query, ...form]);
			const id = values.get('message_id');
			const isLaterPage = Number(values.get('limit_offset') ?? 0) > 0;
			const all = [60, 50, 70].map((message_id) => ({ message_id }));
			const own = ['2', '9', '1'].map((n) => ({
				id: n,
				phone: ANNA,
				status: 'x',
				d_sent: n,
			}));
			const result = id === undefined ? all : isEmpty || isLaterPage ? [] : own;
			return { body: { status: 'OK', result } };
		});
		const parameters = { event, mailings, mailingIds: '=60, 50, 70' };
		const node = 'messagingServiceTrigger' as const;
		const trigger = await openTrigger({ node, parameters }, `events ${++workflows}`);
		await trigger.poll('activation');
		isEmpty = false;
		const items = (await trigger.poll()).map(({ json }) => json);
		expect(items.map(({ message_id, id }) => `${String(message_id)} ${String(id)}`)).toEqual(
			order.flatMap((mailing) => ['2', '9', '1'].map((id) => `${mailing} ${id}`)),
		);
	},
);

describe('the trigger for replies', () => {
	test('emits new replies once, with the ID of their mailing', async () => {
		await open();
		const [first, second] = [await account.viberMailing(), await account.viberMailing()];
		account.sandbox.reply(ANNA, 'Old', first);
		const trigger = await account.trigger(replies);
		expect(await trigger.poll('activation')).toEqual([]);
		account.sandbox.reply(ANNA, 'Yes', first);
		account.sandbox.reply(BRUNO, 'No', second);
		account.sandbox.reply(BRUNO, 'Never', second);
		const items = await trigger.poll();
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ message: 'Yes', phone: ANNA, message_id: first }),
			expect.objectContaining({ message: 'No', phone: BRUNO, message_id: second }),
			expect.objectContaining({ message: 'Never', phone: BRUNO, message_id: second }),
		]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('marks the replies of the previous poll as read, and no older ones', async () => {
		await open();
		const mailing = await account.viberMailing();
		account.sandbox.reply(ANNA, 'Old', mailing);
		const trigger = await account.trigger({ ...replies, options: { markAsRead: true } });
		await trigger.poll('activation');
		account.sandbox.reply(ANNA, 'Yes', mailing);
		expect(await trigger.poll()).toHaveLength(1);
		const read = () => account.sandbox.replies.map(({ read: isRead }) => isRead);
		expect(read()).toEqual([false, false]);
		expect(await trigger.poll()).toEqual([]);
		expect(read()).toEqual([false, true]);
		await trigger.poll();
		expect(account.calls('readResponseStatus')).toBe(1);
	});

	test('marks replies as read once if each poll loads the state that n8n has saved', async () => {
		await open();
		const mailing = await account.viberMailing();
		const ask = { ...replies, options: { markAsRead: true } };
		let saved = '{}';
		for (let poll = 0; poll < 6; poll++) {
			const loaded = await account.trigger(ask, 'loaded for each poll');
			Object.assign(loaded.state, JSON.parse(saved));
			const items = await loaded.poll(poll === 0 ? 'activation' : 'scheduled');
			expect(items).toHaveLength(poll === 1 ? 1 : 0);
			if (poll < 2) saved = JSON.stringify(loaded.state);
			if (poll === 0) account.sandbox.reply(ANNA, 'Yes', mailing);
		}
		expect(account.sandbox.replies.map(({ read }) => read)).toEqual([true]);
		expect(account.calls('readResponseStatus')).toBe(1);
	});

	test('emits replies that came while the workflow was inactive, with and without Include Existing', async () => {
		await open();
		const mailing = await account.viberMailing();
		for (const includeExisting of [false, true]) {
			const ask = { ...replies, options: { includeExisting } };
			const active = await account.trigger(ask, `first ${includeExisting}`);
			await active.poll('activation');
			account.sandbox.reply(ANNA, `While off ${includeExisting}`, mailing);
			const again = await account.trigger(ask, `first ${includeExisting}`);
			Object.assign(again.state, JSON.parse(JSON.stringify(active.state)));
			const items = await again.poll('activation');
			expect(items.map(({ json: item }) => item.message)).toEqual([
				`While off ${includeExisting}`,
			]);
		}
	});

	test.each([
		['workflow', { timezone: 'Asia/Tokyo', timeZone: '' }],
		['account', { timezone: 'America/New_York', timeZone: 'Asia/Tokyo' }],
	])(
		'never emits or marks replies older than Max Age on the clock of the %s',
		async (_, { timezone, timeZone }) => {
			const at = (hours: number) =>
				new Date(Date.now() - hours * 3_600_000).toLocaleString('sv-SE', {
					timeZone: 'Asia/Tokyo',
				});
			const times = [at(25), at(23), '0000-00-00 00:00:00', '', null, 'yesterday', 5];
			const options = { includeExisting: true, markAsRead: true, maxAge: 24 };
			const trigger = await triggerOf(
				{ event: 'viberReply', options },
				() => times.map((d_receiver, id) => ({ id: id + 1, d_receiver })),
				{ timezone, credentials: { baseUrl: origin, token, timeZone } },
			);
			const ids = [2, 3, 4, 5, 6, 7];
			expect((await trigger.next('activation')).map(({ id }) => id)).toEqual(ids);
			expect(trigger.state.state).toMatchObject({ toMarkAsRead: ids.map(String) });
			expect(await trigger.next()).toEqual([]);
			const marks = service?.requests.filter(({ path }) =>
				path.includes('readResponseStatus'),
			);
			expect(marks).toHaveLength(1);
		},
	);

	test('emits replies to the selected mailings only', async () => {
		await open();
		const ids = [await account.viberMailing(), await account.viberMailing()];
		const ask = { event: 'viberReply', mailings: 'selected', mailingIds: `${ids[0]}` };
		const trigger = await account.trigger(ask);
		await trigger.poll('activation');
		for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
		const items = await trigger.poll();
		expect(items.map(({ json }) => json.message)).toEqual([`To ${ids[0]}`]);
		expect(account.calls('getViberMessages')).toBe(0);
	});

	test.each([
		// The newest mailings are on the second page.
		['oldest', 101],
		['newest', 3],
	] as const)(
		'watches the newest mailings if the service lists the %s of %i first',
		async (listOrder, mailings) => {
			await open({ listOrder });
			for (let count = 0; count < mailings; count++) await account.viberMailing();
			const trigger = await account.trigger({ ...replies, options: { maxMailings: 2 } });
			await trigger.poll('activation');
			expect(account.calls('getNewIncomingMessages')).toBe(2);
			const newest = await account.viberMailing();
			account.sandbox.reply(ANNA, 'Yes', newest);
			expect(await trigger.poll()).toHaveLength(1);
			const { mailings: known } = trigger.state.state as { mailings: object };
			expect(Object.keys(known)).toHaveLength(2);
			// 50 is the default of the option.
			const before = account.calls('getNewIncomingMessages');
			await (await account.trigger(replies, 'all')).poll('activation');
			const read = account.calls('getNewIncomingMessages') - before;
			expect(read).toBe(Math.min(50, mailings + 1));
		},
	);
});

describe('the trigger for deliveries', () => {
	test('emits an item for each change of a Viber delivery, with the previous status', async () => {
		await open();
		const old = await account.viberMailing();
		const trigger = await account.trigger(delivery);
		expect(await trigger.poll('activation')).toEqual([]);
		account.sandbox.advance(1_000);
		const first = await trigger.poll();
		expect(first.map(({ json }) => json)).toEqual([
			expect.objectContaining({ phone: ANNA, status: 'DELIVERED', previous_status: 'NEW' }),
			expect.objectContaining({ phone: BRUNO, status: 'DELIVERED', previous_status: 'NEW' }),
		]);
		expect(first[0].json).toMatchObject({ message_id: old, error_code: 0 });
		const late = await account.viberMailing();
		const [one, two] = await trigger.poll();
		expect(one.json).toMatchObject({ message_id: late, status: 'NEW', previous_status: null });
		expect(two.json).toMatchObject({ phone: BRUNO, previous_status: null });
		expect(await trigger.poll()).toEqual([]);
	});

	test('emits changes of prepared SMS and of SMS mailings, by phone and mailing', async () => {
		await open();
		const prepared = await account.preparedSms(ANNA, BRUNO);
		const web = account.sandbox.sendFromWeb('Sale', 'x');
		const trigger = await account.trigger({ event: 'smsDelivery', mailings: 'all' });
		await trigger.poll('activation');
		account.sandbox.advance(1_000);
		const items = await trigger.poll();
		expect(items.map(({ json }) => [json.message_id, json.phone])).toEqual([
			[prepared, Number(ANNA)],
			[prepared, Number(BRUNO)],
			[web, Number(ANNA)],
			[web, Number(BRUNO)],
		]);
		expect(items[0].json).toMatchObject({ status: 'delivered', previous_status: 'sent' });
	});

	test('emits changes to a status that contains blanks', async () => {
		let status = 'sent';
		const statuses = 'READ, not  delivered ';
		const trigger = await triggerOf({ event: 'viberDelivery', options: { statuses } }, () => [
			{ delivery_id: 1, status },
			{ delivery_id: 2, status: 'Not' },
		]);
		await trigger.next('activation');
		status = 'Not Delivered';
		expect((await trigger.next()).map(({ delivery_id }) => delivery_id)).toEqual([1]);
	});

	test.each<[outcomes: string | string[], ids: number[]]>([
		[['delivered'], [1, 2]],
		[['notDelivered'], [3]],
		['pending', [4]],
		[
			['delivered', 'notDelivered'],
			[1, 2, 3],
		],
	])('emits only changes to the outcomes %j', async (outcomes, ids) => {
		let statuses = ['sent', 'sent', 'sent', 'new'];
		const trigger = await triggerOf({ event: 'viberDelivery', options: { outcomes } }, () =>
			statuses.map((status, at) => ({ delivery_id: at + 1, status })),
		);
		await trigger.next('activation');
		statuses = ['delivered', 'READ', 'undelivered', 'sent'];
		const items = await trigger.next();
		expect(items.map(({ delivery_id }) => delivery_id)).toEqual(ids);
		for (const item of items) expect(item).toHaveProperty('is_delivered');
	});

	test('leaves out SMS that were sent before Max Age, and the changes of their status', async () => {
		let status = 'sent';
		const dates = ['2020-01-01 10:00:00', '2099-01-01 10:00:00', undefined];
		const trigger = await triggerOf(
			{ event: 'smsDelivery', options: { maxAge: 1 } },
			onePage(() => dates.map((d_sent, phone) => ({ phone, status, d_sent }))),
		);
		await trigger.next('activation');
		status = 'delivered';
		expect((await trigger.next()).map(({ phone }) => phone)).toEqual([1, 2]);
		expect(await trigger.next()).toEqual([]);
	});

	// The clock of Kyiv goes from 4:00 back to 3:00 at 1:00 UTC, and that of Troll from 3:00 to 1:00.
	test.each([
		['Europe/Kyiv', 1, '03:09:30'],
		['Europe/Kyiv', 2, '03:09:30'],
		['Europe/Kyiv', 24, '03:09:30'],
		['Antarctica/Troll', 2, '01:09:30'],
		// Exactly at Max Age.
		['Europe/Kyiv', 1, '02:10:00'],
	])(
		'emits a change when the clock of %s repeats an hour, with Max Age %i, sent at %s',
		async (timezone, maxAge, sentAt) => {
			let status = 'sent';
			const trigger = await triggerOf(
				{ event: 'smsDelivery', options: { maxAge } },
				onePage(() => [{ phone: 1, status, d_sent: `2026-10-25 ${sentAt}` }]),
				{ timezone },
			);
			const clock = jest.spyOn(Date, 'now');
			clock.mockReturnValue(Date.parse('2026-10-25T01:00:00Z'));
			await trigger.next('activation');
			status = 'delivered';
			clock.mockReturnValue(Date.parse('2026-10-25T01:10:00Z'));
			expect(await trigger.next()).toHaveLength(1);
		},
	);

	test('emits statuses that are new at each poll, and forgets those that no recipient has now', async () => {
		let polls = 0;
		const statusOf = (id: number, poll = polls) => `delivered ${poll} ${id}`;
		const trigger = await triggerOf({ event: 'viberDelivery' }, () => {
			polls++;
			return [1, 2, 3].map((id) => ({ delivery_id: id, status: statusOf(id) }));
		});
		await trigger.next('activation');
		for (let count = 0; count < 10; count++) {
			const items = await trigger.next();
			expect(items.map(({ previous_status, status }) => [previous_status, status])).toEqual(
				[1, 2, 3].map((id) => [statusOf(id, polls - 1), statusOf(id)]),
			);
		}
		const { statusTable } = trigger.state.state as { statusTable: unknown[] };
		expect(statusTable).toHaveLength(6);
	});

	test('emits a prepared SMS that is sent to the same phone again each time', async () => {
		await open({ undeliverable: [BRUNO] });
		const mailingIds = await account.preparedSms(ANNA);
		const ask = { event: 'smsDelivery', mailings: 'selected', mailingIds };
		const trigger = await account.trigger({ ...ask, options: { statuses: 'delivered' } });
		await trigger.poll('activation');
		account.sandbox.advance(1_000);
		expect(await trigger.poll()).toHaveLength(1);
		const polls: unknown[] = [];
		for (const phones of [[ANNA], [ANNA, ANNA], [BRUNO]]) {
			await account.sendPrepared(mailingIds, ...phones);
			account.sandbox.advance(1_000);
			const items = await trigger.poll();
			polls.push(items.map(({ json }) => [json.phone, json.status, json.previous_status]));
		}
		const again = [Number(ANNA), 'delivered', null];
		expect(polls).toEqual([[again], [again, again], []]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('emits an "undelivered" between two "delivered" of one phone', async () => {
		let entries = 1;
		const all = ['delivered', 'undelivered', 'delivered'].map((status, minute) => ({
			...{ phone: 37120000001, status, d_sent: `2026-03-01 10:0${minute}:00` },
		}));
		const trigger = await triggerOf(
			{ event: 'smsDelivery' },
			onePage(() => all.slice(0, entries).reverse()),
		);
		await trigger.next('activation');
		entries = 3;
		const items = await trigger.next();
		expect(items.map(({ status }) => status)).toEqual(['delivered', 'undelivered']);
		expect(await trigger.next()).toEqual([]);
	});

	test('emits an SMS once if it moves to the next page while its status changes', async () => {
		// Newest first, in pages of 50. A new SMS moves all others to later pages during the read.
		const options = { includeExisting: true };
		const trigger = await triggerOf({ event: 'smsDelivery', options }, (offset) => {
			const newest = offset === 0 ? 120 : 121;
			const rows = Array.from({ length: newest }, (_, age) => ({
				phone: 37125000000 + newest - age,
				status: offset > 0 && newest - age === 71 ? 'delivered' : 'sent',
				d_sent: `2026-03-01 10:${newest - age}`,
			}));
			return rows.slice(offset, offset + 50);
		});
		const phones = (await trigger.next('activation')).map(({ phone }) => phone);
		expect([phones.length, new Set(phones).size]).toEqual([120, 120]);
		expect(service?.requests.length).toBeGreaterThan(2);
	});

	test('requests pages of at most 10,000 recipients', async () => {
		const trigger = await triggerOf({ event: 'smsDelivery' }, (offset) =>
			Array.from({ length: offset === 0 ? 1_000 : offset < 2_000 ? 4_000 : 0 }, (_, row) => ({
				...{ phone: offset + row, status: 'sent', d_sent: '2026-03-01 10:00:00' },
			})),
		);
		await trigger.next('activation');
		const sizes = service?.requests.map(({ query }) => new Map(query).get('limit_rows'));
		expect(sizes).toEqual(['1000', '4000', '10000']);
	});

	test('requests the next page after a full page, even if another mailing has larger pages', async () => {
		service = new Service(({ query }) => {
			const values = new Map(query);
			const [offset, count] = ['limit_offset', 'limit_rows'].map((n) =>
				Number(values.get(n)),
			);
			const length = values.get('message_id') === '10' ? 1_003 : 3_001;
			const all = Array.from({ length }, (_, phone) => ({ phone, status: 'x' }));
			const rows = all.slice(offset, offset + count);
			return { body: { status: 'OK', result: rows } };
		});
		// Five mailings are read at a time, so 10 is read after a mailing with larger pages.
		const trigger = await openTrigger(
			{
				node: 'messagingServiceTrigger',
				parameters: {
					...{ event: 'smsDelivery', mailings: 'selected' },
					...{ mailingIds: '=5, 6, 7, 8, 9, 10', options: { includeExisting: true } },
				},
			},
			`events ${++workflows}`,
		);
		expect(await trigger.poll('activation')).toHaveLength(5 * 3_001 + 1_003);
	});

	test('requests one page of a mailing with less than half the recipients of another', async () => {
		await open();
		const phones = Array.from({ length: 12 }, (_, index) => String(37125000000 + index));
		const ids: number[] = [];
		for (let count = 0; count < 5; count++) ids.push(await account.preparedSms(...phones));
		for (const count of [5, 6]) ids.push(await account.preparedSms(...phones.slice(0, count)));
		const ask = { event: 'smsDelivery', mailings: 'selected', mailingIds: ids.join() };
		const trigger = await account.trigger({ ...ask, options: { includeExisting: true } });
		expect(await trigger.poll('activation')).toHaveLength(5 * 12 + 5 + 6);
		// Five mailings are read at a time, with two pages each. The second page is empty. Six of twelve is half.
		expect(account.calls('getSmsDeliveryList')).toBe(5 * 2 + 1 + 2);
	});

	test('emits only changes to the wanted statuses of emails', async () => {
		await open();
		const mailingIds = await account.emailMailing();
		const trigger = await account.trigger({
			...{ event: 'emailDelivery', mailings: 'selected', mailingIds },
			options: { statuses: '={{ ["open", "UNDELIVERED"] }}' },
		});
		await trigger.poll('activation');
		account.sandbox.advance(1_000);
		expect(await trigger.poll()).toEqual([]);
		account.sandbox.advance(1_000);
		const items = await trigger.poll();
		expect(items.map(({ json }) => [json.previous_status, json.status])).toEqual([
			['DELIVERED', 'OPEN'],
			['DELIVERED', 'OPEN'],
		]);
	});
});
