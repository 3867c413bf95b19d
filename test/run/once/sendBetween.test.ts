import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../contract/row';
import { type DuplicateStore, useDuplicateStore } from '../../support/duplicateStore';
import type { NodeName } from '../../support/engine/nodeTypes';
import { type RunSetting, runNode } from '../../support/engine/runNode';
import { type SentRequest, Service } from '../../support/engine/service';

/** A Friday evening in Kyiv. */
const NIGHT = '2026-11-20T21:30:00+02:00';
const MORNING = '2026-11-23T09:00:00+02:00';
const weekdays = { sendBetween: 'Mon-Fri 09:00-18:00' };
const result = { email_id: 1, message_id: 2, uuid: 'u-1' };

let service: Service;
let table: DuplicateStore;
beforeEach(async () => {
	table = await useDuplicateStore();
	service = new Service(() => ({
		body: { status: 'OK', success: 'OK', sms_id: 1, uuid: 'u-1', result },
	}));
	setTime(NIGHT);
});
afterEach(() => {
	jest.restoreAllMocks();
	service.close();
});

const setTime = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
const run = async (
	node: NodeName,
	kind: string,
	parameters: INodeParameters,
	setting: Partial<RunSetting> = {},
) => {
	const [resource, operation] = kind.split(':');
	return await runNode({
		node,
		parameters: { resource, operation, ...parameters },
		timezone: 'Europe/Kyiv',
		mode: 'trigger',
		items: [{ json: { phone: '380501234567' } }, { json: { phone: '380501234568' } }],
		...setting,
	});
};
const sent = (name: string) =>
	service.requests.map(({ query, form = [] }) => new Map([...query, ...form]).get(name));

const sms = { sender: byId(1363), phone: '={{ $json.phone }}', message: 'Hello' };
const single: Array<[string, NodeName, string, INodeParameters]> = [
	['an SMS', 'messagingServiceSms', 'message:send', sms],
	[
		'a prepared SMS',
		'messagingServiceSms',
		'message:sendPrepared',
		{ messageId: byId(5), phone: sms.phone },
	],
	['a Viber message', 'messagingServiceViber', 'message:send', sms],
	['an SMS mailing', 'messagingServiceSms', 'mailing:confirm', { mailingId: byId(5) }],
	['a Viber mailing', 'messagingServiceViber', 'mailing:confirm', { mailingId: byId(5) }],
];

describe.each(single)('%s', (_, node, kind, parameters) => {
	test('is not sent outside the hours, and the output says when it may be', async () => {
		const { items } = await run(node, kind, { ...parameters, options: weekdays });
		const left = { is_sent: false, reason: 'outside sending hours', send_after: MORNING };
		const phone = (n: number) => ('phone' in parameters ? { phone: `38050123456${n}` } : {});
		expect(items).toEqual([
			expect.objectContaining({ json: { ...phone(7), ...left }, pairedItem: { item: 0 } }),
			expect.objectContaining({ json: { ...phone(8), ...left }, pairedItem: { item: 1 } }),
		]);
		expect(service.requests).toEqual([]);
	});
});

test.each([
	[1, '1 message was'],
	[2, '2 messages were'],
])('the output of %i outside the hours has a hint', async (count, counted) => {
	const items = [7, 8].slice(0, count).map((n) => ({ json: { phone: `38050123456${n}` } }));
	const parameters = { ...sms, options: weekdays };
	const { runData } = await run('messagingServiceSms', 'message:send', parameters, { items });
	const [task] = Object.values(runData).at(-1) ?? [];
	expect(task?.hints?.map(({ message }) => message)).toEqual([
		`${counted} not sent, because it is outside the hours of Send Between. See send_after.`,
	]);
});

const list = { mailingName: 'Sale', listId: byId(7), message: 'Hello' };
const email = { senderEmail: 'a@example.com', subject: 'Sale', message: 'Hello' };
const batch = { ...sms, batchSender: sms.sender, mailingName: 'Sale' };
const scheduled: Array<[string, NodeName, string, INodeParameters, string, string]> = [
	[
		'an SMS mailing',
		'messagingServiceSms',
		'mailing:create',
		{ ...list, sender: byId(1363) },
		'd_schedule',
		'2026-11-23 09:00',
	],
	[
		'a Viber mailing',
		'messagingServiceViber',
		'mailing:create',
		{ ...list, sender: byId(77) },
		'd_schedule',
		'2026-11-23 09:00',
	],
	[
		'an email',
		'messagingServiceEmail',
		'message:send',
		{ ...email, email: '={{ $json.phone }}@example.com' },
		'd_schedule',
		'2026-11-23 09:00',
	],
	[
		'an email mailing',
		'messagingServiceEmail',
		'mailing:send',
		{ ...email, listId: byId(7) },
		'd_schedule',
		'2026-11-23 09:00',
	],
	[
		'an email batch',
		'messagingServiceEmail',
		'batch:send',
		{ ...email, email: '={{ $json.phone }}@example.com' },
		'd_schedule',
		'2026-11-23 09:00',
	],
	[
		'an SMS batch',
		'messagingServiceSms',
		'batch:send',
		batch,
		'messages[0][schedule_time]',
		'2026-11-23T09:00:00',
	],
	[
		'a Viber batch',
		'messagingServiceViber',
		'batch:send',
		batch,
		'messages[0][schedule_time]',
		'2026-11-23T09:00:00',
	],
];

describe.each(scheduled)('%s', (_, node, kind, parameters, name, schedule) => {
	const isInForm =
		'scheduleTime' in parameters ||
		(kind === 'mailing:create' && name === 'd_schedule' && node === 'messagingServiceSms');
	const at = (scheduleTime: string, options: INodeParameters = weekdays) =>
		isInForm
			? { ...parameters, scheduleTime, options }
			: { ...parameters, options: { ...options, ...(scheduleTime && { scheduleTime }) } };

	test.each(['', '2026-11-22T12:00'])(
		'scheduled at "%s" is moved to the next allowed time',
		async (time) => {
			const { items, error } = await run(node, kind, at(time));
			expect(error).toBeUndefined();
			expect(new Set(sent(name))).toEqual(new Set([schedule]));
			expect(new Set(items.map(({ json }) => json.scheduled_for))).toEqual(
				new Set([MORNING]),
			);
		},
	);

	test('keeps a schedule within the hours', async () => {
		const { items } = await run(node, kind, at('2026-11-24T10:15'));
		expect(String(sent(name)[0])).toMatch(/^2026-11-24[ T]10:15/);
		expect(items[0].json.scheduled_for).toBe('2026-11-24T10:15:00+02:00');
	});

	test('rejects hours that are none, and sends nothing', async () => {
		const { error } = await run(node, kind, at('', { sendBetween: '18:00-18:00' }));
		expect(error?.message).toBe(`'Send Between' is "18:00-18:00", which is an empty range`);
		expect(service.requests).toEqual([]);
	});
});

test('under Retry On Fail, what was sent within the hours is not said to be scheduled', async () => {
	let now = Date.parse('2026-11-20T17:59:57+02:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	service.close();
	service = new Service((_, index) => {
		now += index === 0 ? 1_000 : 10_000;
		return { body: index === 1 ? { error: 'Try again' } : { success: 'OK', uuid: 'u-1' } };
	});
	const options = { ...weekdays, recipientsPerRequest: 1 };
	const batch = { ...sms, mailingName: 'Sale', options };
	const { items } = await run('messagingServiceSms', 'batch:send', batch, {
		retryOnFail: true,
		maxTries: 2,
		waitBetweenTries: 1,
	});
	expect(items.map(({ json }) => json.scheduled_for)).toEqual([undefined, MORNING]);
	expect(sent('messages[0][schedule_time]')).toEqual([
		undefined,
		undefined,
		'2026-11-23T09:00:00',
	]);
});

test('what is left out by the hours has its key still to be sent', async () => {
	const options = { ...weekdays, sendOnceKey: '={{ $json.phone }}' };
	const night = await run('messagingServiceSms', 'message:send', { ...sms, options });
	expect(night.items.map(({ json }) => json.reason)).toEqual(
		Array(2).fill('outside sending hours'),
	);
	expect(table.rows.size).toBe(0);
	setTime(MORNING);
	const morning = await run('messagingServiceSms', 'message:send', { ...sms, options });
	expect(morning.items.map(({ json }) => json.is_sent)).toEqual([true, true]);
});

/** The clock reaches the end of the hours once so many requests have arrived. */
function endHoursAfter(count: number, body: (index: number) => object): void {
	let now = Date.parse('2026-11-20T17:59:59+02:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	service.close();
	service = new Service((_, index) => {
		if (index === count - 1) now += 2_000;
		return body(index);
	});
}
const MONDAY: unknown = expect.objectContaining({
	is_sent: false,
	reason: 'outside sending hours',
	send_after: MORNING,
});
const phones = Array.from({ length: 20 }, (_, n) => ({
	json: { phone: `3805012345${String(n + 10)}` },
}));

describe('when the hours end during a run', () => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'what has not begun is not sent, and comes out as such, with %s',
		async (onError) => {
			endHoursAfter(5, () => ({ body: { status: 'NEW', sms_id: 1 } }));
			const options = { ...weekdays, sendOnceKey: sms.phone, maxInFlight: 1 };
			const parameters = { ...sms, options };
			const setting = { items: phones, onError };
			const { items, error } = await run(
				'messagingServiceSms',
				'message:send',
				parameters,
				setting,
			);
			expect(error).toBeUndefined();
			expect(service.requests).toHaveLength(5);
			expect(items.slice(0, 5).map(({ json }) => json.is_sent)).toEqual(Array(5).fill(true));
			expect(items.slice(5).map(({ json }) => json)).toEqual(Array(15).fill(MONDAY));
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				phones.map((_, item) => ({ item })),
			);
			setTime(MORNING);
			const later = await run('messagingServiceSms', 'message:send', parameters, setting);
			expect(later.items.map(({ json }) => json.reason)).toEqual([
				...Array(5).fill('already sent'),
				...Array(15).fill(undefined),
			]);
			expect(service.requests).toHaveLength(20);
		},
	);

	test('an item with the key of one that has not begun is not sent either, and is no error', async () => {
		endHoursAfter(1, () => ({ body: { status: 'NEW', sms_id: 1 } }));
		const [first, second] = phones;
		const { items, error } = await run(
			'messagingServiceSms',
			'message:send',
			{ ...sms, options: { ...weekdays, sendOnceKey: sms.phone, maxInFlight: 1 } },
			{ items: [first, second, second] },
		);
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
		expect(items.slice(1).map(({ json }) => json)).toEqual([MONDAY, MONDAY]);
	});

	test('a question that only some recipients got is an error, and its error_kind is unknown', async () => {
		endHoursAfter(1, () => ({ body: { status: 'NEW', sms_id: 1 } }));
		const parameters = { ...sms, phone: '380501234567, 380501234568', options: weekdays };
		const onError = 'continueRegularOutput' as const;
		const setting = { items: [{ json: {} }], onError };
		const { items, execution } = await run(
			'messagingServiceSms',
			'message:sendAndWait',
			parameters,
			setting,
		);
		expect(service.requests).toHaveLength(1);
		expect(execution?.status).toBe('success');
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				error: expect.stringMatching(/^'Send Between' does not allow the other recipients/),
				error_kind: 'unknown',
				is_sent: null,
			}),
		]);
	});

	test('the later requests of a batch are not sent', async () => {
		endHoursAfter(2, () => ({ body: { success: 'OK', uuid: 'u-1' } }));
		const options = { ...weekdays, recipientsPerRequest: 1 };
		const { items } = await run(
			'messagingServiceSms',
			'batch:send',
			{ ...batch, options },
			{ items: phones.slice(0, 4) },
		);
		expect(service.requests).toHaveLength(2);
		expect(items.slice(2).map(({ json }) => json)).toEqual([MONDAY, MONDAY]);
	});

	test('a batch with a schedule within the hours is sent', async () => {
		endHoursAfter(1, () => ({ body: { success: 'OK', uuid: 'u-1' } }));
		const scheduleTime = '2026-11-23T10:00:00';
		const options = { ...weekdays, recipientsPerRequest: 1, scheduleTime };
		await run('messagingServiceSms', 'batch:send', { ...batch, options });
		expect(service.requests).toHaveLength(2);
	});

	test('a schedule within them that has just passed is moved as one of now', async () => {
		setTime('2026-11-20T18:03:00+02:00');
		const scheduleTime = '2026-11-20T17:59:00';
		const { items } = await run('messagingServiceSms', 'batch:send', {
			...batch,
			options: { ...weekdays, scheduleTime },
		});
		expect(sent('messages[0][schedule_time]')).toEqual(['2026-11-23T09:00:00']);
		expect(items.map(({ json }) => json.scheduled_for)).toEqual([MORNING]);
	});

	test('a request that waits for the rate limit is not sent after them', async () => {
		let now = Date.parse('2026-11-20T17:59:59+02:00');
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		service.close();
		service = new Service(() => {
			now += 2_000;
			return { status: 429, headers: { 'retry-after': '1' }, body: {} };
		});
		const { items, error } = await run('messagingServiceSms', 'message:send', {
			...sms,
			options: weekdays,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([MONDAY, MONDAY]);
	});
});

describe('within the hours, when a request has failed', () => {
	test.each([
		['is not sent after it', 'stopWorkflow', 1],
		['is sent with Continue', 'continueRegularOutput', 2],
	] as const)('a request that waits for a free slot %s', async (_, onError, count) => {
		setTime(MORNING);
		service.close();
		let [arrive, release] = [() => {}, () => {}];
		const arrived = new Promise<void>((resolve) => (arrive = resolve));
		const released = new Promise<void>((resolve) => (release = resolve));
		const isOther = ({ query }: SentRequest) => new Map(query).get('phone') === '380990000000';
		const accepted = { body: { status: 'NEW', sms_id: 1 } };
		service = new Service(async (request, index) => {
			if (!isOther(request)) return index === 1 ? { body: { error: 'Blocked' } } : accepted;
			arrive();
			await released;
			return accepted;
		});
		const options = { ...weekdays, maxInFlight: 2 };
		const start = async (setting: Partial<RunSetting>) =>
			await run('messagingServiceSms', 'message:send', { ...sms, options }, setting);
		// Another execution has one of the two slots until this run has ended.
		const other = start({ executionId: 'other', items: [{ json: { phone: '380990000000' } }] });
		await arrived;
		const { error, items } = await start({ onError }).finally(release);
		await other;
		expect(service.requests.filter((request) => !isOther(request))).toHaveLength(count);
		if (onError === 'stopWorkflow') expect(error?.message).toBe('Blocked');
		else expect(items.map(({ json }) => json.is_sent)).toEqual([false, true]);
	});
});

test('each item may have the hours and the zone of its recipient', async () => {
	const zones = ['America/New_York', 'Europe/Kyiv', 'Asia/Tokyo'];
	const items = zones.map((zone) => ({ json: { phone: '380501234567', zone } }));
	// 14:30 in New York, 21:30 in Kyiv, 4:30 of Saturday in Tokyo.
	const options = { sendBetween: '=Mon-Fri 09:00-18:00, Sat 10:00-14:00 {{ $json.zone }}' };
	const { items: output } = await run(
		'messagingServiceSms',
		'message:send',
		{ ...sms, options },
		{ items },
	);
	expect(output.map(({ json }) => json.is_sent)).toEqual([true, false, false]);
	expect(output.map(({ json }) => json.send_after)).toEqual([
		undefined,
		'2026-11-21T10:00:00+02:00',
		'2026-11-21T03:00:00+02:00',
	]);
});

test('each item has its own hours, and a wrong one is its own error', async () => {
	const hours = ['20:00-22:00', 'Mon 09:00-18:00', 'morning'];
	const items = hours.map((one) => ({ json: { phone: '380501234567', hours: one } }));
	const options = { sendBetween: '={{ $json.hours }}' };
	const { items: output } = await run(
		'messagingServiceSms',
		'message:send',
		{ ...sms, options },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(output.map(({ json }) => json.error ?? json.is_sent)).toEqual([
		true,
		false,
		`'Send Between' is "morning", which is not a range of hours`,
	]);
});

test.each<[string, error: string | undefined]>([
	['Mon-Fri', undefined],
	[' Mon ', undefined],
	['', `'Send Between' has "{{ $json.days }}", which is empty`],
])('days of %j before the hours: %s', async (days, error) => {
	setTime(MORNING);
	const sendBetween = '={{ $json.days }} 06:00-18:00';
	const items = [{ json: { phone: '380501234567', days } }];
	const parameters = { ...sms, options: { sendBetween } };
	const said = await run('messagingServiceSms', 'message:send', parameters, { items });
	expect(said.error?.message).toBe(error);
	expect(service.requests).toHaveLength(error ? 0 : 1);
});

test.each<[string, INodeParameters, error: string | undefined]>([
	['{{ $json.zone }}', { zone: 'Europe/Kyiv' }, undefined],
	['{{ $json.zone }}', { zone: '' }, `'Send Between' has "{{ $json.zone }}", which is empty`],
	['{{ $json.zone }}', {}, `'Send Between' has "{{ $json.zone }}", which is empty`],
	[
		'{{ $json.region }}/{{ $json.city }}',
		{ region: '', city: 'UTC' },
		`'Send Between' has "{{ $json.region }}", which is empty`,
	],
	['{{ $json.region }}/{{ $json.city }}', { region: 'Europe', city: 'Kyiv' }, undefined],
	['{{ $json.zone }}', { zone: ' Europe/Kyiv ' }, undefined],
	['{{ $json.zone }}', { zone: 'Africa/Cairo ' }, undefined],
	["{{ $json.zone || 'UTC' }}", {}, undefined],
	[
		"{{ { UA: 'Europe/Kyiv' }[$json.country] }}",
		{ country: 'US' },
		`'Send Between' has "{{ { UA: 'Europe/Kyiv' }[$json.country] …", which is empty`,
	],
	["{{ { UA: 'Europe/Kyiv' }[$json.country] }}", { country: 'UA' }, undefined],
	[' ', {}, undefined],
])('a time zone of %j for an item with %j: %s', async (zone, json, error) => {
	setTime(MORNING);
	const sendBetween = `=Mon-Fri 06:00-18:00 ${zone}`;
	const more = { items: [{ json: { phone: '380501234567', ...json } }] };
	const said = await run(
		'messagingServiceSms',
		'message:send',
		{ ...sms, options: { sendBetween } },
		more,
	);
	expect(said.error?.message).toBe(error);
	expect(service.requests).toHaveLength(error ? 0 : 1);
	const email = {
		senderEmail: 'a@example.com',
		email: 'b@example.com',
		subject: 'S',
		message: 'M',
	};
	const mailed = await run(
		'messagingServiceEmail',
		'message:send',
		{ ...email, options: { sendBetween } },
		more,
	);
	expect(mailed.error?.message).toBe(error);
});
