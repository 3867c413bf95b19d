import type { INodeParameters } from 'n8n-workflow';
import { type Made, people, sendBatch, sendEmails } from '../../support/operations';
import { requestsTo, run } from '../../support/sandboxHarness';
import type { RunSetting } from '../../support/engine/runNode';
import { sandbox, startEachFresh } from './freshStart';

startEachFresh();

const once = { maxWait: 0, timeout: 20, sendOnceKey: '={{ $json.order }}' };
const orders = (...keys: unknown[]) =>
	people(keys.length).map(({ json }, index) => ({
		json: { ...json, order: keys[index] as string },
	}));
const execute = async (made: Made, setting: Partial<RunSetting>) =>
	await run(sandbox, { ...made, mode: 'trigger', ...setting });
const left = (key: string): unknown =>
	expect.objectContaining({ is_sent: false, reason: 'already sent', key });
const json = ({ items }: { items: Array<{ json: object }> }) => items.map((item) => item.json);
/** Number of messages to each of the first five recipients. */
const delivered = () => {
	sandbox.advance(60_000);
	return people(5).map(
		({ json: { phone, email } }) => sandbox.deliveriesTo(phone) + sandbox.deliveriesTo(email),
	);
};

type Make = (options?: INodeParameters) => Made;
const kinds: Array<[string, Make, string]> = [
	['an SMS batch', sendBatch, 'sendBulkSms'],
	['an email batch', sendEmails, 'sendBulkEmail'],
];

describe.each(kinds)('%s', (_, make, operation) => {
	const made = make(once);
	const requests = () => requestsTo(sandbox, operation);

	test('is sent to those whose key was not sent before, and returns the others beside it', async () => {
		await execute(made, { items: orders('a', 'b') });
		const result = await execute(made, { items: orders('b', 'c', 'd', 'a') });
		expect(json(result)).toEqual([
			left('b'),
			expect.objectContaining({ is_sent: true, recipients: 2, indexes: '1-2' }),
			left('a'),
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			[{ item: 1 }, { item: 2 }],
			{ item: 3 },
		]);
		expect(delivered()).toEqual([1, 2, 1, 0, 0]);
	});

	test('sends nothing if nobody is left', async () => {
		await execute(made, { items: orders('a', 'b') });
		expect(json(await execute(made, { items: orders('a', 'b') }))).toEqual([
			left('a'),
			left('b'),
		]);
		expect(requests()).toBe(1);
	});

	test('keeps the keys if its outcome is unknown', async () => {
		sandbox.fault({ kind: 'cut', operation, after: true });
		await execute(made, { items: orders('a', 'b') });
		const continued = await execute(made, {
			items: orders('a', 'b', 'c'),
			onError: 'continueRegularOutput',
		});
		const unknown = { error: expect.stringMatching(/may have been sent before: "[ab]"$/) };
		expect(json(continued)).toEqual([
			expect.objectContaining(unknown),
			expect.objectContaining(unknown),
			expect.objectContaining({ is_sent: true, recipients: 1 }),
		]);
	});

	test('in several requests, the keys of the one that fails are released', async () => {
		sandbox.fault({ kind: 'error200', operation, skip: 1 });
		const options = { ...once, recipientsPerRequest: 2, oneItemPerRecipient: true };
		const cut = make(options);
		await execute(cut, { items: orders('a', 'b', 'c', 'd', 'e') });
		const again = await execute(cut, { items: orders('a', 'b', 'c', 'd', 'e') });
		expect(json(again).map((one) => ('is_sent' in one ? one.is_sent : undefined))).toEqual([
			false,
			false,
			true,
			true,
			true,
		]);
		expect(delivered()).toEqual([1, 1, 1, 1, 1]);
	});

	test('a dry run shows the items whose key is wrong', async () => {
		const dry = make({ ...once, dryRun: true });
		const items = orders('a', '');
		const stopped = await execute(dry, { items });
		expect(stopped.error?.message).toBe("'Send Once Per Key' is empty");
		const [output] = json(await execute(dry, { items, onError: 'continueRegularOutput' }));
		expect(output).toMatchObject({
			recipients: 1,
			messages: [{ index: 0 }],
			rejects: [{ index: 1, reason: "'Send Once Per Key' is empty" }],
		});
	});

	test('a dry run remembers nothing', async () => {
		await execute(make({ ...once, dryRun: true }), { items: orders('a') });
		expect(json(await execute(made, { items: orders('a') }))[0]).toMatchObject({
			is_sent: true,
		});
	});

	test('under Retry On Fail nobody gets it twice, and nobody is left out', async () => {
		sandbox.fault({ kind: 'error200', operation, skip: 1 });
		const cut = make({ ...once, recipientsPerRequest: 2, oneItemPerRecipient: true });
		const retrying = { retryOnFail: true, maxTries: 3 };
		const result = await execute(cut, { items: orders('a', 'b', 'c'), ...retrying });
		expect(json(result).map((one) => ('is_sent' in one ? one.is_sent : one))).toEqual([
			true,
			true,
			true,
		]);
		expect(delivered()).toEqual([1, 1, 1, 0, 0]);
		expect(requests()).toBe(3);
	});
});
