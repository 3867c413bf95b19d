import { isUnknownStatus, statusWord } from '../../shared/api/statusWords';
import { safeMessage } from '../account/problems';
import { ProcessMemory } from './processMemory';

/** Statuses that one line names, and their length. */
const MAX_NAMED = 5;
const MAX_LENGTH = 40;

/** What unknown statuses mean for the user. */
export const COUNTS_AS_OPEN =
	'It counts as not known yet (is_delivered is null, the outcome is Pending).';

/** The words of the statuses that this package does not know, in quotation marks. */
export const unknownStatuses = (statuses: Iterable<unknown>): string[] => {
	const words = new Set([...statuses].filter(isUnknownStatus).map(statusWord));
	return [...words].map((word) => `"${safeMessage(word).slice(0, MAX_LENGTH)}"`);
};

/** Statuses that n8n's log has got. The state cannot tell: n8n does not save that of a silent poll. */
const told = new ProcessMemory<true>();

/** A line for n8n's log about statuses that it has not got; none if there are none. */
export function unknownStatusWarnings(statuses: Iterable<unknown>): string[] {
	const words = unknownStatuses(statuses).filter((word) => !told.get(word));
	for (const word of words) told.set(word, true);
	if (words.length === 0) return [];
	const more = words.length > MAX_NAMED ? ` and ${words.length - MAX_NAMED} more` : '';
	const named = words.slice(0, MAX_NAMED).join(', ') + more;
	return [
		`The service returned a status that this package does not know: ${named}. ${COUNTS_AS_OPEN}`,
	];
}
