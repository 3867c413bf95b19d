import type { IDataObject } from 'n8n-workflow';
import type { PageTexts, Question } from './page/types';

/** A message of a wait, and who got it. */
interface Recipient {
	address: string;
	/** Of the code in its link, which says who responds, and to which wait. Only the link has the code. */
	codeHash: string;
}

/**
 * What one wait asks. It is stored with the execution, as it was when the message was sent. Whoever may read
 * the execution reads this: nothing in it may decide.
 */
export interface Wait {
	/** Unlike every other wait. */
	id: string;
	recipients: Recipient[];
	question: Question;
	texts: PageTexts;
	/** When the time limit ends, in milliseconds since 1970; null without a limit. */
	until: number | null;
	/** Of the codes of earlier waits of the same step. */
	earlierHashes: string[];
}

/** So many links of earlier rounds of a loop are known as such. */
const MAX_EARLIER = 500;

/** The wait that n8n has stored for a step; undefined if it has none. */
export const storedWait = (stored: IDataObject): Wait | undefined =>
	stored.wait as unknown as Wait | undefined;

/** Stores the wait in place of the earlier one, whose links are old now. */
export function storeWait(stored: IDataObject, wait: Omit<Wait, 'earlierHashes'>): void {
	const { id, earlierHashes: earlier = [], recipients = [] } = storedWait(stored) ?? {};
	const latest = id === wait.id ? [] : recipients.map(({ codeHash }) => codeHash);
	const earlierHashes = [...earlier, ...latest].slice(-MAX_EARLIER);
	stored.wait = { ...wait, earlierHashes } as unknown as IDataObject;
}
