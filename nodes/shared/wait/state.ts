import type { IDataObject } from 'n8n-workflow';
import type { PageTexts, Question } from './page/types';

interface WaitRecipient {
	address: string;
	/** Hash of the code that identifies the recipient. The code itself is only in the recipient's link. */
	codeHash: string;
}

/** Stored with the execution, so the state must not allow a reader of the execution to respond. */
export interface WaitState {
	id: string;
	recipients: WaitRecipient[];
	question: Question;
	texts: PageTexts;
	/** End of the wait in milliseconds since 1970; null without a limit. */
	until: number | null;
	/** Hashes of the codes of this step's earlier waits, e.g. in a loop. */
	earlierHashes: string[];
}

/**
 * If there are more hashes than this, the oldest are dropped, and their links show the page "not
 * found".
 */
const MAX_EARLIER_HASHES = 500;

export const readStoredWait = (stored: IDataObject): WaitState | undefined =>
	stored.wait as unknown as WaitState | undefined;

/** Adds the codes of the previous wait to `earlierHashes`, so that the page recognizes earlier links. */
export function storeWait(stored: IDataObject, wait: Omit<WaitState, 'earlierHashes'>): void {
	const { id, earlierHashes: earlier = [], recipients = [] } = readStoredWait(stored) ?? {};
	const latest = id === wait.id ? [] : recipients.map(({ codeHash }) => codeHash);
	const earlierHashes = [...earlier, ...latest].slice(-MAX_EARLIER_HASHES);
	stored.wait = { ...wait, earlierHashes } as unknown as IDataObject;
}
