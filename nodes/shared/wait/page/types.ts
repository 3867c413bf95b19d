import type { PageLanguage } from './languages';

/** The content of the page. The page escapes all texts. */
export type WaitPage =
	| {
			kind: 'question';
			question: Question;
			texts: PageTexts;
			error?: 'invalid' | 'empty' | 'tooLong';
			entered?: string;
	  }
	| { kind: 'decided'; decision: string; respondedAt: string; zone: string; texts: PageTexts } // 409: there is a response already
	| { kind: 'thanks'; decision: string; texts: PageTexts } // 200: this response was accepted
	| { kind: 'old'; texts: PageTexts } // 410: a link of an earlier round of a loop
	| { kind: 'expired'; texts: PageTexts } // 410: the time limit is over
	| { kind: 'notFound'; texts: PageTexts }; // 404: a forged or changed link
export type Question =
	| { type: 'approval'; approveLabel: string; declineLabel?: string }
	| { type: 'freeText'; maxLength: number }
	| { type: 'choice'; choices: string[] };
export interface PageTexts {
	/** Language of the built-in texts. Default: English. */
	language?: PageLanguage;
	organization?: string;
	title?: string;
	message?: string;
	tool?: { name: string; arguments: string };
}
