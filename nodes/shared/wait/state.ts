import type { IDataObject } from 'n8n-workflow';
import type { PageTexts, Question } from './page/types';

interface Recipient {
	address: string;
	/**
	 * Hash of the code that identifies the recipient and the wait. The code itself is only in the recipient's
	 * link.
	 */
	codeHash: string;
}

/**
 * The state of a wait. It is stored with the execution, so it must contain nothing that would allow a reader
 * of the execution to respond.
 */
export interface Wait {
	id: string;
	recipients: Recipient[];
	question: Question;
	texts: PageTexts;
	/** End of the wait in milliseconds since 1970; null without a limit. */
	until: number | null;
	/** Hashes of the codes of this step's earlier waits, e.g. in a loop. */
	earlierHashes: string[];
}

/** Max earlier links to recognize. Older links get the page "not found". */
const MAX_OLD_LINKS = 500;

/** Returns the wait that n8n has stored for a step, if any. */
export const storedWait = (stored: IDataObject): Wait | undefined =>
	stored.wait as unknown as Wait | undefined;

/**
 * Stores a wait. The codes of the previous wait are added to `earlierHashes`, so that the page recognizes its
 * links.
 */
export function storeWait(stored: IDataObject, wait: Omit<Wait, 'earlierHashes'>): void {
	const { id, earlierHashes: earlier = [], recipients = [] } = storedWait(stored) ?? {};
	const latest = id === wait.id ? [] : recipients.map(({ codeHash }) => codeHash);
	const earlierHashes = [...earlier, ...latest].slice(-MAX_OLD_LINKS);
	stored.wait = { ...wait, earlierHashes } as unknown as IDataObject;
}
