import type { AnyRun, Plan } from '../../describe/operation';
import { duplicates } from './duplicates';
import { hours } from './hours';
import { keys } from './keys';
import { limits } from './limits';

type Gate = (run: AnyRun, plan: Plan) => void | Promise<(() => Promise<void>) | undefined>;

/**
 * What decides whether an entry is sent, in this order. Before them come what an earlier try has left
 * (`run/earlierTries.ts`) and the entry's own values, which its plan reads. Keys are the last ones: they are
 * claimed before the first request, and not for anything that another gate holds back.
 */
const GATES: Gate[] = [duplicates, limits, hours, keys];

/**
 * Passes the entries of a run through all gates.
 *
 * @returns what saves the outcome of the keys, when all is sent or nothing will be
 * @throws what names something wrong that is read once
 */
export async function passGates(run: AnyRun, plan: Plan): Promise<() => Promise<void>> {
	let finishKeys = async () => {};
	for (const gate of GATES) finishKeys = (await gate(run, plan)) ?? finishKeys;
	return finishKeys;
}
