import fc from 'fast-check';
import { share } from '../support/thorough';
import { type Kind, kinds } from './kinds';
import { Oracle } from './oracle';
import { outputsOf, shownOf } from './reported';
import { type Case, caseOf, play, type Played } from './run';
import { faults } from './service';

jest.setTimeout(3_600_000);

const numRuns = Number(process.env.RUNS ?? share(250, 18));
const firstSeed = Number(process.env.SEED ?? 20261127);

/** Counts faults and outcomes, because a fault that is never drawn tests nothing. */
const occurred = new Map<string, number>();
const count = (what: string) => occurred.set(what, (occurred.get(what) ?? 0) + 1);

function countAll({ executions, service }: Played, { onError }: Case): void {
	for (const { fault } of service.seen) count(fault ?? 'success');
	for (const execution of executions) {
		const hasError = execution.result.error !== undefined;
		count(hasError ? 'an error' : `items with ${onError}`);
		for (const { word } of hasError ? [] : outputsOf(execution)) count(word);
	}
}

/** Describes the requests and the outputs of a case. */
const reportOf = ({ executions, service }: Played): string[] => [
	...service.seen.map(
		({ marks, fault, id }) => `${marks.join()}: ${fault ?? 'success'}, ID ${id}`,
	),
	...executions.flatMap(({ result: { error, errorItems, items } }) => [
		shownOf(error),
		...[...items, ...errorItems].map((item) => JSON.stringify([item.pairedItem, item.json])),
	]),
];

async function judge(kind: Kind, drawn: Case): Promise<void> {
	const played = await play(kind, drawn);
	countAll(played, drawn);
	const { violations } = new Oracle(played);
	if (violations.length > 0) throw new Error([...violations, ...reportOf(played)].join('\n'));
}

test.each(kinds.map((kind, n) => [kind.title, kind, n] as const))(
	'the output of %s agrees with what the service got, whatever fails',
	async (_, kind, n) => {
		const property = fc.asyncProperty(caseOf(kind), async (drawn) => await judge(kind, drawn));
		await fc.assert(property, { numRuns, seed: firstSeed + n });
	},
);

test('the random runs include every fault and every outcome', () => {
	const items = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
	const expected = [
		...[...Object.keys(faults), 'success', 'an error'],
		...items.map((onError) => `items with ${onError}`),
		...['sent', 'unknown', 'failed', 'left out', 'sent before'],
	];
	const least = (kinds.length * numRuns) / 50;
	expect(expected.filter((what) => (occurred.get(what) ?? 0) < least)).toEqual([]);
});
