import fc from 'fast-check';
import { Service } from '../support/engine/service';
import { share, shareOf } from '../support/thorough';
import { inParallel } from '../support/sandboxHarness';
import { answerTo, isNumbered } from './answers';
import { readOperations } from './model';
import { type Fault, isArgument, type Lane, runAlone, runTogether, runTool } from './runCases';
import type { Target } from './target';
import { targetsOf } from './targets';
import { anyValue, computed, throwing } from './values';

/** Set ODD_SEED for other values, and ODD_CASES for more of them. */
const seed = Number(process.env.ODD_SEED ?? 20261122);
export const wanted = Number(process.env.ODD_CASES ?? share(10_000, 200));
/** `npm test` has time for a third of the fields. */
const shareOfTargets = (all: Target[]) => (process.env.ODD_CASES ? all : shareOf(all, 3));

const isTogether = ({ isPerItem, operation }: Target) => isPerItem && isNumbered(operation.api);
/** Read once, and the same in every operation: fewer cases each. */
const isStepOption = ({ labels: [label] }: Target) => label.startsWith('Resend');

interface Numbered {
	target: Target;
	index: number;
	count: number;
}

/** The fields of all operations, each with the number of values that it is fed. */
async function allTargets(): Promise<Numbered[]> {
	const all = shareOfTargets((await readOperations()).flatMap(targetsOf));
	const few = Math.ceil(wanted / 2000);
	const alone = Math.ceil((wanted * 14) / 10_000);
	const rest = all.filter((one) => isTogether(one) && !isStepOption(one)).length;
	const options = all.filter(isStepOption).length;
	const left = wanted - few * options - alone * (all.length - rest - options);
	const together = Math.ceil(left / rest);
	return all.map((target, index) => {
		const count = isStepOption(target) ? few : isTogether(target) ? together : alone;
		return { target, index, count };
	});
}

const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length];
const errorSettings = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

/** Feeds one field its values, in every manner. */
async function feed({ target, index, count }: Numbered, lane: Lane) {
	const values = fc.sample(anyValue(target.form.base, target.form.shapes), {
		numRuns: count,
		seed: seed + index,
	});
	const byItem = '={{ $json.v }}';
	const faults: Fault[] = [];
	let cases = 0;
	const alone = async (raw: unknown, value: unknown, turn: number, isNamed = true) => {
		cases++;
		const isExpression = typeof raw === 'string' && raw.startsWith('=');
		const manner = isExpression ? 'expression' : 'fixed';
		const one = { value, raw, isNamed, manner } as const;
		const onError = pick(errorSettings, index + turn);
		const retryOnFail = (index + turn) % 5 === 0;
		faults.push(...(await runAlone(target, lane, { ...one, onError, retryOnFail })));
	};
	const { base } = target.form;
	// What is valid comes first, and must not be refused.
	values.shift();
	await alone(target.only === 'expression' || index % 2 === 0 ? byItem : base, base, 0);
	if (target.only !== 'expression') {
		values.shift();
		const { source, value } = pick(computed, index);
		await alone(`={{ ${source} }}`, source === '$json' ? { v: value } : value, 2);
		if (index % 8 === 0) {
			values.shift();
			cases++;
			const source = pick(throwing, index / 8);
			const refused = { ...target, expected: () => [{ refused: true as const }] };
			const one = { value: source, raw: `={{ ${source} }}`, manner: 'expression' } as const;
			const setting = { onError: undefined, retryOnFail: false, isNamed: false };
			faults.push(...(await runAlone(refused, lane, { ...one, ...setting })));
		}
		const [argument] = values;
		if (isArgument(argument) && index % 2 === 0 && !target.hasFile) {
			values.shift();
			cases++;
			faults.push(...(await runTool(target, lane, argument, index)));
		}
	}
	const ready = isTogether(target) ? values.splice(4) : [];
	for (const [turn, value] of values.entries()) {
		const isFixable = isArgument(value) || value === '';
		const isFixed = turn % 3 === 0 && isFixable && target.only !== 'expression';
		const isText = isFixed && typeof value === 'string' && value.startsWith('=');
		await alone(isFixed && !isText ? value : byItem, value, turn);
	}
	if (ready.length > 0) {
		cases += ready.length;
		const onError = pick(['continueRegularOutput', 'continueErrorOutput'] as const, index);
		faults.push(...(await runTogether(target, lane, ready, onError, index % 4 === 0)));
	}
	return { faults, cases };
}

const LANES = 4;

export interface Fed {
	faults: Fault[];
	cases: number;
	planned: number;
	plannedInAll: number;
}

/**
 * Feeds all fields of some nodes.
 *
 * @returns the faults, the cases that were fed, and those that had to be: of these nodes and of all
 */
export async function feedAll(nodes: string[]): Promise<Fed> {
	const all = await allTargets();
	const chosen = all.filter(({ target }) => nodes.includes(target.operation.node));
	const free = Array.from({ length: LANES }, (_, lane): Lane => {
		const url = `https://lane${lane}.messaging.example`;
		return { url, service: new Service((request, at) => answerTo(request, at), url) };
	});
	const lanes = [...free];
	const fed: Array<Awaited<ReturnType<typeof feed>>> = [];
	try {
		await inParallel([...chosen.keys()], LANES, async (position) => {
			const lane = free.pop() as Lane;
			fed[position] = await feed(chosen[position], lane);
			free.push(lane);
		});
	} finally {
		for (const { service } of lanes) service.close();
	}
	return {
		faults: fed.flatMap(({ faults }) => faults),
		cases: fed.reduce((sum, { cases }) => sum + cases, 0),
		planned: chosen.reduce((sum, { count }) => sum + count, 0),
		plannedInAll: all.reduce((sum, { count }) => sum + count, 0),
	};
}
