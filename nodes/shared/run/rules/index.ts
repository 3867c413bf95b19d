import type { AnyRun, Plan } from '../operation';
import { hours } from './hours';
import { limits } from './limits';
import { onlySendTo } from './onlySendTo';
import { repeated } from './repeated';

/**
 * Decides about the open entries of a run before anything is sent.
 *
 * @throws Problem if a value that is read once is invalid
 */
export type Rule = (run: AnyRun, plan: Plan) => void;

/**
 * The rules in order. A rule decides about each entry separately, never about all recipients of an item.
 * Entries that are left out permanently come before the limits, so they do not count. Entries outside their
 * hours do count. Keys come after the rules, because they need n8n's store (`run/keys/`), and Dry Run comes last.
 */
const RULES: Rule[] = [onlySendTo, repeated, limits, hours];

export function applyRules(run: AnyRun, plan: Plan): void {
	for (const rule of RULES) rule(run, plan);
}
