import type { AnyRun } from '../../describe/operation';
import { hours } from './hours';

/** Judges the open entries of a run, each one by itself. */
type Gate = (run: AnyRun) => void;

/**
 * What decides whether an entry is sent, in this order. A gate judges an entry by itself, and never by
 * another one: nobody would get a message whose entry was left out as a second one while a later gate holds
 * the first one back. What compares or counts entries is a check of the whole list, and comes before
 * (`run/duplicates.ts`, `run/limits.ts`); keys enclose the run (`run/keys/`).
 */
const GATES: Gate[] = [hours];

/** @throws what names something wrong that is read once */
export function passGates(run: AnyRun): void {
	for (const gate of GATES) gate(run);
}
