import type { PageTexts, Question, WaitPage } from '../../../nodes/shared/wait/page/types';

/** Texts of a refund that an agent wants to make. */
export const texts: PageTexts = {
	title: 'Refund for order 4711',
	message: 'Anna asks for her money back.\nThe parcel came two weeks late.',
};
export const tool = {
	name: 'refund_order',
	arguments: JSON.stringify(
		{
			order: 4711,
			amount: 249.9,
			currency: 'EUR',
			reason: 'Late',
			notify: ['anna@shop.example'],
		},
		null,
		2,
	),
};

const approval: Question = { type: 'approval', approveLabel: 'Approve', declineLabel: 'Decline' };
const freeText: Question = { type: 'freeText', maxLength: 1000 };
const choice: Question = { type: 'choice', choices: ['Monday', 'Tuesday', 'Another day'] };
const decision = {
	displayedResponse: 'Approve',
	respondedAt: '2026-11-22T15:17:51.000Z',
	timeZone: 'Europe/Kyiv',
};

/** Returns every state of the page, with the given texts. */
export const everyState = (given: PageTexts): Record<string, WaitPage> => ({
	approval: { kind: 'question', question: approval, texts: given },
	'approval of a tool': { kind: 'question', question: approval, texts: { ...given, tool } },
	'approval without declining': {
		kind: 'question',
		question: { ...approval, declineLabel: undefined },
		texts: given,
	},
	'approval with an error': {
		kind: 'question',
		question: approval,
		texts: given,
		problem: 'invalid',
		enteredResponse: 'perhaps',
	},
	text: { kind: 'question', question: freeText, texts: given },
	'text with an error': {
		kind: 'question',
		question: freeText,
		texts: given,
		problem: 'tooLong',
		enteredResponse: 'word '.repeat(250),
	},
	choice: { kind: 'question', question: choice, texts: given },
	'choice with an error': { kind: 'question', question: choice, texts: given, problem: 'empty' },
	thanks: { kind: 'thanks', displayedResponse: 'Approve', texts: given },
	decided: { kind: 'decided', ...decision, texts: given },
	old: { kind: 'old', texts: given },
	expired: { kind: 'expired', texts: given },
	'not found': { kind: 'notFound', texts: given },
});
