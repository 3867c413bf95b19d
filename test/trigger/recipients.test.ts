import type { IDataObject } from 'n8n-workflow';
import { findStatusChanges } from '../../nodes/MessagingServiceTrigger/recipients';
import { openTrigger } from '../support/engine/poll';
import { type SentRequest, Service } from '../support/engine/service';
import { share } from '../support/thorough';
import { ANNA, collectWarnings } from './account';

describe('the changes of a list', () => {
	const fields = { idField: 'id', addressField: 'phone' };

	type Row = [key: unknown, status: unknown, previous: string | null];

	/**
	 * Compares the lists of successive polls. Returns the changes as key, status and previous
	 * status.
	 */
	function polls(...lists: IDataObject[][]): Row[][] {
		const statusTable: string[] = [];
		let snapshot: string | undefined;
		return lists.map((recipients) => {
			const found = findStatusChanges(recipients, { snapshot, statusTable }, fields);
			snapshot = found.nextSnapshot;
			return found.changes.map(
				({ recipient, previousStatus }): Row => [
					recipient.id ?? recipient.phone ?? recipient.name,
					recipient.status,
					previousStatus,
				],
			);
		});
	}

	test.each([
		['+380 50 123-45-67', 380501234567],
		['00380501234567', '380501234567'],
		['Anna <anna@Bücher.example>', 'anna@xn--bcher-kva.example'],
	])('do not include a spelling: %j and %j are the same', (...written) => {
		const [, later] = polls(...written.map((phone) => [{ phone, status: 'SENT' }]));
		expect(later).toEqual([]);
	});

	describe('of an SMS that was sent several times to one phone', () => {
		const PHONE = 380501234567;
		const sent = (status: string, d_sent?: IDataObject[string]) => ({
			phone: PHONE,
			status,
			d_sent,
		});
		/** Returns the changes of each poll as `status < previous status`. */
		const events = (...lists: IDataObject[][]) =>
			polls(...lists).map((changes) =>
				changes.map(([, status, previous]) => `${String(status)} < ${previous}`),
			);

		test.each<[string, IDataObject[string]]>([
			['of one second', '2026-03-01 10:00:00'],
			['without a date', undefined],
			['with a date of zeros', '0000-00-00 00:00:00'],
			['with an odd date', { a: 1 }],
		])('distinguish entries %s by their number', (_, date) => {
			const of = (statuses: string) => [...statuses].map((status) => sent(status, date));
			const lists = ['bc', 'cb', 'dc', 'cdc', 'dcc'].map(of);
			expect(events(...lists)).toEqual([
				['b < null', 'c < null'],
				[],
				['d < b'],
				['c < null'],
				[],
			]);
		});

		test('treat an entry without a date as the last one, even when it gets a date', () => {
			const [early, late] = [sent('delivered', '10:00'), sent('queued')];
			const lists = [[early], [late, early], [sent('sent', '10:05'), early]];
			expect(events(...lists)).toEqual([
				['delivered < null'],
				['queued < null'],
				['sent < queued'],
			]);
		});

		test('do not repeat a delivered entry if an earlier one is new or gets its date', () => {
			const known = sent('delivered', '10:05');
			const withOne = (status: string, date?: string) => [known, sent(status, date)];
			const later = [sent('delivered', '10:00'), known];
			const [first, queued] = [['delivered < null'], ['queued < null']];
			expect(events([known], withOne('sent', '10:00'), later, later)).toEqual([
				...[first, ['sent < null'], ['delivered < sent'], []],
			]);
			expect(events([known], withOne('queued'), withOne('sent', '10:00'), later)).toEqual([
				...[first, queued, ['sent < queued'], ['delivered < sent']],
			]);
			// The date arrives first, and then the next status.
			const dated = [withOne('queued', '10:00'), withOne('failed', '10:00')];
			expect(events([known], withOne('queued'), ...dated)).toEqual([
				...[first, queued, [], ['failed < queued']],
			]);
		});
	});

	test('use the last read of two entries with the same ID', () => {
		expect(polls([{ id: 5, status: 'a' }, { id: 6 }, { id: 5, status: 'b' }])).toEqual([
			[
				[6, undefined, null],
				[5, 'b', null],
			],
		]);
	});

	/**
	 * Returns the previous status of a recipient who is listed as `first`, and then as `second`.
	 */
	const previousOf = (first: IDataObject, second: IDataObject) =>
		polls([{ ...first, status: 'a' }], [{ ...second, status: 'b' }])[1].map(
			([, , last]) => last,
		);

	test.each<[string, IDataObject, IDataObject]>([
		['a number, also as text', { id: 5 }, { id: '5' }],
		['a text', { id: 'a-5' }, { id: 'a-5' }],
		['the next field if the first is empty', { id: null, phone: 7 }, { phone: 7 }],
		[
			'all other fields without an ID',
			{ name: 'Ann', error: 'x' },
			{ name: 'Ann', error: 'y' },
		],
		['the largest number', { id: 1e15 - 1 }, { id: String(1e15 - 1) }],
		['a number that is too large', { id: 1e15 }, { id: String(1e15) }],
	])('identify a recipient by %s', (_, first, second) => {
		expect(previousOf(first, second)).toEqual(['a']);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['another number', { id: 5 }, { id: 6 }],
		['zeros in front', { id: '05' }, { id: 5 }],
		['another text', { id: 'a' }, { id: 'b' }],
		['another name', { name: 'Ann' }, { name: 'Bob' }],
		['a fraction', { id: 5.5 }, { id: 5 }],
		['a minus', { id: -5 }, { id: 5 }],
	])('distinguish a recipient with %s', (_, first, second) => {
		expect(previousOf(first, second)).toEqual([null]);
	});

	test('are found if every recipient has a different status', () => {
		const length = share(150_000, 70_000);
		const recipients = Array.from({ length }, (_, id) => ({ id, status: `at ${id}` }));
		const later = recipients.map((one) =>
			one.id === length - 1 ? { ...one, status: 'gone' } : one,
		);
		const [first, second, third] = polls(recipients, later, later);
		expect(first).toHaveLength(length);
		expect(second).toEqual([[length - 1, 'gone', `at ${length - 1}`]]);
		expect(third).toEqual([]);
	});
});

describe('single messages', () => {
	type Response = { status?: number; body: unknown };

	const ok = (result?: unknown): Response => ({ body: { status: 'OK', result } });
	const no = (status: number): Response => ({ status, body: { error: 'No such message' } });
	const seen = (status: string, error_code = 0) => ok({ phone: ANNA, status, error_code });
	const listed = (status: string) => ok([{ delivery_id: 1, phone: ANNA, status, error_code: 0 }]);

	/** Responses by the ID of a mailing or of a single message. */
	let list: Response;
	let single: Response;
	let requests: string[];
	let service: Service | undefined;
	let warnings: string[];
	beforeEach(() => {
		requests = [];
		warnings = collectWarnings();
	});
	afterEach(() => {
		service?.close();
		service = undefined;
		jest.restoreAllMocks();
	});

	let workflows = 0;

	const both = { mailings: 'selected', mailingIds: '=5012', messageIds: '5012' };
	const alone = { mailings: 'selected', messageIds: '={{ [5012] }}' };

	async function triggerOf(selection: object = alone) {
		service = new Service(({ path }: SentRequest) => {
			const isList = path.endsWith('getViberDeliveryList');
			requests.push(isList ? 'list' : 'single');
			return isList ? list : single;
		});
		const parameters = { event: 'viberDelivery', ...selection } as never;
		const node = 'messagingServiceTrigger' as const;
		const trigger = await openTrigger({ node, parameters }, `singles ${++workflows}`);
		/** Returns the statuses of a poll, and the requests that it sent. */
		const poll = async (kind?: 'activation' | 'manual') => {
			requests.length = 0;
			const items = await trigger.poll(kind);
			for (const { json } of items) expect(json.message_id).toBe(5012);
			return [items.map(({ json }) => json.status), [...requests]];
		};
		return { ...trigger, poll };
	}

	test('start the workflow once at each change of their status', async () => {
		single = seen('SENT');
		const trigger = await triggerOf();
		expect(await trigger.poll('activation')).toEqual([[], ['single']]);
		expect(await trigger.poll()).toEqual([[], ['single']]);
		single = seen('READ');
		expect(await trigger.poll()).toEqual([['READ'], ['single']]);
		expect(await trigger.poll()).toEqual([[], ['single']]);
		single = seen('READ', 7);
		expect(await trigger.poll()).toEqual([['READ'], ['single']]);
		expect(warnings).toEqual([]);
	});

	test('are distinguished from a mailing with the same ID', async () => {
		list = listed('SENT');
		single = seen('SENT');
		const trigger = await triggerOf(both);
		const requests = expect.arrayContaining(['list', 'single']);
		expect(await trigger.poll('activation')).toEqual([[], requests]);
		single = seen('READ');
		expect(await trigger.poll()).toEqual([['READ'], requests]);
		list = listed('DELIVERED');
		expect(await trigger.poll()).toEqual([['DELIVERED'], requests]);
		expect(await trigger.poll()).toEqual([[], requests]);
	});

	test('that are added to a mailing do not start the workflow for their first status', async () => {
		list = listed('SENT');
		single = seen('SENT');
		const before = await triggerOf({ mailings: 'selected', mailingIds: '=5012' });
		await before.poll('activation');
		service?.close();
		const after = await triggerOf(both);
		Object.assign(after.state, before.state);
		expect((await after.poll('activation'))[0]).toEqual([]);
		single = seen('READ');
		expect((await after.poll())[0]).toEqual(['READ']);
	});

	test('are not requested as a mailing, nor a mailing as a message', async () => {
		list = ok([]);
		single = no(404);
		const mailing = await triggerOf({ mailings: 'selected', mailingIds: '=5012' });
		expect(await mailing.poll('activation')).toEqual([[], ['list']]);
		service?.close();
		const message = await triggerOf();
		await expect(message.poll('activation')).rejects.toMatchObject({ httpCode: '404' });
		expect(requests).toEqual(['single']);
	});

	test('that the service does not know are named in the log, and do not stop the mailings', async () => {
		list = listed('SENT');
		single = no(404);
		const trigger = await triggerOf(both);
		await trigger.poll('activation');
		list = listed('READ');
		expect((await trigger.poll())[0]).toEqual(['READ']);
		expect(warnings.join()).toContain('message 5012');
	});

	test.each([
		[{ mailings: 'selected' }],
		[{ mailings: 'selected', mailingIds: [], messageIds: '' }],
		[{ mailings: 'selected', messageIds: '={{ null }}' }],
		[{ mailings: 'selected', mailingIds: '5012', messageIds: '={{ undefined }}' }],
		[{ mailings: 'selected', mailingIds: '5012', messageIds: "={{ '' }}" }],
		[{ mailings: 'selected', mailingIds: '5012', messageIds: '={{ [] }}' }],
		[{ mailings: 'all', messageIds: 'none' }],
	])('are rejected before a request if the IDs are %j', async (selection) => {
		const trigger = await triggerOf(selection);
		await expect(trigger.poll('activation')).rejects.toThrow(/'(Mailing|Message) IDs'/);
		expect(requests).toEqual([]);
	});

	test("are shown by the editor's test, except a record without a status", async () => {
		single = seen('READ');
		const trigger = await triggerOf();
		expect(await trigger.poll('manual')).toEqual([['READ'], ['single']]);
		single = ok({ phone: ANNA, error_code: 0 });
		await expect(trigger.poll('manual')).rejects.toMatchObject({
			message: expect.stringContaining('there are no recipients'),
			description: 'Send a mailing, then test this step again.',
		});
	});
});

describe('the statuses of the trigger', () => {
	let entries: IDataObject[];
	let marked: string[];
	let warnings: string[];
	let service: Service;
	beforeEach(() => {
		entries = [];
		marked = [];
		warnings = collectWarnings();
		service = new Service(({ path, form }: SentRequest) => {
			if (path.endsWith('readResponseStatus')) {
				marked.push(form?.find(([name]) => name === 'incoming_messages')?.[1] ?? '');
				return { body: { status: 'OK', result: 'marked' } };
			}
			return { body: { status: 'OK', result: entries } };
		});
	});
	afterEach(() => {
		service.close();
		jest.restoreAllMocks();
	});

	let workflows = 0;

	/** Opens an active trigger of one mailing. */
	async function triggerOf(event: string, options: IDataObject = {}) {
		const parameters = { event, mailings: 'selected', mailingIds: '5', options } as never;
		const trigger = await openTrigger(
			{ node: 'messagingServiceTrigger', parameters },
			`statuses ${++workflows}`,
		);
		await trigger.poll('activation');
		return { ...trigger, next: async () => (await trigger.poll()).map(({ json }) => json) };
	}

	const one = (status: string, error_code: unknown = 0, more: IDataObject = { delivery_id: 7 }) =>
		({ ...more, status, error_code }) as IDataObject;

	describe('an error code', () => {
		test.each<[string, IDataObject]>([
			['with an ID', { delivery_id: 7, phone: '37120000001' }],
			['with a phone alone', { phone: '37120000001' }],
			['with neither', { name: 'Anna' }],
		])('that changes starts the workflow once: a recipient %s', async (_, is) => {
			// A code of 0 means no code.
			entries = [one('SENT', 0, is)];
			const trigger = await triggerOf('viberDelivery');
			for (const [error_code, isNew] of [
				...[
					['0', false],
					[null, false],
					[undefined, false],
				],
				...[
					[7, true],
					['8', true],
					[0, true],
				],
			] as Array<[unknown, boolean]>) {
				entries = [one('SENT', error_code, is)];
				const change = expect.objectContaining({ error_code, previous_status: 'SENT' });
				expect(await trigger.next()).toEqual(isNew ? [change] : []);
				expect(await trigger.next()).toEqual([]);
			}
		});

		test('takes no space of its own in the state of a recipient', async () => {
			entries = [1, 2, 3].map((delivery_id) => one('SENT', 0, { delivery_id }));
			const trigger = await triggerOf('viberDelivery');
			entries = [1, 2, 3].map((delivery_id) => one('SENT', 7, { delivery_id }));
			expect(await trigger.next()).toHaveLength(3);
			const { mailings } = trigger.state.state as { mailings: Record<string, string> };
			expect(mailings[5]).toHaveLength(3);
		});

		test.each(['a\tb', 'a\t', '\t7', 'SENT\t7'])(
			'is not confused with a part of the status %j',
			async (status) => {
				entries = [one(status)];
				const trigger = await triggerOf('viberDelivery');
				entries = [one('READ')];
				expect(await trigger.next()).toEqual([
					expect.objectContaining({ previous_status: status }),
				]);
			},
		);
	});

	test.each([
		['failed', 0],
		['Expired', 0],
		['not_delivered', 0],
		['BOUNCED', 0],
		['SENT', 5],
	])('match the outcome "Not Delivered" for %s with the error code %p', async (status, code) => {
		entries = [one('NEW')];
		const trigger = await triggerOf('viberDelivery', { outcomes: ['notDelivered'] });
		entries = [one(status, code)];
		expect(await trigger.next()).toEqual([
			expect.objectContaining({ status, previous_status: 'NEW', is_delivered: false }),
		]);
	});

	test('match the option Statuses with spaces, hyphens or underscores', async () => {
		entries = [one('NEW')];
		const trigger = await triggerOf('viberDelivery', { statuses: 'not delivered' });
		entries = [one('Not-Delivered')];
		expect(await trigger.next()).toHaveLength(1);
	});

	describe('a status that this package does not know', () => {
		test('is open, and is logged once, even if n8n does not save the state', async () => {
			entries = [one('NEW')];
			const trigger = await triggerOf('viberDelivery', { outcomes: ['delivered'] });
			const saved = JSON.stringify(trigger.state.state);
			entries = [one('PARKED BY CARRIER')];
			for (let polls = 0; polls < 3; polls++) {
				trigger.state.state = JSON.parse(saved) as IDataObject;
				expect(await trigger.next()).toEqual([]);
			}
			expect(warnings).toEqual([
				'The service returned a status that this package does not know: "parked by carrier". A message with such a status counts as pending (is_delivered is null).',
			]);
		});

		test('is logged without a phone number, and shortened', async () => {
			entries = [one(`lost 37120000001 ${'x'.repeat(200)}`)];
			await triggerOf('viberDelivery');
			expect(warnings[0]).not.toContain('37120000001');
			expect(warnings[0].length).toBeLessThan(250);
		});

		test("is mentioned in the editor's test if no recipient has the outcome", async () => {
			entries = [one('ON HOLD'), one('NEW', 0, { delivery_id: 8 })];
			const trigger = await triggerOf('viberDelivery', { outcomes: ['notDelivered'] });
			await expect(trigger.poll('manual')).rejects.toMatchObject({
				description: expect.stringContaining(
					'a status that this package does not know: "on hold". A message with such a status counts as pending',
				),
			});
		});
	});

	test('are unaffected by a reply whose ID has a comma, which is logged and marks no other reply', async () => {
		const trigger = await triggerOf('viberReply', { markAsRead: true });
		entries = ['7,8', '9'].map((id) => ({ id, message: 'Yes' }));
		expect(await trigger.next()).toHaveLength(2);
		for (let polls = 0; polls < 3; polls++) expect(await trigger.next()).toEqual([]);
		expect(new Set(marked)).toEqual(new Set(['9']));
		expect(warnings).toEqual([
			'1 reply is not marked as read, because the service would read an ID with a comma as several IDs.',
		]);
	});
});
