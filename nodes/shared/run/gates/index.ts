import type { AnyRun, Plan } from '../../describe/operation';
import { duplicates } from './duplicates';
import { hours } from './hours';
import { keys } from './keys';
import { limits } from './limits';

type SaveKeys = () => Promise<void>;
type Gate = (run: AnyRun, plan: Plan) => void | Promise<SaveKeys | undefined>;

/**
 * What decides whether an entry is sent, in this order. Before them come what an earlier try has left
 * (`run/earlierTries.ts`) and the entry's own values, which its plan reads. Keys are the last ones: they are
 * claimed before the first request, and not for anything that another gate holds back.
 */
const GATES: Gate[] = [duplicates, limits, hours, keys];

/**
 * Passes the entries of a run through all gates.
 *
 * @returns saves the outcome of the keys; to be called when no request is left
 * @throws what names something wrong that is read once
 */
export async function passGates(run: AnyRun, plan: Plan): Promise<SaveKeys> {
	let saveKeys: SaveKeys = async () => {};
	for (const gate of GATES) saveKeys = (await gate(run, plan)) ?? saveKeys;
	return saveKeys;
}
