import type { INodeParameters } from 'n8n-workflow';
import { type OperationSetting, people, sendBatch, sendEmails } from '../../support/operations';
import { countRequestsTo, run } from '../../support/sandboxHarness';
import type { RunSetting } from '../../support/engine/runNode';
import { jsonsOf } from '../sending/observed';
import { cut, goOn, left, maybeSent, orders, reject, sandbox, startEachFresh } from './freshStart';

startEachFresh();

const once = { maxWait: 0, timeout: 20, sendOnceKey: '={{ $json.order }}' };
const cutInTwo = { ...once, recipientsPerRequest: 2, oneItemPerRecipient: true };
const execute = async (
	made: OperationSetting,
	keys: unknown[],
	setting: Partial<RunSetting> = {},
) => await run(sandbox, { ...made, mode: 'trigger', items: orders(...keys), ...setting });
const executed = async (...args: Parameters<typeof execute>) => jsonsOf(await execute(...args));
const sentTo = (count: number): unknown =>
	expect.objectContaining({ is_sent: true, recipients: count });
/** Number of messages to each of the first five recipients. */
const delivered = () => {
	sandbox.advance(60_000);
	return people(5).map(
		({ json: { phone, email } }) => sandbox.deliveriesTo(phone) + sandbox.deliveriesTo(email),
	);
};

type Make = (options?: INodeParameters) => OperationSetting;
describe.each<[string, Make, string]>([
	['an SMS batch', sendBatch, 'sendBulkSms'],
	['an email batch', sendEmails, 'sendBulkEmail'],
])('%s', (_, make, operation) => {
	const made = make(once);

	test('is sent to the recipients whose key was not sent before, and returns the others', async () => {
		await execute(made, ['a', 'b']);
		const result = await execute(made, ['b', 'c', 'd', 'a']);
		expect(jsonsOf(result)).toEqual([
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

	test('sends nothing if the key of every recipient was sent before', async () => {
		await execute(made, ['a', 'b']);
		expect(await executed(made, ['a', 'b'])).toEqual([left('a'), left('b')]);
		expect(countRequestsTo(sandbox, operation)).toBe(1);
	});

	test('keeps the keys if its outcome is unknown', async () => {
		cut({ operation });
		await execute(made, ['a', 'b']);
		const output = await executed(made, ['a', 'b', 'c'], goOn);
		expect(output).toEqual([maybeSent('a'), maybeSent('b'), sentTo(1)]);
	});

	test('in several requests releases the keys of the one that fails', async () => {
		reject({ operation, skip: 1 });
		const keys = ['a', 'b', 'c', 'd', 'e'];
		await execute(make(cutInTwo), keys);
		const again = await executed(make(cutInTwo), keys);
		expect(again.map(({ is_sent }) => is_sent)).toEqual([false, false, true, true, true]);
		expect(delivered()).toEqual([1, 1, 1, 1, 1]);
	});

	test('in a dry run shows the items whose key is invalid, and remembers nothing', async () => {
		const dry = make({ ...once, dryRun: true });
		const EMPTY = "'Send Once Per Key' is empty";
		expect((await execute(dry, ['a', ''])).error?.message).toBe(EMPTY);
		const [output] = await executed(dry, ['a', ''], goOn);
		const rejects = [{ index: 1, reason: EMPTY }];
		expect(output).toMatchObject({ recipients: 1, messages: [{ index: 0 }], rejects });
		expect(await executed(made, ['a'])).toEqual([sentTo(1)]);
	});

	test('with Retry On Fail is sent to everybody exactly once', async () => {
		reject({ operation, skip: 1 });
		const retrying = { retryOnFail: true, maxTries: 3 };
		const output = await executed(make(cutInTwo), ['a', 'b', 'c'], retrying);
		expect(output.map(({ is_sent }) => is_sent)).toEqual([true, true, true]);
		expect(delivered()).toEqual([1, 1, 1, 0, 0]);
		expect(countRequestsTo(sandbox, operation)).toBe(3);
	});
});
