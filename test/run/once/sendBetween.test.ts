import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Problem } from '../../../nodes/shared/errors/problem';
import type { Entry, State } from '../../../nodes/shared/run/entry';
import type { AnyRun } from '../../../nodes/shared/run/operation';
import { sendIfWithinHours } from '../../../nodes/shared/run/rules/hours';
import { parseSendingHours } from '../../../nodes/shared/values/sendingHours';
import { byId } from '../../contract/row';
import { type DuplicateStore, useDuplicateStore } from '../../support/duplicateStore';
import { origin, token } from '../../support/engine/credentials';
import type { NodeName } from '../../support/engine/nodeTypes';
import { type RunSetting, runNode } from '../../support/engine/runNode';
import type { SentRequest } from '../../support/engine/service';
import { useService } from '../../support/engine/useService';
import { descriptionOf, hintsOf, jsonsOf } from '../sending/observed';

/** A Friday evening in Kyiv. */
const NIGHT = '2026-11-20T21:30:00+02:00';
const MORNING = '2026-11-23T09:00:00+02:00';
const weekdays = { sendBetween: 'Mon-Fri 09:00-18:00' };
const result = { email_id: 1, message_id: 2, uuid: 'u-1' };

const service = useService(() => ({
	body: { status: 'OK', success: 'OK', sms_id: 1, uuid: 'u-1', result },
}));
let table: DuplicateStore;
beforeEach(async () => {
	table = await useDuplicateStore();
	setTime(NIGHT);
});
afterEach(() => jest.restoreAllMocks());

const setTime = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
const run = async (
	node: string,
	kind: string,
	parameters: INodeParameters,
	setting: Partial<RunSetting> = {},
) => {
	const [resource, operation] = kind.split(':');
	return await runNode({
		node: `messagingService${node}` as NodeName,
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
const sendSms = async (options: INodeParameters, setting: Partial<RunSetting> = {}) =>
	await run('Sms', 'message:send', { ...sms, options }, setting);
const batch = { ...sms, batchSender: sms.sender, mailingName: 'Sale' };
const sendBatch = async (options: INodeParameters, setting: Partial<RunSetting> = {}) =>
	await run('Sms', 'batch:send', { ...batch, options }, setting);

test.each<[string, node: string, kind: string, INodeParameters]>([
	['an SMS', 'Sms', 'message:send', sms],
	['a prepared SMS', 'Sms', 'message:sendPrepared', { messageId: byId(5), phone: sms.phone }],
	['a Viber message', 'Viber', 'message:send', sms],
	['an SMS mailing', 'Sms', 'mailing:confirm', { mailingId: byId(5) }],
	['a Viber mailing', 'Viber', 'mailing:confirm', { mailingId: byId(5) }],
])('Send Between returns %s unsent and says when to send', async (_, node, kind, parameters) => {
	const { items } = await run(node, kind, { ...parameters, options: weekdays });
	const left = { is_sent: false, reason: 'outside sending hours', send_after: MORNING };
	const phone = (n: number) => ('phone' in parameters ? { phone: `38050123456${n}` } : {});
	expect(items).toEqual([
		expect.objectContaining({ json: { ...phone(7), ...left }, pairedItem: { item: 0 } }),
		expect.objectContaining({ json: { ...phone(8), ...left }, pairedItem: { item: 1 } }),
	]);
	expect(service.requests).toEqual([]);
});

test.each([
	['Mon-Fri 09:00-18:00', MORNING],
	['Mon-Fri 09:00-18:00 Europe/London', '2026-11-23T11:00:00+02:00'],
])('Send Between %s says when to send in the time zone of the workflow', async (...row) => {
	const [sendBetween, send_after] = row;
	const credentials = { baseUrl: origin, token, timeZone: 'America/New_York' };
	const [json] = jsonsOf(await sendSms({ sendBetween }, { credentials }));
	expect(json).toMatchObject({ send_after });
});

test.each([
	[1, '1 message was'],
	[2, '2 messages were'],
])('Send Between counts %i messages outside the hours in a hint', async (count, counted) => {
	const items = [7, 8].slice(0, count).map((n) => ({ json: { phone: `38050123456${n}` } }));
	expect(hintsOf(await sendSms(weekdays, { items }))).toEqual([
		`${counted} not sent, because the time is outside the hours of Send Between. See the field send_after of the output.`,
	]);
});

const list = { mailingName: 'Sale', listId: byId(7), message: 'Hello' };
const email = { senderEmail: 'a@example.com', subject: 'Sale', message: 'Hello' };
const address = '={{ $json.phone }}@example.com';
const IN_BATCH = 'messages[0][schedule_time]';
const scheduled: Array<[string, node: string, kind: string, INodeParameters, name: string]> = [
	['an SMS mailing', 'Sms', 'mailing:create', { ...list, sender: byId(1363) }, 'd_schedule'],
	['a Viber mailing', 'Viber', 'mailing:create', { ...list, sender: byId(77) }, 'd_schedule'],
	['an email', 'Email', 'message:send', { ...email, email: address }, 'd_schedule'],
	['an email mailing', 'Email', 'mailing:send', { ...email, listId: byId(7) }, 'd_schedule'],
	['an email batch', 'Email', 'batch:send', { ...email, email: address }, 'd_schedule'],
	['an SMS batch', 'Sms', 'batch:send', batch, IN_BATCH],
	['a Viber batch', 'Viber', 'batch:send', batch, IN_BATCH],
];

test.each(scheduled)('Send Between moves the schedule of %s into the hours', async (...row) => {
	const [, node, kind, parameters, name] = row;
	const isInForm = kind === 'mailing:create' && node === 'Sms';
	const at = async (scheduleTime: string, options: INodeParameters = weekdays) => {
		service.requests.length = 0;
		const inOptions = { ...options, ...(scheduleTime && { scheduleTime }) };
		const more = isInForm ? { scheduleTime, options } : { options: inOptions };
		const { items, error } = await run(node, kind, { ...parameters, ...more });
		return { error, times: new Set(items.map(({ json }) => json.scheduled_for)) };
	};
	const moved = name === IN_BATCH ? '2026-11-23T09:00:00' : '2026-11-23 09:00';
	for (const time of ['', '2026-11-22T12:00']) {
		expect(await at(time)).toEqual({ error: undefined, times: new Set([MORNING]) });
		expect(new Set(sent(name))).toEqual(new Set([moved]));
	}
	expect((await at('2026-11-24T10:15')).times).toEqual(new Set(['2026-11-24T10:15:00+02:00']));
	expect(String(sent(name)[0])).toMatch(/^2026-11-24[ T]10:15/);
	const { error } = await at('', { sendBetween: '18:00-18:00' });
	expect(error?.message).toBe(`'Send Between' is "18:00-18:00", which is an empty range`);
	expect(service.requests).toEqual([]);
});

test('a later try does not say that what was sent within the hours is scheduled', async () => {
	let now = Date.parse('2026-11-20T17:59:57+02:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	service.answer((_, index) => {
		now += index === 0 ? 1_000 : 10_000;
		return { body: index === 1 ? { error: 'Try again' } : { success: 'OK', uuid: 'u-1' } };
	});
	const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { items } = await sendBatch({ ...weekdays, recipientsPerRequest: 1 }, retrying);
	expect(items.map(({ json }) => json.scheduled_for)).toEqual([undefined, MORNING]);
	expect(sent(IN_BATCH)).toEqual([undefined, undefined, '2026-11-23T09:00:00']);
});

test('messages outside the hours of Send Between count for Max Recipients per Run', async () => {
	const { error } = await sendSms({ ...weekdays, maxRecipients: 1 });
	expect(error?.message).toContain('this run has 2 recipients');
});

test('Send Between does not let the key of a message outside the hours be remembered', async () => {
	const options = { ...weekdays, sendOnceKey: '={{ $json.phone }}' };
	const night = await sendSms(options);
	const outside = Array(2).fill('outside sending hours');
	expect(night.items.map(({ json }) => json.reason)).toEqual(outside);
	expect(table.rows.size).toBe(0);
	setTime(MORNING);
	const morning = await sendSms(options);
	expect(morning.items.map(({ json }) => json.is_sent)).toEqual([true, true]);
});

/** Ends the sending hours after `count` requests. */
function endHoursAfter(count: number, body: object): void {
	let now = Date.parse('2026-11-20T17:59:59+02:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	service.answer((_, index) => {
		if (index === count - 1) now += 2_000;
		return { body };
	});
}
const accepted = { status: 'NEW', sms_id: 1 };
const acceptedBatch = { success: 'OK', uuid: 'u-1' };
const MONDAY: unknown = expect.objectContaining({
	is_sent: false,
	reason: 'outside sending hours',
	send_after: MORNING,
});
const phones = Array.from({ length: 20 }, (_, n) => ({
	json: { phone: `3805012345${String(n + 10)}` },
}));
const keyed = { ...weekdays, sendOnceKey: sms.phone, maxInFlight: 1 };

describe('when the hours end during a run, Send Between', () => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'returns items that have not begun as not sent, with %s',
		async (onError) => {
			endHoursAfter(5, accepted);
			const setting = { items: phones, onError };
			const { items, error } = await sendSms(keyed, setting);
			expect(error).toBeUndefined();
			expect(service.requests).toHaveLength(5);
			expect(items.slice(0, 5).map(({ json }) => json.is_sent)).toEqual(Array(5).fill(true));
			expect(items.slice(5).map(({ json }) => json)).toEqual(Array(15).fill(MONDAY));
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				phones.map((_, item) => ({ item })),
			);
			setTime(MORNING);
			const later = await sendSms(keyed, setting);
			const reasons = [...Array(5).fill('already sent'), ...Array(15).fill(undefined)];
			expect(later.items.map(({ json }) => json.reason)).toEqual(reasons);
			expect(service.requests).toHaveLength(20);
		},
	);

	test('does not send an item with the key of one that has not begun', async () => {
		endHoursAfter(1, accepted);
		const [first, second] = phones;
		const found = await sendSms(keyed, { items: [first, second, second] });
		expect(found.error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
		expect(jsonsOf(found).slice(1)).toEqual([MONDAY, MONDAY]);
	});

	test('makes a Send and Wait that only some recipients got an unknown outcome', async () => {
		endHoursAfter(1, accepted);
		const parameters = { ...sms, phone: '380501234567, 380501234568', options: weekdays };
		const setting = { items: [{ json: {} }], onError: 'continueRegularOutput' as const };
		const found = await run('Sms', 'message:sendAndWait', parameters, setting);
		expect(service.requests).toHaveLength(1);
		expect(found.execution?.status).toBe('success');
		expect(jsonsOf(found)).toEqual([
			expect.objectContaining({
				error: expect.stringMatching(
					/^'Send Between' does not allow sending to the remaining recipients/,
				),
				error_kind: 'unknown',
				is_sent: null,
			}),
		]);
		service.requests.length = 0;
		endHoursAfter(1, accepted);
		const stopped = await run('Sms', 'message:sendAndWait', parameters, {
			items: [{ json: {} }],
		});
		expect(descriptionOf(stopped)).toContain(
			'The message was already sent to some recipients.',
		);
	});

	test('does not send the later requests of a batch', async () => {
		endHoursAfter(2, acceptedBatch);
		const options = { ...weekdays, recipientsPerRequest: 1 };
		const found = await sendBatch(options, { items: phones.slice(0, 4) });
		expect(service.requests).toHaveLength(2);
		expect(jsonsOf(found).slice(2)).toEqual([MONDAY, MONDAY]);
	});

	test('still sends a batch with a schedule within the hours', async () => {
		endHoursAfter(1, acceptedBatch);
		await sendBatch({
			...{ ...weekdays, recipientsPerRequest: 1, scheduleTime: '2026-11-23T10:00:00' },
		});
		expect(service.requests).toHaveLength(2);
	});

	test('moves a schedule that has just passed into the next hours', async () => {
		setTime('2026-11-20T18:03:00+02:00');
		const { items } = await sendBatch({ ...weekdays, scheduleTime: '2026-11-20T17:59:00' });
		expect(sent(IN_BATCH)).toEqual(['2026-11-23T09:00:00']);
		expect(items.map(({ json }) => json.scheduled_for)).toEqual([MORNING]);
	});

	test('does not send a request that waited for the rate limit until they were over', async () => {
		let now = Date.parse('2026-11-20T17:59:59+02:00');
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		service.answer(() => {
			now += 2_000;
			return { status: 429, headers: { 'retry-after': '1' }, body: {} };
		});
		const found = await sendSms(weekdays);
		expect(found.error).toBeUndefined();
		expect(jsonsOf(found)).toEqual([MONDAY, MONDAY]);
	});
});

test.each([
	['does not send', 'stopWorkflow', 1],
	['sends', 'continueRegularOutput', 2],
] as const)(
	'Send Between %s a request that waits for a slot when another has failed, with %s',
	async (_, onError, count) => {
		setTime(MORNING);
		let [arrive, release] = [() => {}, () => {}];
		const arrived = new Promise<void>((resolve) => (arrive = resolve));
		const released = new Promise<void>((resolve) => (release = resolve));
		const isOther = ({ query }: SentRequest) => new Map(query).get('phone') === '380990000000';
		service.answer(async (request, index) => {
			if (!isOther(request)) return { body: index === 1 ? { error: 'Blocked' } : accepted };
			arrive();
			await released;
			return { body: accepted };
		});
		const start = async (setting: Partial<RunSetting>) =>
			await sendSms({ ...weekdays, maxInFlight: 2 }, setting);
		// Another execution occupies one of the two slots until the end of this run.
		const other = start({ executionId: 'other', items: [{ json: { phone: '380990000000' } }] });
		await arrived;
		const { error, items } = await start({ onError }).finally(release);
		await other;
		expect(service.requests.filter((request) => !isOther(request))).toHaveLength(count);
		if (onError === 'stopWorkflow') expect(error?.message).toBe('Blocked');
		else expect(items.map(({ json }) => json.is_sent)).toEqual([false, true]);
	},
);

const error = new Problem({ message: 'Failed' });
test.each<[outcome: string, reported: State['is'], State]>([
	['was sent', 'sent', { is: 'sent', records: [] }],
	['may have been sent', 'unknown', { is: 'unknown', error }],
	['failed', 'leftOut', { is: 'failed', error }],
	['has not begun', 'leftOut', { is: 'notStarted' }],
])('a request that %s has the state %s if its hours have ended', async (_, reported, outcome) => {
	const sendingHours = parseSendingHours(weekdays.sendBetween);
	const entry: Entry = { itemIndex: 0, state: { is: 'open' }, sendingHours };
	const run = { ledger: { entries: [entry] }, zone: 'Europe/Kyiv' } as unknown as AnyRun;
	const send = async (isOver: () => boolean) => {
		expect(isOver()).toBe(true);
		// A request that is over stays over, even if the clock is set back.
		setTime(MORNING);
		expect(isOver()).toBe(true);
		return outcome;
	};
	expect(await sendIfWithinHours(run, [entry], () => false, send)).toMatchObject({
		is: reported,
	});
});

test('each item has its own hours, and invalid hours are the error of their item', async () => {
	const hours = ['Mon 09:00-18:00', '20:00-22:00', 'Sun 10:00-12:00', 'morning'];
	const items = hours.map((one, n) => ({ json: { phone: `38050123456${n}`, hours: one } }));
	const setting = { items, onError: 'continueRegularOutput' } as const;
	const { items: output } = await sendSms({ sendBetween: '={{ $json.hours }}' }, setting);
	expect(output.map(({ json }) => json.error ?? json.send_after ?? json.is_sent)).toEqual([
		MORNING,
		true,
		'2026-11-22T10:00:00+02:00',
		`'Send Between' is "morning", which is not a range of hours`,
	]);
});

const emptyPart = (part: string) => `'Send Between' has "${part}", which is empty`;
test.each<[sendBetween: string, IDataObject, error: string | undefined]>([
	['={{ $json.days }} 06:00-18:00', { days: 'Mon-Fri' }, undefined],
	['={{ $json.days }} 06:00-18:00', { days: ' Mon ' }, undefined],
	['={{ $json.days }} 06:00-18:00', { days: '' }, emptyPart('{{ $json.days }}')],
	['=06:00-18:00 {{ $json.zone }}', { zone: 'Europe/Kyiv' }, undefined],
	['=06:00-18:00 {{ $json.zone }}', { zone: ' Europe/Kyiv ' }, undefined],
	['=06:00-18:00 {{ $json.zone }}', { zone: '' }, emptyPart('{{ $json.zone }}')],
	['=06:00-18:00 {{ $json.zone }}', {}, emptyPart('{{ $json.zone }}')],
	['=06:00-18:00 {{ $json.a }}/{{ $json.b }}', { a: '', b: 'UTC' }, emptyPart('{{ $json.a }}')],
	['=06:00-18:00 {{ $json.a }}/{{ $json.b }}', { a: 'Europe', b: 'Kyiv' }, undefined],
	["=06:00-18:00 {{ $json.zone || 'UTC' }}", {}, undefined],
	[
		"=06:00-18:00 {{ { UA: 'Europe/Kyiv' }[$json.country] }}",
		{ country: 'US' },
		emptyPart("{{ { UA: 'Europe/Kyiv' }[$json.country] …"),
	],
	["=06:00-18:00 {{ { UA: 'Europe/Kyiv' }[$json.country] }}", { country: 'UA' }, undefined],
	['=06:00-18:00  ', {}, undefined],
])('Send Between is evaluated for each item: %j with %j', async (sendBetween, json, message) => {
	setTime(MORNING);
	const setting = { items: [{ json: { phone: '380501234567', ...json } }] };
	expect((await sendSms({ sendBetween }, setting)).error?.message).toBe(message);
	expect(service.requests).toHaveLength(message ? 0 : 1);
	const parameters = { ...email, email: 'b@example.com', options: { sendBetween } };
	const mailed = await run('Email', 'message:send', parameters, setting);
	expect(mailed.error?.message).toBe(message);
});
