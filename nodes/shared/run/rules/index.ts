import type { AnyRun, Plan } from '../operation';
import { applyHours } from './hours';
import { assertMaxRecipients } from './limits';
import { applyOnlySendTo } from './onlySendTo';
import { leaveOutRepeated } from './repeated';

/**
 * Applies the rules to open entries before anything is sent.
 *
 * @throws Problem if a value that applies to the whole run is invalid
 */
export type Rule = (run: AnyRun, plan: Plan) => void;

/**
 * The rules, in order. Each rule judges entries one by one, never all recipients of an item together. Entries
 * that are left out permanently do not count for the limits; entries outside their hours do. Keys come after
 * the rules, because they need n8n's store (`run/keys/`). Dry Run comes last.
 */
const RULES: Rule[] = [applyOnlySendTo, leaveOutRepeated, assertMaxRecipients, applyHours];

export function applyRules(run: AnyRun, plan: Plan): void {
	for (const rule of RULES) rule(run, plan);
}
