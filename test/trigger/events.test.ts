import { Account, ANNA, BRUNO } from './account';

let account: Account;
const open = async (...options: Parameters<typeof Account.open>) => {
	account = await Account.open(...options);
};
afterEach(async () => await account.sandbox.close());

const replies = { event: 'viberReply', mailings: 'all' };
const delivery = { event: 'viberDelivery', mailings: 'all' };

describe('replies', () => {
	test('come once, with the id of their mailing, and none that was there before', async () => {
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

	test('include what was there when that is wanted', async () => {
		await open();
		account.sandbox.reply(ANNA, 'Old', await account.viberMailing());
		const trigger = await account.trigger({ ...replies, options: { includeExisting: true } });
		expect(await trigger.poll('activation')).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});

	test('are marked as read at the poll after, and those from before are not', async () => {
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

	test('come from the selected mailings only', async () => {
		await open();
		const ids = [await account.viberMailing(), await account.viberMailing()];
		const ask = { event: 'viberReply', mailings: 'selected', messageIds: `${ids[0]}` };
		const trigger = await account.trigger(ask);
		await trigger.poll('activation');
		for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
		const items = await trigger.poll();
		expect(items.map(({ json }) => json.message)).toEqual([`To ${ids[0]}`]);
		expect(account.calls('getViberMessages')).toBe(0);
	});

	test.each(['newest', 'oldest'] as const)(
		'come from the newest (%s first)',
		async (listOrder) => {
			await open({ listOrder });
			for (let count = 0; count < 120; count++) await account.viberMailing();
			const trigger = await account.trigger({ ...replies, options: { maxMailings: 2 } });
			await trigger.poll('activation');
			expect(account.calls('getNewIncomingMessages')).toBe(2);
			const newest = await account.viberMailing();
			account.sandbox.reply(ANNA, 'Yes', newest);
			expect(await trigger.poll()).toHaveLength(1);
			expect(
				Object.keys((trigger.state.state as { mailings: object }).mailings),
			).toHaveLength(2);
		},
	);
});

describe('delivery changes', () => {
	test('of Viber: one item per change, with the status before', async () => {
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

	test('of SMS: prepared texts and mailings, a phone and a mailing are the key', async () => {
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

	test('of SMS: a list of 120 is read to its end', async () => {
		await open();
		const phones = Array.from({ length: 120 }, (_, index) => String(37125000000 + index));
		const messageIds = [await account.preparedSms(...phones)];
		const trigger = await account.trigger({
			...{ event: 'smsDelivery', mailings: 'selected', messageIds },
			options: { includeExisting: true },
		});
		expect(await trigger.poll('activation')).toHaveLength(120);
		expect(account.calls('getSmsDeliveryList')).toBe(2);
	});

	test('of email: only to the statuses that are wanted', async () => {
		await open();
		const messageIds = await account.emailMailing();
		const trigger = await account.trigger({
			...{ event: 'emailDelivery', mailings: 'selected', messageIds },
			options: { statuses: 'open, UNDELIVERED' },
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
