import { renderPage } from '../../../nodes/shared/wait/page/renderPage';
import type { PageTexts, Question, WaitPage } from '../../../nodes/shared/wait/page/types';

/** The texts of a page in their order, as a person reads them. */
const wordsOf = (page: WaitPage): string[] => {
	const [, body] = renderPage(page).split('<body>');
	const texts = body.replace(/<[^>]*>/g, '\n').split('\n');
	return texts.map((text) => text.trim()).filter((text) => text !== '');
};

const texts: PageTexts = { title: 'Refund?', message: 'Order 7' };
const question = (one: Question, more: Partial<WaitPage> = {}): WaitPage =>
	({ kind: 'question', question: one, texts, ...more }) as WaitPage;
const approval: Question = { type: 'approval', approveLabel: 'Pay', declineLabel: 'Keep' };
const freeText: Question = { type: 'freeText', maxLength: 9 };
const choice: Question = { type: 'choice', choices: ['Red', 'Blue'] };
const said = { decision: 'Pay', texts };

test.each<[what: string, page: WaitPage, words: string[]]>([
	['an approval', question(approval), ['Refund?', 'Order 7', '✓', 'Pay', '✕', 'Keep']],
	[
		'a confirmation without a title and a message',
		question({ type: 'approval', approveLabel: 'OK' }, { texts: { title: ' ', message: ' ' } }),
		['Your response is needed', '✓', 'OK'],
	],
	[
		'the call of a tool',
		question(approval, { texts: { title: 'Refund?', tool: { name: 'pay', arguments: '{}' } } }),
		['Refund?', 'Tool:', 'pay', '{}', '✓', 'Pay', '✕', 'Keep'],
	],
	[
		'an approval without a button',
		question(approval, { error: 'empty' }),
		[
			...['Refund?', 'Order 7', 'Error: The response was not saved. Select a button.'],
			...['✓', 'Pay', '✕', 'Keep'],
		],
	],
	[
		'a text',
		question(freeText),
		['Refund?', 'Order 7', 'Your response', 'At most 9 characters', 'Send response'],
	],
	[
		'a text that is too long',
		question(freeText, { error: 'tooLong', entered: 'x'.repeat(10) }),
		[
			...['Refund?', 'Order 7'],
			'Error: The response was not saved. It is too long. Shorten it.',
			...['Your response', 'xxxxxxxxxx', 'At most 9 characters', 'Send response'],
		],
	],
	[
		'a choice',
		question(choice),
		['Refund?', 'Order 7', 'Choose one', 'Red', 'Blue', 'Send response'],
	],
	[
		'the page that says thanks',
		{ kind: 'thanks', ...said },
		[
			...['Thank you', 'Refund?', 'Response', 'Pay'],
			'Your response was saved. You can close this page; the link is now used up.',
		],
	],
	[
		'the page of an earlier response',
		{ kind: 'decided', ...said, respondedAt: '2026-11-22T15:17:51.000Z', zone: 'UTC' },
		[
			...[
				'Already decided',
				'Refund?',
				'Response',
				'Pay',
				'Time',
				'22 November 2026 at 15:17 UTC',
			],
			'A response was saved earlier. It cannot be changed.',
		],
	],
	[
		'the page of a link that is over',
		{ kind: 'expired', texts },
		['The time to respond is over', 'This link no longer takes a response.'],
	],
])('%s has these words and no others', (_, page, words) => {
	expect(wordsOf(page)).toEqual(words);
});

describe('for a screen reader', () => {
	const attributesOf = (page: WaitPage) =>
		renderPage(page).match(/(aria-invalid|aria-describedby|role)="[^"]*"/g) ?? [];

	test.each<[what: string, page: WaitPage, attributes: string[]]>([
		['an approval', question(approval), []],
		['a choice', question(choice), []],
		['a text has its limit', question(freeText), ['aria-describedby="limit"']],
		[
			'an error is said, and with it the choice',
			question(choice, { error: 'invalid' }),
			['role="alert"', 'aria-describedby="error"'],
		],
		[
			'an error is said, and with it the text and its limit',
			question(freeText, { error: 'empty' }),
			['role="alert"', 'aria-invalid="true"', 'aria-describedby="error limit"'],
		],
	])('%s', (_, page, attributes) => {
		expect(attributesOf(page)).toEqual(attributes);
	});

	test('the buttons send their value, and the first one is the main one', () => {
		const buttons = renderPage(question(approval)).match(/<button [^>]*>/g);
		expect(buttons).toEqual([
			'<button name="response" value="approve" class="main">',
			'<button name="response" value="decline" class="other">',
		]);
	});
});
