import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { toolCallers } from '../support/engine/callTool';
import { origin, token } from '../support/engine/credentials';
import type { NodeName } from '../support/engine/nodeTypes';
import { openTrigger } from '../support/engine/poll';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { hintsOf, jsonsOf } from '../run/sending/observed';
import { shareOfPairs } from '../support/thorough';

/** Noon in Kyiv, five in the morning in New York. */
const NOW = '2026-11-20T12:00:00+02:00';
/** A date before the clocks of Kyiv and New York are set back. */
const OCTOBER = '2026-10-20T12:00:00Z';
const NEW_YORK = 'America/New_York';
const service = useService(({ path }) => {
	const result = { message_id: 1, email_id: 1, uuid: 'u' };
	const record = { sms_id: 1, message_id: 1, uuid: 'u', success: 'OK', status: 'ok' };
	return { body: { ...record, ...(path.includes('v2') && { status: 'OK', result }) } };
});
beforeEach(() => setTime(NOW));
afterEach(() => jest.restoreAllMocks());
const setTime = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));

const sender = byId(1363);
const texts = {
	...{ sender, batchSender: sender, phone: PHONE, message: 'Hello', contentType: 'text' },
	...{ mailingName: 'Sale', listId: byId(7) },
};
const mails = {
	...{ senderEmail: 'a@example.com', email: '={{ $json.email }}', subject: 'Sale' },
	...{ message: 'Hello', listId: byId(7) },
};
/** A step with a schedule. `name` is the schedule's name in the API. */
type Kind = [title: string, node: string, operation: string, name: string];
const email: Kind = ['an email', 'Email', 'message:send', 'd_schedule'];
const smsMailing: Kind = ['an SMS mailing', 'Sms', 'mailing:create', 'd_schedule'];
const prepared: Kind = ['a prepared SMS', 'Sms', 'message:prepare', 'time'];
const single: Kind[] = [
	...[prepared, smsMailing, email],
	['a Viber mailing', 'Viber', 'mailing:create', 'd_schedule'],
	['an email mailing', 'Email', 'mailing:send', 'd_schedule'],
];
const batches: Kind[] = [
	['an SMS batch', 'Sms', 'batch:send', 'messages[0][schedule_time]'],
	['a Viber batch', 'Viber', 'batch:send', 'messages[0][schedule_time]'],
	['an email batch', 'Email', 'batch:send', 'd_schedule'],
];
const kinds = [...single, ...batches];

const run = async (
	[title, node, does]: Kind,
	{ timeZone = NEW_YORK, ...options }: IDataObject,
	more: Partial<RunSetting> = {},
) => {
	const [resource, operation] = does.split(':');
	const { scheduleTime = '', ...others } = options;
	// Only SMS mailings have the schedule as a field. Other steps have it as an option.
	const fields = title === 'an SMS mailing' ? { scheduleTime, options: others } : { options };
	return await runNode({
		node: `messagingService${node}` as NodeName,
		parameters: {
			...(node === 'Email' ? mails : texts),
			...(fields as INodeParameters),
			...{ resource, operation },
		},
		credentials: { baseUrl: origin, token, timeZone } as RunSetting['credentials'],
		timezone: 'Europe/Kyiv',
		mode: 'trigger',
		items: [{ json: { at: '2026-11-24T18:30', email: 'a@example.com' } }],
		...more,
	});
};
/** Returns the sent schedules, to the minute. */
const sentBy = ([, , , name]: Kind) =>
	service.requests.map(({ query, form = [] }) =>
		new Map([...query, ...form]).get(name)?.slice(0, 16).replace('T', ' '),
	);
/** Returns the schedule in the output of a step that succeeds. */
const scheduledFor = async (...args: Parameters<typeof run>) => {
	const { error, items } = await run(...args);
	if (error) throw error;
	return items[0].json.scheduled_for;
};

describe("a schedule by the account's time zone", () => {
	const given = [
		...['2026-11-24T18:30', '={{ $json.at }}', '2026-11-24T16:30:00Z'],
		'={{ $json.at }}:00+02:00',
	];
	test.each(
		shareOfPairs(kinds, given, kinds.length).map(([kind, at]) => [kind[0], at, kind] as const),
	)("of %s is sent as the account's clock shows it: %s", async (_, scheduleTime, kind) => {
		expect(await scheduledFor(kind, { scheduleTime })).toBe('2026-11-24T18:30:00+02:00');
		expect(sentBy(kind)).toEqual(['2026-11-24 11:30']);
	});

	test('applies to the times when an SMS was sent and delivered', async () => {
		service.answer(() => ({ body: { sms_id: 1, sent: 1772360000, delivered: 0 } }));
		const parameters = { resource: 'message', operation: 'getDelivery', smsId: '1' };
		const { items } = await run(prepared, {}, { parameters });
		const times = { sent_at: '2026-03-01 05:13:20', delivered_at: null };
		expect(items[0].json).toMatchObject({ sent: 1772360000, ...times });
	});

	test.each(kinds.filter((kind) => kind !== prepared))(
		'of %s is sent at the time that Send Between has moved it to',
		async (...kind) => {
			const sendBetween = 'Mon-Fri 09:00-18:00';
			const options = { scheduleTime: '2026-11-24T18:30', sendBetween };
			expect(await scheduledFor(kind, options)).toBe('2026-11-25T09:00:00+02:00');
			expect(sentBy(kind)).toEqual(['2026-11-25 02:00']);
		},
	);

	const repeated = `which is 2026-11-01 01:30 in America/New_York. This hour occurs twice on the account's clock, because clocks are set back then`;
	const wrong: Array<[at: string, timeZone: string, problem: string]> = [
		// Summer time ends in New York on 2026-11-01, in Kyiv on 2026-10-25.
		['2026-11-01T07:30', NEW_YORK, repeated],
		['2026-11-01T08:30', NEW_YORK, repeated],
		['2027-03-28T03:30', 'UTC', 'which does not exist'],
		['2026-10-19T10:00', 'UTC', 'which is in the past'],
	];
	test.each(
		shareOfPairs(kinds, wrong, kinds.length).map(
			([kind, row]) => [kind[0], ...row, kind] as const,
		),
	)('of %s is an error for %s in %s', async (_, scheduleTime, timeZone, problem, kind) => {
		setTime(OCTOBER);
		const { error } = await run(kind, { scheduleTime, timeZone });
		expect(error?.message).toContain(`'Schedule Time' is "${scheduleTime}", ${problem}`);
		expect(service.requests).toEqual([]);
	});

	test("is an error if Send Between moves it to an hour that the account's clock repeats", async () => {
		setTime('2026-10-31T12:00:00Z');
		const { error } = await run(email, { sendBetween: 'Sun 07:30-09:00' });
		expect(error?.message).toContain(
			`'Schedule Time' is "2026-11-01T07:30:00+02:00", which is 2026-11-01 01:30 in America/New_York`,
		);
		expect(service.requests).toEqual([]);
	});

	test('is the first of two times that the clock of the workflow repeats', async () => {
		setTime(OCTOBER);
		await run(prepared, { scheduleTime: '2026-10-25T03:30', timeZone: 'Asia/Kolkata' });
		expect(sentBy(prepared)).toEqual(['2026-10-25 06:00']);
	});

	test.each([
		['2026-10-25T03:30', '2026-10-25T03:30:00+03:00'],
		['2026-10-25T03:30+03:00', '2026-10-25T03:30:00+03:00'],
		['2026-10-25T03:30+02:00', undefined],
	])('without a time zone is an error in a repeated hour (%s)', async (scheduleTime, time) => {
		setTime(OCTOBER);
		const { items, error } = await run(prepared, { scheduleTime, timeZone: '' });
		expect(items[0]?.json.scheduled_for).toBe(time);
		expect(sentBy(prepared)).toEqual(time ? ['2026-10-25 03:30'] : []);
		if (!time) expect(error?.message).toContain('which is 2026-10-25 03:30 in Europe/Kyiv');
	});
});

test('each item has its own schedule, and an invalid one is the error of its item', async () => {
	setTime(OCTOBER);
	const times = ['2026-10-24T12:00', '2026-11-01T07:30', '2026-11-02T12:00'];
	const items = times.map((at) => ({ json: { at, email: 'a@example.com' } }));
	const more = { items, onError: 'continueRegularOutput' as const };
	const found = await run(email, { scheduleTime: '={{ $json.at }}' }, more);
	expect(sentBy(email)).toEqual(['2026-10-24 05:00', '2026-11-02 05:00']);
	const wrong: unknown = expect.stringContaining('01:30 in America/New_York');
	expect(jsonsOf(found).map(({ error }) => error)).toEqual([undefined, wrong, undefined]);
});

describe("the hint about a schedule whose offset is not the workflow's", () => {
	test.each(kinds)('is shown for %s if the account has no time zone', async (...kind) => {
		const scheduleTime = '={{ $json.at }}:00-05:00';
		expect(hintsOf(await run(kind, { scheduleTime, timeZone: '' }))).toEqual([
			expect.stringContaining(
				"A Schedule Time has a UTC offset that differs from the offset of the workflow's time zone.",
			),
		]);
		expect(hintsOf(await run(kind, { scheduleTime }))).toEqual([]);
	});

	test.each([
		['2026-11-24T10:00:00Z', 1],
		['2026-11-24T11:00+01:00', 1],
		['2026-11-24T18:30', 0],
		['2026-11-24T18:30+02:00', 0],
		['2027-06-24T18:30+03:00', 0],
		["={{ $now.plus(2, 'hours') }}", 0],
	])('is shown in %s only if the offset differs (%i)', async (scheduleTime, count) => {
		expect(hintsOf(await run(email, { scheduleTime, timeZone: '' }))).toHaveLength(count);
	});

	test('is shown once for all items, also for a dry run', async () => {
		const items = [1, 2].map((n) => ({ json: { email: `a${n}@example.com` } }));
		const schedule = { scheduleTime: '2026-11-24T10:00Z', timeZone: '' };
		expect(hintsOf(await run(email, schedule, { items }))).toHaveLength(1);
		const tried = await run(batches[2], { ...schedule, dryRun: true }, { items });
		expect(hintsOf(tried)).toHaveLength(1);
		const scheduled_for = '2026-11-24T12:00:00+02:00';
		expect(jsonsOf(tried)[0]).toMatchObject({ dry_run: true, scheduled_for });
	});
});

test.each([
	['', NOW, '2026-11-20 12:00'],
	['', '2026-11-20T20:59:00Z', '2026-11-20 22:59'],
	[NEW_YORK, NOW, '2026-11-20 05:00'],
	// The current time may be in a repeated hour, because the mailing waits for Confirm.
	[NEW_YORK, '2026-11-01T05:30:00Z', '2026-11-01 01:30'],
	[NEW_YORK, '2026-11-01T06:30:00Z', '2026-11-01 01:30'],
])("an SMS mailing without a time has the current time in '%s' (%s)", async (...row) => {
	const [timeZone, now, wire] = row;
	setTime(now);
	expect(await scheduledFor(smsMailing, { timeZone })).toBeUndefined();
	expect(sentBy(smsMailing)).toEqual([wire]);
});

test.each([
	['2026-11-21T11:59', undefined],
	[
		'2026-11-21T12:01',
		`'Schedule Time' is 2 days ahead, but the key of the message is remembered for only 1`,
	],
])('Remember (Days) counts to the instant of a schedule at %s', async (scheduleTime, message) => {
	const options = { scheduleTime, sendOnceKey: 'k', rememberDays: 1 };
	const { error } = await run(email, options, { mode: 'manual' });
	expect(error?.message).toBe(message);
});

test.each(batches)('Wait for Final Status of %s uses the instant of sending', async (...kind) => {
	const waiting = { scheduleTime: '2026-11-20T14:00', waitForFinalStatus: 1 };
	expect(await scheduledFor(kind, waiting)).toBe('2026-11-20T14:00:00+02:00');
	// No status is requested, because the message is sent in two hours.
	expect(sentBy(kind)).toEqual(['2026-11-20 07:00']);
});

test.each(toolCallers)(
	"a schedule that %s chooses is sent by the account's clock",
	async (_, call) => {
		const parameters = {
			...{
				resource: 'message',
				operation: 'send',
				senderEmail: 'a@example.com',
				subject: 'S',
			},
			...{ email: 'b@example.com', message: 'M' },
			options: { scheduleTime: "={{ $fromAI('at') }}" },
		};
		const credentials = { baseUrl: origin, token, timeZone: 'Asia/Kolkata' };
		const setting = { node: 'messagingServiceEmail' as const, parameters, credentials };
		await call(setting, { at: '2026-11-24T12:00' });
		expect(sentBy(email)).toEqual(['2026-11-24 17:30']);
	},
);

test.each(['Asia/Kolkata', ' asia/kolkata ', 'US/Eastern', 'Etc/UTC', 'UTC', 'gmt', '', '  '])(
	'a credential accepts the time zone %j',
	async (timeZone) => {
		const { error } = await run(email, { timeZone });
		expect([error, service.requests.length]).toEqual([undefined, 1]);
	},
);

const unknown = [
	...['Europe/Kiew', 'Kyiv', 'Zulu', '+02:00', 'UTC+2', 'local', '2', 2, true, {}],
	'x'.repeat(99),
];
/** Node.js reads BST as Dhaka, IST as India and AST as Anchorage, and EST has no summer time. */
const abbreviations = `
BST Europe/London; cest Europe/Berlin; EST America/New_York; IST Asia/Kolkata; AST America/Halifax
EST5EDT America/New_York`
	.trim()
	.split(/; |\n/)
	.map((row) => row.split(' '));
const reversed = (zone: string) =>
	`which means ${zone}: its sign is reversed. Enter the name of a place`;
test.each<[given: unknown, problem: string]>([
	...unknown.map((given): [unknown, string] => [
		given,
		'which is not a time zone. Enter a name such as Europe/Kyiv',
	]),
	...abbreviations.map(([given, name]): [string, string] => [
		given,
		`which is an abbreviation, not the name of a time zone. Enter the name of a place, such as ${name}.`,
	]),
	['Etc/GMT+3', reversed('UTC-3')],
	['etc/gmt-12', reversed('UTC+12')],
])('a credential rejects the time zone %p, and nothing is sent', async (timeZone, problem) => {
	const shown = JSON.stringify(timeZone).slice(0, 40);
	const message = `'Time Zone of the Account' in the credential is ${shown}, ${problem}`;
	for (const kind of [email, batches[0]]) {
		const { error } = await run(kind, { timeZone } as IDataObject);
		expect(error?.message).toContain(message);
	}
	const trigger = await openTrigger({
		node: 'messagingServiceTrigger',
		parameters: { event: 'viberReply', mailings: 'selected', mailingIds: '5' },
		credentials: { baseUrl: origin, token, timeZone } as RunSetting['credentials'],
	});
	await expect(trigger.poll()).rejects.toThrow(message);
	expect(service.requests).toEqual([]);
});
