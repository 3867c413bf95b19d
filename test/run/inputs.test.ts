import type { IDataObject } from 'n8n-workflow';
import { people, phoneOf, sendSms } from '../support/operations';
import { countRequestsTo, run, useSandbox, sandbox } from '../support/sandboxHarness';
import { itemsOf, kinds, sms } from './sending/kinds';
import { pairsOf, sentOf } from './sending/observed';
import { runSteps } from './sending/severalSteps';

useSandbox(1);

const textsSent = () =>
	sandbox.requests
		.filter(({ operation }) => operation === sms.sends)
		.map(({ query }) => query.message);

test.each(kinds.map((kind) => [kind.title, kind] as const))(
	'%s without input items sends nothing and returns nothing',
	async (_, kind) => {
		const { error, items } = await run(sandbox, { ...kind.made(), items: [] });
		expect([error, items, countRequestsTo(sandbox, kind.sends)]).toEqual([undefined, [], 0]);
	},
);

test.each(kinds.filter(({ mark }) => mark).map((kind) => [kind.title, kind] as const))(
	'%s with Execute Once takes the first item alone',
	async (_, kind) => {
		const setting = { ...kind.made(), items: itemsOf(kind, 3), executeOnce: true };
		const { items } = await run(sandbox, setting);
		expect(sentOf(sandbox, kind, 3)).toEqual([1, 0, 0]);
		expect(pairsOf(items).flat()).toEqual([0]);
	},
);

test('a step with pinned data returns it and sends nothing', async () => {
	const pinned = [{ json: { sms_id: 7 } }];
	const { items } = await run(sandbox, { ...sms.made(), items: itemsOf(sms, 3), pinned });
	expect(items.map(({ json }) => json)).toEqual([{ sms_id: 7 }]);
	expect(textsSent()).toEqual([]);
});

test('a step in a loop reads the run index of each round', async () => {
	const made = sendSms({ maxInFlight: 1 });
	const parameters = { ...made.parameters, message: '=Round {{ $runIndex }}' };
	const result = await run(sandbox, { ...made, parameters, items: people(2), rounds: 3 });
	expect([result.error, result.rounds]).toEqual([undefined, 3]);
	const rounds = ['Round 0', 'Round 0', 'Round 1', 'Round 1', 'Round 2', 'Round 2'];
	expect(textsSent()).toEqual(rounds);
});

test('two steps of a workflow both send, the second for each item that the first returns', async () => {
	const steps = {
		First: { next: ['Second'] },
		Second: {
			parameters: {
				phone: "={{ $('First').item.json.phone ?? $('Input').item.json.phone }}",
				message: '=Again: {{ $json.sms_id }}',
			},
		},
	};
	const runData = await runSteps(sandbox, steps, { First: people(3) });
	const [[first], [second]] = [runData.First, runData.Second];
	const ids = first.data?.main[0]?.map(({ json }) => json.sms_id);
	expect(textsSent().slice(3).sort()).toEqual(ids?.map((id) => `Again: ${String(id)}`).sort());
	expect(pairsOf(second.data?.main[0] ?? [])).toEqual([[0], [1], [2]]);
	expect(sentOf(sandbox, sms, 3)).toEqual([2, 2, 2]);
});

test('items of any shape are sent, or are an error of their own', async () => {
	const odd = [
		{ json: { phone: phoneOf(0), text: 'One' }, error: new Error('of an earlier step') },
		{ json: { error: 'of an earlier step', phone: phoneOf(1), text: 'Two' } },
		{ json: {} },
		{} as { json: IDataObject },
		{
			json: { phone: phoneOf(4), text: 'Five' },
			pairedItem: [{ item: 7 }, { item: 9, input: 3 }],
		},
	];
	const setting = { ...sendSms(), items: odd, onError: 'continueRegularOutput' } as const;
	const { items } = await run(sandbox, setting);
	expect(items.map(({ json }) => json.error)).toEqual([
		undefined,
		undefined,
		"'Phone' is empty. 'Message' is empty",
		expect.any(String),
		undefined,
	]);
	expect(pairsOf(items)).toEqual([[0], [1], [2], [3], [4]]);
});
