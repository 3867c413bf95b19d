import type { PageLanguage } from './languages';

/** What the page shows. All texts are as the user gave them; the page escapes them. */
export type WaitPage =
	| {
			kind: 'question';
			question: Question;
			texts: PageTexts;
			error?: 'invalid' | 'empty' | 'tooLong';
			entered?: string;
	  }
	| { kind: 'decided'; decision: string; respondedAt: string; zone: string; texts: PageTexts } // 409: another response decided already
	| { kind: 'thanks'; decision: string; texts: PageTexts } // 200 after the POST that decided
	| { kind: 'old'; texts: PageTexts } // 410: a link of an earlier round
	| { kind: 'expired'; texts: PageTexts } // the time limit is over
	| { kind: 'notFound'; texts: PageTexts }; // forged, changed: nothing told
export type Question =
	| { type: 'approval'; approveLabel: string; declineLabel?: string }
	| { type: 'freeText'; maxLength: number }
	| { type: 'choice'; choices: string[] };
export interface PageTexts {
	/** Of the built-in texts; English without it. */
	language?: PageLanguage;
	/** Who asks. */
	organization?: string;
	title?: string;
	message?: string;
	tool?: { name: string; arguments: string };
}
