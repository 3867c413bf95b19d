import type { AnyRun } from '../operation';
import { hours } from './hours';

/** Judges the open entries of a run, each one alone. */
type Gate = (run: AnyRun) => void;

/**
 * What decides whether an entry is sent, in this order. A gate judges an entry alone, and never by another
 * one: if it left out the second entry of a recipient, and a later gate the first one, the recipient would get
 * no message. What compares or counts entries is a check of the whole list, and comes before
 * (`run/duplicates.ts`, `run/limits.ts`). Keys enclose the run (`run/keys/`).
 */
const GATES: Gate[] = [hours];

/** @throws what names something wrong that is read once */
export function passGates(run: AnyRun): void {
	for (const gate of GATES) gate(run);
}
