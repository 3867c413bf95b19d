import type { AnyRun, Plan } from '../operation';
import { duplicates } from './duplicates';
import { hours } from './hours';
import { limits } from './limits';
import { onlySendTo } from './onlySendTo';

/**
 * Decides about the open entries of a run before anything is sent.
 *
 * @throws what names something wrong that is read once
 */
export type Rule = (run: AnyRun, plan: Plan) => void;

/** The rules in their order. Keys come last, because only n8n's store knows them (`run/keys/`). */
const RULES: Rule[] = [onlySendTo, duplicates, limits, hours];

export function applyRules(run: AnyRun, plan: Plan): void {
	for (const rule of RULES) rule(run, plan);
}
