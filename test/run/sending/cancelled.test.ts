import type { INodeParameters } from 'n8n-workflow';
import type { FaultOptions, Sandbox } from '../../../sandbox';
import { token } from '../../support/engine/credentials';
import type { RunSetting } from '../../support/engine/runNode';
import { useFakeTime } from '../../support/fakeTime';
import { people, sendSms } from '../../support/operations';
import { captureLog, run, startTestSandbox } from '../../support/sandboxHarness';
import { pause, until } from '../../support/until';
import { bulk, contacts, itemsOf, type Kind, kinds, sms } from './kinds';

useFakeTime();

let sandbox: Sandbox;
let log: string[];
beforeAll(async () => {
	log = captureLog();
	sandbox = await startTestSandbox();
});
beforeEach(() => {
	sandbox.reset();
	log.length = 0;
});
afterAll(async () => await sandbox.close());

const arrived = async (count: number) =>
	await until('the requests', 20, () => sandbox.requests.length === count, 5);
/** Maximum milliseconds until a cancelled run ends: the rest of a sleep. */
const MOST = 500;
const lines = () => log.filter((line) => line.includes('the execution was cancelled'));

/** Cancels a run after `count` requests and after `then`. Returns n8n's log line. */
async function cancelled(
	kind: Kind,
	{
		count = 5,
		requests = 1,
		then = 50,
		isLogged = true,
		...more
	}: Partial<RunSetting> & Cancelling = {},
): Promise<string> {
	let cancel = () => {};
	const running = run(sandbox, {
		...kind.made({ maxInFlight: 1, ...more.options }),
		items: itemsOf(kind, count),
		onStart: (stop) => (cancel = stop),
		...more,
	});
	await arrived(requests);
	await pause(then);
	const since = Date.now();
	cancel();
	await running;
	if (isLogged) await until('a line in the log', 20, () => lines().length > 0, 5);
	expect(Date.now() - since).toBeLessThanOrEqual(MOST);
	await pause(60_000);
	expect(sandbox.requests.length).toBe(requests);
	const all = log.join('\n');
	for (const { json } of people(count)) {
		expect(all).not.toContain(json.phone);
		expect(all).not.toContain(json.text);
	}
	expect(all).not.toContain(token);
	return lines()[0] ?? 'none';
}
interface Cancelling {
	count?: number;
	requests?: number;
	then?: number;
	options?: INodeParameters;
	isLogged?: boolean;
}

const list = kinds.find(({ title }) => title === 'a list') ?? sms;
type Setting = NonNullable<Parameters<typeof cancelled>[1]>;
const hang = { kind: 'hang' } as const;
const betweenTries = { retryOnFail: true, waitBetweenTries: 500 };

test.each<[when: string, Kind, Partial<FaultOptions>, Setting, said: RegExp]>([
	[
		'while a request is on its way: it may have been sent',
		sms,
		{ ...hang, skip: 2 },
		{ requests: 3 },
		/^MessagingServiceSms: the execution was cancelled\. Sent: item 0 \(sms_id \d+\), item 1 \(sms_id \d+\)\. May have been sent: item 2\. Not sent: items 3-4\./,
	],
	[
		'while ten are on their way: all of them may have been sent',
		sms,
		{ ...hang, times: 'forever' },
		{ count: 30, requests: 10, options: { maxInFlight: 10 } },
		/cancelled\. May have been sent: items 0-9\. Not sent: items 10-29\./,
	],
	[
		'while it waits for the rate limit',
		sms,
		{ kind: '429', skip: 1, times: 'forever', retryAfter: 30 },
		{ requests: 2 },
		/cancelled\. Sent: item 0 \(sms_id \d+\)\. Failed: item 1\. Not sent: items 2-4\./,
	],
	[
		'while it waits between two tries: what the first has sent is named',
		sms,
		{ kind: 'error200', skip: 1 },
		{ ...betweenTries, requests: 2 },
		/cancelled\. Sent: item 0 \(sms_id \d+\)\. Not sent: items 1-4\./,
	],
	[
		'while an import is on its way: its contacts may have been imported',
		contacts,
		hang,
		{},
		/cancelled\. May have been sent: items 0-4\./,
	],
	[
		'while a request is on its way, under Continue',
		sms,
		{ ...hang, skip: 1 },
		{ requests: 2, onError: 'continueRegularOutput' },
		/Sent: item 0 .* May have been sent: item 1\. Not/,
	],
	['while a list is read: there is nothing to tell', list, hang, { isLogged: false }, /^none$/],
])('an execution that is cancelled says what was sent: %s', async (...row) => {
	const [, kind, fault, setting, said] = row;
	sandbox.fault({ ...hang, operation: kind.sends, ...fault });
	expect(await cancelled(kind, setting)).toMatch(said);
});

test.each([sms, bulk].map((kind) => [kind.title, kind] as const))(
	"a cancelled execution that waits as n8n's batching option asks says what was sent, for %s",
	async (_, kind) => {
		const batch = { batchSize: 1, batchInterval: 30_000 };
		const made = kind.made({
			maxInFlight: 1,
			...(kind === bulk && { recipientsPerRequest: 1 }),
		});
		const parameters = { ...made.parameters, requestOptions: { batching: { batch } } };
		expect(await cancelled(kind, { parameters })).toMatch(
			/cancelled\. Sent: item 0 \((?:sms_id \d+|uuid [0-9a-f-]+)\)\. Not sent: items 1-4\./,
		);
	},
);

test('a cancelled execution that waits for a slot says that nothing was sent', async () => {
	sandbox.fault({ kind: 'hang', operation: sms.sends, times: 1 });
	let cancel = () => {};
	const other = run(sandbox, {
		...sendSms({ maxInFlight: 1 }),
		items: people(1),
		executionId: 'other',
		onStart: (stop) => (cancel = stop),
	});
	await arrived(1);
	expect(await cancelled(sms, { count: 3 })).toMatch(
		/cancelled\. Nothing was sent\. Not sent: items 0-2\./,
	);
	cancel();
	await other;
});
