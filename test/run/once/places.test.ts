import { people, sendSms } from '../../support/operations';
import { credentialsOf, countRequestsTo, run } from '../../support/sandboxHarness';
import { toolCallers, callByAgent } from '../../support/engine/callTool';
import { runSteps } from '../sending/severalSteps';
import { cut, goOn, reject, sandbox, startEachFresh, table } from './freshStart';

startEachFresh();

const sends = () => countRequestsTo(sandbox, 'sendQuickSMS');
const keyed = sendSms({ sendOnceKey: '={{ $json.phone }}' });
const items = people(2).map((item, index) => ({ ...item, pairedItem: { item: index } }));
const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

const tool = () => ({
	...sendSms({ sendOnceKey: fromModel('order') }),
	mode: 'trigger' as const,
	credentials: credentialsOf(sandbox),
});
const asTool = () => {
	const { parameters, ...setting } = tool();
	return {
		...setting,
		parameters: { ...parameters, phone: fromModel('phone'), message: 'Hello' },
	};
};
const args = { phone: '380501234567', order: '17' };

test('Send Once Per Key sends no key again in the next round of a loop', async () => {
	const made = { ...keyed, mode: 'trigger' as const, items };
	const { runData } = await run(sandbox, { ...made, rounds: 2 });
	const rounds = Object.values(runData).at(-1) ?? [];
	expect(rounds.map(({ data }) => data?.main[0]?.map(({ json }) => json.is_sent))).toEqual([
		[true, true],
		[false, false],
	]);
	expect(sends()).toBe(2);
});

test('Send Once Per Key keeps the keys of two steps separate', async () => {
	const { parameters } = keyed;
	const steps = { First: { parameters }, Second: { parameters } };
	const given = { First: items, Second: items };
	for (const _ of [1, 2]) await runSteps(sandbox, steps, given, 'trigger');
	expect(sends()).toBe(4);
	expect([...table.rows.keys()]).toEqual(['workflow/n:First', 'workflow/n:Second']);
});

test('Send Once Per Key sends a key once in calls by an agent of version 3', async () => {
	const [first] = await callByAgent(asTool(), args);
	expect(first).toMatchObject({ is_sent: true });
	expect(await callByAgent(asTool(), args)).toEqual([
		expect.objectContaining({ is_sent: false, reason: 'already sent', key: '17' }),
	]);
	expect(sends()).toBe(1);
});

test('a model reads that a message with the key may have been sent before the call', async () => {
	cut();
	const call = async () => {
		const made = asTool();
		const options = { sendOnceKey: fromModel('order'), resendUnknown: true };
		const setting = { ...made, ...goOn, parameters: { ...made.parameters, options } };
		return await callByAgent(setting, args);
	};
	await call();
	reject();
	const [{ error }] = await call();
	expect(error).toContain('May have been sent before with the same key: item 0.');
});

test.each(toolCallers.filter(([, call]) => call !== callByAgent))(
	'Send Once Per Key sends nothing in a call by %s, where n8n has no store, and says what to use',
	async (_, call) => {
		const told = await call(asTool(), args).then(
			([record]) => String(record.error),
			(error: Error) => error.message,
		);
		expect(told).toMatch(/Send Once Per Key.*needs storage.*Use an AI Agent of version 3/s);
		expect(sends()).toBe(0);
	},
);
