import type { PageLanguage } from './languages';

export type ResponseProblem = 'invalid' | 'empty' | 'tooLong';

/** The page escapes all texts. */
export type WaitPage =
	| {
			kind: 'question';
			question: Question;
			texts: PageTexts;
			problem?: ResponseProblem;
			enteredResponse?: string;
	  }
	| {
			kind: 'decided';
			displayedResponse: string;
			respondedAt: string;
			timeZone: string;
			texts: PageTexts;
	  } // status 409: the wait has a response already
	| { kind: 'thanks'; displayedResponse: string; texts: PageTexts } // status 200: the response was accepted
	| { kind: 'old'; texts: PageTexts } // status 410: a link of an earlier wait, e.g. in a loop
	| { kind: 'expired'; texts: PageTexts } // status 410: the time limit is over
	| { kind: 'notFound'; texts: PageTexts }; // status 404: a forged or changed link
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
