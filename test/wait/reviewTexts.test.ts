import type { Run } from '../../nodes/shared/describe/operation';
import { withReviewTexts } from '../../nodes/shared/wait/review';

/** The parameters of a review as they are sent. */
const readerOf = (values: Record<string, unknown>, isShort: boolean) => {
	const run = { at: () => (path: string) => values[path] } as unknown as Run;
	const review = { tool: { name: 'pay', arguments: '' }, line: '{"sum":"$&"}' };
	return withReviewTexts(run, review, isShort).at(0);
};

test.each([
	['Pay [object Object]?', 'Pay {"sum":"$&"}?'],
	['[object Object]\n[object Object]', '{"sum":"$&"}\n{"sum":"$&"}'],
	[7, 7],
])('the message %j of a review has the arguments', (message, sent) => {
	expect(readerOf({ message }, false)('message')).toBe(sent);
});

test.each([
	['  Pay?\nFor [object Object]', 'Pay?'],
	['Pay?\rNow', 'Pay?'],
	['x'.repeat(100), 'x'.repeat(100)],
	['x'.repeat(101), `${'x'.repeat(99)}…`],
	['👋'.repeat(100), '👋'.repeat(100)],
	['👋'.repeat(101), `${'👋'.repeat(99)}…`],
	[7, 7],
])('a message that is paid by its length, %j, is one short line', (message, sent) => {
	expect(readerOf({ message }, true)('message')).toBe(sent);
});

test('the page has the whole text, and other parameters are as they were', () => {
	const read = readerOf(
		{ 'options.pageMessage': 'Pay\n[object Object]', phone: '[object Object]' },
		true,
	);
	expect(read('options.pageMessage')).toBe('Pay\n{"sum":"$&"}');
	expect(read('phone')).toBe('[object Object]');
});
