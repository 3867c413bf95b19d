import type { AnyRun, Plan } from '../operation';
import { dryRun } from './dryRun';
import { hours } from './hours';
import { limits } from './limits';
import { onlySendTo } from './onlySendTo';
import { repeated } from './repeated';

/**
 * Decides about the open entries of a run before anything is sent.
 *
 * @throws what names something wrong that is read once
 */
export type Rule = (run: AnyRun, plan: Plan) => void;

/**
 * The rules in their order. A rule decides about each entry by itself, never about all recipients of an item.
 * Whoever is left out for good counts for no limit, and what a limit counts may still be outside its hours. Keys
 * come last, because only n8n's store knows them (`run/keys/`).
 */
const RULES: Rule[] = [onlySendTo, repeated, limits, hours, dryRun];

export function applyRules(run: AnyRun, plan: Plan): void {
	for (const rule of RULES) rule(run, plan);
}
