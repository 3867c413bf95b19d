import type { IDataObject } from 'n8n-workflow';
import { countRequestsTo, run, useSandbox, sandbox } from '../support/sandboxHarness';
import { shareOf } from '../support/thorough';
import { itemsOf, type Kind, kinds } from './sending/kinds';
import { pairsOf, sentOf } from './sending/observed';

useSandbox(1);

const contextOf = (error?: Error) => (error as { context?: IDataObject } | undefined)?.context;

const positions: Array<[where: string, position: number]> = [
	['first', 0],
	['middle', 2],
	['last', 4],
];
const faults: Array<[what: string, fault: (kind: Kind) => IDataObject]> = [
	['has a wrong value', ({ bad }) => ({ value: bad })],
	['has an expression that throws', () => ({ throws: true })],
];
const cases = faults.flatMap(([what, fault]) =>
	positions.map(([where, position]) => ({ what, fault, where, position })),
);

const faulty = (kind: Kind, { fault, position }: (typeof cases)[number]) =>
	itemsOf(kind, 5, { [position]: fault(kind) });

describe.each(kinds.map((kind, turn) => [kind.title, kind, turn] as const))(
	'%s',
	(_, kind, turn) => {
		test('sends every item once and returns them in order', async () => {
			const items = itemsOf(kind, 5);
			const { error, items: output } = await run(sandbox, { ...kind.made(), items });
			if (error) throw error;
			if (kind.mark) expect(sentOf(sandbox, kind, 5)).toEqual([1, 1, 1, 1, 1]);
			const each = [[0], [1], [2], [3], [4]];
			expect(pairsOf(output)).toEqual(kind.together ? [[0, 1, 2, 3, 4]] : each);
		});

		test.each(cases)(
			'fails before the first request with Stop if the $where item $what',
			async (one) => {
				const { position } = one;
				const { error } = await run(sandbox, { ...kind.made(), items: faulty(kind, one) });
				expect(contextOf(error)?.itemIndex).toBe(position);
				expect(error).toHaveProperty(
					'node.name',
					expect.stringMatching(/^MessagingService/),
				);
				expect(countRequestsTo(sandbox, kind.sends)).toBe(0);
			},
		);

		const othersOf = (position: number) => [0, 1, 2, 3, 4].filter((n) => n !== position);
		const onceOf = (position: number) => [0, 1, 2, 3, 4].map((n) => (n === position ? 0 : 1));

		test.each(shareOf(cases, 2, turn))(
			'sends the others with Continue if the $where item $what',
			async (one) => {
				const { position } = one;
				const onError = 'continueRegularOutput';
				const setting = { ...kind.made(), items: faulty(kind, one), onError } as const;
				const { items: output, error } = await run(sandbox, setting);
				expect(error).toBeUndefined();
				if (kind.mark) expect(sentOf(sandbox, kind, 5)).toEqual(onceOf(position));
				const failed = output.filter(({ json }) => json.error !== undefined);
				expect(pairsOf(failed)).toEqual([[position]]);
				const all = kind.together
					? [othersOf(position), [position]]
					: [[0], [1], [2], [3], [4]];
				expect(pairsOf(output)).toEqual(all.sort(([a], [b]) => a - b));
			},
		);

		test.each(shareOf(cases, 2, turn + 1))(
			'sends the others with an error output if the $where item $what',
			async (one) => {
				const { position } = one;
				const onError = 'continueErrorOutput';
				const setting = { ...kind.made(), items: faulty(kind, one), onError } as const;
				const { items: output, errorItems } = await run(sandbox, setting);
				if (kind.mark) expect(sentOf(sandbox, kind, 5)).toEqual(onceOf(position));
				expect(pairsOf(errorItems)).toEqual([[position]]);
				const others = othersOf(position);
				expect(pairsOf(output)).toEqual(kind.together ? [others] : others.map((n) => [n]));
			},
		);
	},
);
