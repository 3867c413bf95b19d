import type { IDataObject } from 'n8n-workflow';
import { captureLog } from '../../support/sandboxHarness';
import { token } from '../../support/engine/credentials';
import { resumeToken } from '../../support/engine/workflow';
import { itemsOf, pairsOf, phones, smsBatch } from '../settings';
import {
	call,
	jsonOf,
	mailing,
	recipient,
	startBatch,
	startService,
	statusService,
	waiting,
} from './waitingBatch';

const [ONE, TWO, THREE] = phones(3);
const rows = [
	{ phone: ONE, order: 0 },
	{ phone: 'none', order: 1 },
	{ phone: TWO, order: 2 },
	{ phone: ONE, order: 3 },
	{ phone: THREE, order: 4 },
];
const items = itemsOf(rows);
const batch = (parameters: IDataObject = {}, more = {}) =>
	smsBatch({ ...waiting, ...parameters }, { items, ...more });
const accepted = { body: { uuid: 'u', success: 'OK' } };

/** The fields of an item that say what it is about. */
const about = ({ phone, order, error, is_delivered }: IDataObject) => ({
	phone,
	order,
	failed: typeof error === 'string',
	is_delivered,
});
const failed = (place: number) => ({ ...rows[place], failed: true, is_delivered: undefined });
const known = (phone: string) => ({ phone, order: undefined, failed: false, is_delivered: null });

describe('what was not sent comes out once, with what was', () => {
	test('in the order of the input, with Continue', async () => {
		const setting = batch({}, { onError: 'continueRegularOutput' });
		const { urls, resumed, resume } = await startBatch(await statusService(), setting);
		await call(urls[0]);
		const [output] = await resume(resumed[0]);
		const expected = [known(ONE), failed(1), known(TWO), failed(3), known(THREE)];
		expect(jsonOf(output).map(about)).toEqual(expected);
		expect(output.map(pairsOf)).toEqual([[0], [1], [2], [3], [4]]);
	});

	test('in the error output, with the fields of its own input item', async () => {
		const setting = batch({}, { onError: 'continueErrorOutput' });
		const { urls, resumed, resume } = await startBatch(await statusService(), setting);
		await call(urls[0]);
		const [output, errors] = await resume(resumed[0]);
		expect(jsonOf(output).map(about)).toEqual([known(ONE), known(TWO), known(THREE)]);
		expect(jsonOf(errors).map(about)).toEqual([failed(1), failed(3)]);
	});

	test('if one of two requests fails, and only the other one is awaited', async () => {
		const given = await statusService({}, ({ operation }, count) =>
			operation === 'sendBulkSms' && count === 1 ? { status: 400 } : undefined,
		);
		const setting = batch(
			{ options: { recipientsPerRequest: 2 } },
			{ items: itemsOf([ONE, TWO, THREE].map((phone) => ({ phone }))) },
		);
		const { urls, resumed, resume } = await startBatch(given, {
			...setting,
			onError: 'continueRegularOutput',
		});
		expect(await call(urls[0])).toBe(404);
		expect(await call(urls[1])).toBe(200);
		const [output] = await resume(resumed[0]);
		expect(jsonOf(output).map(about)).toEqual([
			{ ...known(ONE), failed: true, is_delivered: undefined },
			{ ...known(TWO), failed: true, is_delivered: undefined },
			known(THREE),
		]);
	});

	test('and nothing waits if nothing was sent', async () => {
		const given = await startService(() => ({ status: 400, body: { error: 'No money' } }));
		const setting = batch({}, { onError: 'continueRegularOutput' });
		const { result } = await startBatch(given, setting);
		expect(result.execution?.waitTill).toBeUndefined();
		expect(jsonOf(result.items).map(({ error }) => typeof error)).toEqual(
			rows.map(() => 'string'),
		);
	});

	test('and with Stop the step fails, and does not wait', async () => {
		const given = await startService((_, count) =>
			count === 1 ? accepted : { status: 400, body: { error: 'No money' } },
		);
		const { result } = await startBatch(
			given,
			batch(
				{ options: { recipientsPerRequest: 1 } },
				{ items: itemsOf([{ phone: ONE }, { phone: TWO }]) },
			),
		);
		expect(result.error?.message).toBe('No money');
		expect(result.execution?.waitTill).toBeUndefined();
	});
});

test('Retry On Fail waits for the requests of all tries, each with its own URL', async () => {
	let sends = 0;
	const given = await statusService({}, ({ operation }) =>
		operation === 'sendBulkSms' && ++sends === 2 ? { status: 400 } : undefined,
	);
	const setting = batch(
		{ options: { recipientsPerRequest: 1 } },
		{ items: itemsOf([{ phone: ONE }, { phone: TWO }]) },
	);
	const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { urls, resumed, result } = await startBatch(given, { ...setting, ...retried });
	expect(result.error).toBeUndefined();
	expect(urls).toHaveLength(3);
	expect(await call(urls[0])).toBe(200);
	expect(await call(urls[1])).toBe(404);
	expect(resumed).toEqual([]);
	expect(await call(urls[2])).toBe(200);
	expect(jsonOf(resumed[0]).map(({ phone }) => phone)).toEqual([ONE, TWO]);
});

describe('at the time limit', () => {
	test('the items are those of a batch that does not wait, and say so', async () => {
		const { resume } = await startBatch(
			await statusService(),
			batch(
				{ options: { recipientsPerRequest: 2 } },
				{ items: itemsOf([{ phone: ONE }, { phone: TWO }, { phone: THREE }]) },
			),
		);
		const [output] = await resume();
		expect(jsonOf(output)).toEqual([
			{
				uuid: 'u1',
				success: 'OK',
				recipients: 2,
				indexes: '0-1',
				is_sent: true,
				timedOut: true,
			},
			{
				uuid: 'u2',
				success: 'OK',
				recipients: 1,
				indexes: '2',
				is_sent: true,
				timedOut: true,
			},
		]);
	});

	test('with One Item per Recipient they are paired with the input', async () => {
		const { resume } = await startBatch(
			await statusService(),
			batch({ options: { oneItemPerRecipient: true } }, { onError: 'continueErrorOutput' }),
		);
		const [output, errors] = await resume();
		expect(jsonOf(output)).toEqual(
			[ONE, TWO, THREE].map((phone) => ({
				uuid: 'u1',
				success: 'OK',
				phone,
				is_delivered: null,
				is_sent: true,
				timedOut: true,
			})),
		);
		expect(output.map(pairsOf)).toEqual([[0], [2], [4]]);
		expect(jsonOf(errors).map(about)).toEqual([failed(1), failed(3)]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'what failed has the fields of its own input item (%s)',
		async (onError) => {
			const { resume } = await startBatch(await statusService(), batch({}, { onError }));
			const output = (await resume()).flat();
			expect(jsonOf(output).map(about)).toEqual([
				{ phone: undefined, order: undefined, failed: false, is_delivered: undefined },
				failed(1),
				failed(3),
			]);
			expect(output[0].json.timedOut).toBe(true);
		},
	);

	test('a call no longer resumes the execution', async () => {
		const { urls, resumed, result } = await startBatch(
			await statusService(),
			batch(
				{
					limitWaitTime: true,
					limitType: 'date',
					waitUntil: "={{ $now.plus(2, 'seconds').toISO() }}",
				},
				{ items: itemsOf([{ phone: ONE }]) },
			),
		);
		expect(result.execution?.waitTill?.getTime()).toBeLessThan(Date.now() + 2_100);
		await new Promise((resolve) => setTimeout(resolve, 1_500));
		expect(await call(urls[0])).toBe(200);
		expect(resumed).toEqual([]);
	});

	test('is wrong before anything is sent if it is not a time', async () => {
		const given = await statusService();
		const { result } = await startBatch(
			given,
			batch(
				{ limitWaitTime: true, limitType: 'date', waitUntil: 'soon' },
				{ items: undefined },
			),
		);
		expect(result.error?.message).toMatch(/^'Wait Until' is "soon"/);
		expect(given.received).toEqual([]);
	});

	test('says if it ends before the mailing is sent', async () => {
		const limits = { limitWaitTime: true, limitType: 'timeInterval', waitAmount: 1 };
		const scheduled = { scheduleTime: "={{ $now.plus(3, 'hours').toISO() }}" };
		const one = { items: itemsOf([{ phone: ONE }]) };
		for (const [waitUnit, hints] of [
			['hours', 1],
			['days', 0],
		] as const) {
			const parameters = { ...limits, waitUnit, options: scheduled };
			const { result } = await startBatch(await statusService(), batch(parameters, one));
			const [{ hints: given = [] }] = result.runData.MessagingServiceSms;
			expect(given.map(({ message }) => message)).toEqual(
				Array.from({ length: hints }, () =>
					expect.stringMatching(/before the mailing is sent/),
				),
			);
		}
	});
});

describe('if the statuses cannot be read after a call', () => {
	test.each([
		['the service is down', { status: 503 }],
		['the token is wrong', { status: 403, body: { error: `Invalid token ${token}` } }],
	])(
		'the execution goes on waiting, the log says so, and the next call ends it: %s',
		async (_, answer) => {
			let isDown = false;
			const given = await statusService({}, ({ operation }) =>
				isDown && operation === 'statusBulkSms' ? answer : undefined,
			);
			const one = batch({}, { items: itemsOf([{ phone: ONE }]) });
			const { urls, resumed } = await startBatch(given, one);
			isDown = true;
			const log = captureLog();
			expect(await call(urls[0])).toBe(200);
			expect(resumed).toEqual([]);
			expect(log.join('\n')).toMatch(/could not be read\. The execution goes on waiting/);
			expect(log.join('\n')).not.toContain(token);
			isDown = false;
			expect(await call(urls[0])).toBe(200);
			expect(resumed).toHaveLength(1);
		},
	);

	test('a read that fails for a moment is tried again in the same call', async () => {
		const given = await statusService({}, ({ operation }, count) =>
			operation === 'statusBulkSms' && count === 2 ? { status: 502 } : undefined,
		);
		const one = batch({}, { items: itemsOf([{ phone: ONE }]) });
		const { urls, resumed } = await startBatch(given, one);
		expect(await call(urls[0])).toBe(200);
		expect(resumed).toHaveLength(1);
	});
});

test('the secret of the URL is in no error and no output, if the service repeats it', async () => {
	const seen: string[] = [];
	const given = await startService(({ operation, json }) => {
		const url = json?.callback_url;
		if (url) seen.push(url, new URL(url).searchParams.get('r') ?? '');
		const echoed = seen.join();
		if (operation === 'statusBulkSms') {
			return { body: [{ ...mailing([recipient(ONE, 'NEW')]), callback_url: seen.at(-2) }] };
		}
		return seen.length > 2
			? { status: 400, body: { error: `${echoed} cannot be reached` } }
			: { body: { uuid: 'u', success: 'OK', callback_url: url } };
	});
	const setting = batch(
		{ options: { recipientsPerRequest: 1 } },
		{ items: itemsOf([{ phone: ONE }, { phone: TWO }]), onError: 'continueRegularOutput' },
	);
	const { urls, resumed, stored, result } = await startBatch(given, setting);
	expect(await call(urls[0])).toBe(200);
	const shown = JSON.stringify([resumed, result.items, stored.replaceAll(resumeToken, '')]);
	expect(resumed).toHaveLength(1);
	for (const secret of [...seen.slice(0, 2)]) expect(shown).not.toContain(secret);
	expect(JSON.stringify([resumed, result.items])).not.toContain(resumeToken);
	expect(shown).toContain('***');
});

test('a dry run shows that it would wait, no secret, and waits for nothing', async () => {
	const given = await statusService();
	const { result } = await startBatch(given, batch({ options: { dryRun: true } }));
	expect(given.received).toEqual([]);
	expect(result.execution?.waitTill).toBeUndefined();
	expect(result.items[0].json).toMatchObject({
		dry_run: true,
		waits_for_result: true,
		requests: [{ parameters_in: 'body', recipients: 3 }],
	});
	expect(JSON.stringify(result.items)).not.toMatch(/webhook-waiting|signature/);
});

test('a date that is missing is an error before anything is sent', async () => {
	const given = await statusService();
	const limits = { limitWaitTime: true, limitType: 'date', waitUntil: '' };
	const { result } = await startBatch(given, batch(limits, { items: itemsOf([{ phone: ONE }]) }));
	expect(result.error?.message).toBe("'Wait Until' is empty");
	expect(given.received).toEqual([]);
});
