import { formatRanges } from '../../nodes/shared/errors/errorDetail';
import { reportsFailure, errorText } from '../../nodes/shared/response/errorText';

describe('the message of an error response', () => {
	const deep = (levels: number): unknown =>
		Array.from({ length: levels }).reduce((inner) => ({ error: inner }), 'deep');
	const rows: Array<[response: unknown, message: string]> = [
		[' No money ', 'No money'],
		[404, '404'],
		[0, ''],
		[{ error: 0, message: 'No' }, 'No'],
		[null, ''],
		[undefined, ''],
		[true, ''],
		[{}, ''],
		[[], ''],
		[['a', '', ' b ', { message: 'c' }], 'a; b; c'],
		[['1', '2', '3', '4', '5', '6'], '1; 2; 3; 4; 5'],
		[[[[['four']]]], 'four'],
		[[[[[['five']]]]], ''],
		[{ message: 'second', error: 'first' }, 'first'],
		[{ error: '', errors: [], message: 'third' }, 'third'],
		[{ error: 'OK', errors: ['no error'], message: 'fourth' }, 'fourth'],
		[{ error: '', message: 'OK' }, 'OK'],
		[{ unknown: 'x' }, ''],
		[deep(4), 'deep'],
		[deep(5), ''],
		...[
			'error',
			'errors',
			'message',
			'error_message',
			'error_description',
			'description',
			'detail',
			'reason',
			'title',
			'result',
		].map((key): [unknown, string] => [{ [key]: { message: `in ${key}` } }, `in ${key}`]),
	];
	test.each(rows)('finds the message of %j: %s', (response, message) => {
		expect(errorText(response)).toBe(message);
	});
});

describe('a response that reports a failure', () => {
	test.each<[unknown, boolean]>([
		[{ error: 'No' }, true],
		[{ errors: ['No'] }, true],
		[{ error_message: 'No' }, true],
		[{ success: false }, true],
		...['ERROR', 'failed', 'invalid', 'denied', 'rejected', 'refused', 'forbidden'].map(
			(status): [unknown, boolean] => [{ status }, true],
		),
		[{ status: 'unauthorized' }, true],
		[{ status: 'queued' }, false],
		[{ success: true }, false],
		[{ success: 'false' }, true],
		[{ success: 'no' }, true],
		[{ success: 'noted' }, false],
		[{ success: 'OK' }, false],
		[{ success: 0 }, true],
		[{ success: '0' }, true],
		[{ success: 10 }, false],
		[{ success: 'FAILED' }, true],
		[{ success: [{ status: 'failed' }] }, false],
		...['SEND_ERROR', 'ERR_2', 'err', 'sendFailed', 'Declined', 'not OK'].map(
			(status): [unknown, boolean] => [{ status }, true],
		),
		...['deferred', 'transferred', 'Sent', 'moderated', 'no money'].map(
			(status): [unknown, boolean] => [{ status }, false],
		),
		[{ error: { code: 5 } }, true],
		[{ error: 0, errors: {} }, false],
		[{ message: 'No' }, false],
		[{ error: null, errors: [] }, false],
		['error', true],
		['done', false],
		[false, true],
		[['error'], false],
		[null, false],
	])('reportsFailure of %j is %p', (response, failed) => {
		expect(reportsFailure(response)).toBe(failed);
	});
});

test.each<[number[], string]>([
	[[], ''],
	[[5], '5'],
	[[3, 1, 2], '1-3'],
	[[0, 1, 3, 5, 6, 5], '0-1, 3, 5-6'],
	[[10, 9, 2], '2, 9-10'],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16, 18], '0, 2, 4, 6, 8, 10, 12, 14, 16, 18'],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20], '0, 2, 4, 6, 8, 10, 12, 14, 16, 18 …'],
])('shortens the item numbers %j to "%s"', (indexes, short) => {
	expect(formatRanges(indexes)).toBe(short);
});
