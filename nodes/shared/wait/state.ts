import type { IDataObject } from 'n8n-workflow';
import type { PageTexts, Question } from './page/types';

/** A recipient of a wait. */
interface Recipient {
	address: string;
	/**
	 * Hash of the code in the recipient's link. The code itself is only in the link. It identifies the
	 * recipient and the wait.
	 */
	codeHash: string;
}

/**
 * The state of one wait, stored with the execution when the message is sent. Anyone who can read the
 * execution can read it, so it must contain nothing that allows a response.
 */
export interface Wait {
	/** Unique across all waits. */
	id: string;
	recipients: Recipient[];
	question: Question;
	texts: PageTexts;
	/** End of the time limit in milliseconds since 1970; null without a limit. */
	until: number | null;
	/** Hashes of the codes of this step's earlier waits. */
	earlierHashes: string[];
}

/** Max number of earlier links that get the page for old links. */
const MAX_OLD_LINKS = 500;

/** Returns the wait that n8n has stored for a step, if it has one. */
export const storedWait = (stored: IDataObject): Wait | undefined =>
	stored.wait as unknown as Wait | undefined;

/** Replaces the stored wait, whose links become old. */
export function storeWait(stored: IDataObject, wait: Omit<Wait, 'earlierHashes'>): void {
	const { id, earlierHashes: earlier = [], recipients = [] } = storedWait(stored) ?? {};
	const latest = id === wait.id ? [] : recipients.map(({ codeHash }) => codeHash);
	const earlierHashes = [...earlier, ...latest].slice(-MAX_OLD_LINKS);
	stored.wait = { ...wait, earlierHashes } as unknown as IDataObject;
}
