import fc from 'fast-check';
import { captureLog } from '../support/sandboxHarness';
import { share } from '../support/thorough';
import { type Case, caseOf } from './draw';
import { type Kind, kinds, type Shape } from './kinds';
import { KNOWN } from './known';
import { Oracle, type Violation } from './oracle';
import { play, type Played } from './play';
import { shownOf } from './said';
import { Tally } from './tally';

jest.setTimeout(3_600_000);

/** RUNS, SEED and CASE are for whoever looks for more, or at one case. */
const numRuns = Number(process.env.RUNS ?? share(200, 12));
const firstSeed = Number(process.env.SEED ?? 20261127);
const log = captureLog();
const tally = new Tally();

/** Where more can go wrong: rows with gaps, the recipients of a question, and what is read once or of each item. */
const SHARES: Partial<Record<Shape, number>> = { ...{ import: 4, wait: 2, batch: 2, change: 0.7 } };
const runsOf = ({ shape }: Kind) => Math.ceil(numRuns * (SHARES[shape] ?? 1));

const isKnown = (violation: Violation, played: Played) =>
	KNOWN.some(({ covers }) => covers(violation, played));

/** Describes a failed case: its parameters, requests and outputs. */
function reportOf(violations: Violation[], { executions, seen }: Played): string {
	return [
		...violations.map(({ sentence, text }) => `(${sentence}) ${text}`),
		...seen.map(
			({ api, marks, fault = 'success', id }) =>
				`${api} ${[...marks].join()}: ${fault}, ${id}`,
		),
		...executions.flatMap(({ kind, logged, result }) => [
			`${kind.title}: ${shownOf(result.error)}${logged.join('\n')}`,
			...[...result.items, ...result.errorItems].map((item) =>
				JSON.stringify([item.pairedItem, item.json]),
			),
		]),
	].join('\n');
}

async function violationsOf(drawn: Case) {
	const played = await play(drawn, log);
	const { judged, violations } = new Oracle(played);
	return { judged, played, violations };
}

describe('each recipient gets what the step says, whatever fails', () => {
	test.each(kinds.map((kind, place) => [kind.title, kind, place] as const))(
		'%s',
		async (_, kind, place) => {
			const property = fc.asyncProperty(caseOf(kind), async (drawn) => {
				const { judged, played, violations } = await violationsOf(drawn);
				tally.add(played, judged);
				const unknown = violations.filter((one) => !isKnown(one, played));
				if (unknown.length > 0) throw new Error(reportOf(unknown, played));
			});
			await fc.assert(property, { numRuns: runsOf(kind), seed: firstSeed + place });
		},
	);

	test('and everything that counts was drawn and judged', () => {
		if (process.env.TALLY) console.log(tally.text);
		expect(tally.tooFew).toEqual([]);
	});
});

for (const { title, covers, smallest } of KNOWN) {
	if (!smallest) continue;
	test(`still known: ${title}`, async () => {
		const { played, violations } = await violationsOf(smallest);
		expect(violations.filter((one) => covers(one, played))).not.toEqual([]);
	});
}

const given = process.env.CASE;
if (given !== undefined) {
	test('the case of CASE', async () => {
		const { played, violations } = await violationsOf(JSON.parse(given) as Case);
		console.log(reportOf(violations, played));
	});
}
