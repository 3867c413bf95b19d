import type { Run } from '../../nodes/shared/run/operation';
import { withReviewTexts } from '../../nodes/shared/wait/review';

/** The parameters of a review as they are sent. */
const readerOf = (values: Record<string, unknown>, isShort: boolean) => {
	const run = {
		at: () => (path: string) => values[path],
		where: () => ({}),
		account: {},
	} as unknown as Run;
	const review = { tool: { name: 'pay', arguments: '' }, line: '{"sum":"$&"}' };
	const { at, item } = withReviewTexts(run, review, isShort);
	return { at: at(0), item: item(0).read };
};

test.each([
	['Pay [object Object]?', 'Pay {"sum":"$&"}?'],
	['[object Object]\n[object Object]', '{"sum":"$&"}\n{"sum":"$&"}'],
	[7, 7],
])('the message %j of a review has the arguments', (message, sent) => {
	const { at, item } = readerOf({ message }, false);
	expect([at('message'), item('message')]).toEqual([sent, sent]);
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
	const { at, item } = readerOf({ message }, true);
	expect([at('message'), item('message')]).toEqual([sent, sent]);
});

test('the page has the whole text, and other parameters are as they were', () => {
	const { item: read } = readerOf(
		{ 'options.pageMessage': 'Pay\n[object Object]', phone: '[object Object]' },
		true,
	);
	expect(read('options.pageMessage')).toBe('Pay\n{"sum":"$&"}');
	expect(read('phone')).toBe('[object Object]');
});

test('no text of a review hides a character that a model has written', () => {
	const hidden = 'Pay\u200b40\u2800\u{e0041}\ufe0f';
	const shown = 'Pay\\u200b40\\u2800\\udb40\\udc41\\ufe0f';
	const { item: read } = readerOf(
		{ message: hidden, subject: hidden, 'options.pageMessage': hidden },
		true,
	);
	for (const path of ['message', 'subject', 'options.pageMessage']) {
		expect(read(path)).toBe(shown);
	}
});
