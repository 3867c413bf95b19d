import type { IDataObject } from 'n8n-workflow';
import type { PageTexts, Question } from './page/types';

/** A message of a wait, and who got it. */
export interface Recipient {
	address: string;
	/** In its link: says who responds, and to which wait. */
	code: string;
}

/** What one wait asks. It is stored with the execution, as it was when the message was sent. */
export interface Wait {
	/** Unlike every other wait. */
	id: string;
	recipients: Recipient[];
	question: Question;
	texts: PageTexts;
	/** When the time limit ends, in milliseconds since 1970; null without a limit. */
	until: number | null;
	/** Codes of earlier waits of the same step. */
	earlierCodes: string[];
}

/** So many links of earlier rounds of a loop are known as such. */
const MAX_EARLIER = 500;

/** The wait that n8n has stored for a step; undefined if it has none. */
export const storedWait = (stored: IDataObject): Wait | undefined =>
	stored.wait as unknown as Wait | undefined;

/** Stores the wait in place of the earlier one, whose links are old now. */
export function storeWait(stored: IDataObject, wait: Omit<Wait, 'earlierCodes'>): void {
	const { id, earlierCodes = [], recipients = [] } = storedWait(stored) ?? {};
	const codes = id === wait.id ? [] : recipients.map(({ code }) => code);
	const known = [...earlierCodes, ...codes].slice(-MAX_EARLIER);
	stored.wait = { ...wait, earlierCodes: known } as unknown as IDataObject;
}
