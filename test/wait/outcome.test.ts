import { readResponse, sentItem } from '../../nodes/shared/wait/outcome';
import type { Question } from '../../nodes/shared/wait/page/types';

const both: Question = { type: 'approval', approveLabel: 'Pay', declineLabel: 'Keep' };
const approveOnly: Question = { type: 'approval', approveLabel: 'OK' };
const choice: Question = { type: 'choice', choices: ['Red', 'Blue'] };
const freeText: Question = { type: 'freeText', maxLength: 5 };

test.each<[question: Question, sent: unknown, label: string, value: boolean | string]>([
	[both, 'approve', 'Pay', true],
	[both, 'decline', 'Keep', false],
	[choice, '1', 'Blue', 'Blue'],
	[freeText, ' 12345\r\n', '12345', '12345'],
	[freeText, 'a\r\nb\rc', 'a\nb\nc', 'a\nb\nc'],
])('to %j, %j is a response', (question, sent, label, value) => {
	expect(readResponse(question, sent)).toEqual({ label, value });
});

test.each<[question: Question, sent: unknown, problem: string]>([
	[both, 'Approve', 'invalid'],
	[both, ['approve'], 'invalid'],
	[both, undefined, 'invalid'],
	[approveOnly, 'decline', 'invalid'],
	[choice, '2', 'invalid'],
	[choice, '', 'invalid'],
	[choice, '01', 'invalid'],
	[choice, '1x', 'invalid'],
	[choice, 'x1', 'invalid'],
	[freeText, ' \r\n', 'empty'],
	[freeText, '\u200b\u00ad', 'empty'],
	[freeText, '123456', 'tooLong'],
])('to %j, %j is no response', (question, sent, problem) => {
	expect(readResponse(question, sent)).toEqual({ problem });
});

describe('the item that waits', () => {
	const file = { image: { data: '', mimeType: 'image/png' } };
	const earlier = { approved: true, data: 1, error: 'x', is_sent: false };
	const input = { json: { order: 7, ...earlier }, binary: file };

	test('has the input and its files, and nothing that could be an approval', () => {
		expect(sentItem(input, [{ sms_id: 1, is_sent: true }], false)).toEqual({
			json: { order: 7, sms_id: 1, is_sent: true },
			binary: file,
			pairedItem: { item: 0 },
		});
		const own = { messages: ['Hi'] };
		expect(sentItem({ json: own }, [], false).json).toEqual(own);
		expect(sentItem({ json: {} }, [{ sms_id: 1, is_sent: true }], false)).not.toHaveProperty(
			'binary',
		);
		expect(sentItem({} as never, [{ sms_id: 1, is_sent: true }], false).json).toEqual({
			sms_id: 1,
			is_sent: true,
		});
	});

	test('has nothing of the input for an agent', () => {
		expect(sentItem(input, [{ sms_id: 1 }, { sms_id: 2 }], true)).toEqual({
			json: { sms_id: 1, messages: [{ sms_id: 1 }, { sms_id: 2 }] },
			pairedItem: { item: 0 },
		});
	});
});
