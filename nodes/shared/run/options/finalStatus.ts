import { readField } from '../../describe/checkField';
import { asOption, withOptions } from '../../describe/field';
import { waitForFinalStatus } from '../../describe/fields';
import type { Run } from '../../describe/operation';
import { hasOption } from '../readParameters';

/** Whether a step waits for final statuses. */
export const waitsForFinal = ({ operation, at }: Run): boolean =>
	withOptions(operation.fields).some(({ name }) => name === waitForFinalStatus.name) &&
	hasOption(at(0), waitForFinalStatus);

/** Seconds that the item waits for a final status at most. Undefined if the step does not wait. */
export const finalStatusSeconds = (run: Run, index: number): number | undefined =>
	waitsForFinal(run)
		? Number(readField(asOption(waitForFinalStatus), run.item(index)))
		: undefined;
