import type { AnyRun, Plan } from '../operation';
import { applySendingHours } from './hours';
import { assertMaxRecipients } from './limits';
import { applyOnlySendTo } from './onlySendTo';
import { leaveOutRepeated } from './repeated';

/**
 * Checks open entries before anything is sent.
 *
 * @throws Problem if a value that applies to the whole run is invalid
 */
export type Rule = (run: AnyRun, plan: Plan) => void;

/**
 * The rules check entries, not items, because an item may have several recipients. `applySendingHours` is last,
 * because entries outside their hours may be sent later and count for the limits.
 */
const RULES: Rule[] = [applyOnlySendTo, leaveOutRepeated, assertMaxRecipients, applySendingHours];

export function applyRules(run: AnyRun, plan: Plan): void {
	for (const rule of RULES) rule(run, plan);
}
