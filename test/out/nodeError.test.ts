import { type INode, NodeApiError } from 'n8n-workflow';
import { errorKind } from '../../nodes/shared/errors/errorKind';
import { formatFirstRanges } from '../../nodes/shared/errors/itemRanges';
import {
	joinProblems,
	Problem,
	problemOfFailedRequest,
	toProblem,
} from '../../nodes/shared/errors/problem';
import { findPollFailureCause, toNodeError } from '../../nodes/shared/out/nodeError';
import { ValidationError } from '../../nodes/shared/values/formats';

const node: INode = {
	...{ id: '1', name: 'N', type: 't', typeVersion: 1 },
	...{ position: [0, 0], parameters: {} },
};
const where = { context: { getNode: () => node }, itemIndex: 3 };

test('a failed request becomes an API error with its status', () => {
	const failed = problemOfFailedRequest(
		{ httpStatus: 404, message: 'No ENOENT', advice: 'Look.' },
		where,
	);
	const made = toNodeError(failed, node);
	expect(made).toBeInstanceOf(NodeApiError);
	expect(made).toMatchObject({ message: 'No ENOENT', description: 'Look.', httpCode: '404' });
	expect([made.context.itemIndex, made.messages]).toEqual([3, []]);
});

test('the advice of a problem becomes the description of its error, sentence by sentence', () => {
	const told = (...advice: string[]) =>
		toNodeError(new Problem({ message: 'Bad', advice }), node).description ?? undefined;
	expect(told('Look.', 'Wait.')).toBe('Look. Wait.');
	expect(told()).toBeUndefined();
});

test.each([
	[{ httpStatus: 403, message: 'Wrong token', quotesService: true }, 'credential-invalid'],
	[{ httpStatus: 403, message: 'Wrong token' }, 'temporarily-unavailable'],
])('the cause of a failed poll follows only from words of the service: %j', (failed, cause) => {
	expect(findPollFailureCause(failed)).toEqual({ cause });
});

test('a request without a response has no status', () => {
	const lost = problemOfFailedRequest({ httpStatus: 0, message: 'EEXIST preexisting' }, where);
	expect(toNodeError(lost, node)).toMatchObject({
		message: 'EEXIST preexisting',
		httpCode: null,
	});
});

test.each([
	['Version 1.2 is down', 'Version 1.2 is down. The message may have been sent'],
	['It is down!', 'It is down! The message may have been sent'],
])('a problem of unknown outcome says after "%s" that it may have been sent', (message, text) => {
	const failure = { httpStatus: 500, message, outcomeUnknown: true };
	expect(problemOfFailedRequest(failure, where).message).toBe(text);
	expect(problemOfFailedRequest(failure, { ...where, requestEffect: 'read' }).message).toBe(
		message,
	);
});

test('a problem and its advice have no line breaks, even if the value or its advice has some', () => {
	const found = toProblem(new ValidationError('is\u202e\nbad', 'Use\r\nA.', 'Key'), where);
	expect([found.message, found.advice]).toEqual(["'Key' is bad", ['Use A.']]);
});

test('an unexpected error has its own description as advice, or says that nothing was sent', () => {
	const described = Object.assign(new Error('No'), { description: 'Do this.' });
	expect(toProblem(described, where).advice).toEqual(['Do this.']);
	expect(toProblem(new Error('No'), where).advice).toEqual(['Nothing was sent.']);
});

test('an error lists at most ten ranges of items', () => {
	const everySecond = (count: number) => Array.from({ length: count }, (_, n) => 2 * n);
	expect(formatFirstRanges(everySecond(10))).toBe('0, 2, 4, 6, 8, 10, 12, 14, 16, 18');
	expect(formatFirstRanges(everySecond(11))).toBe('0, 2, 4, 6, 8, 10, 12, 14, 16, 18 …');
});

test('the problems of an item are joined, one for each field', () => {
	const problem = (label: string, message: string) =>
		new Problem({ message, label, unmaskedMessage: `${message}: 7`, advice: ['Look.'] });
	const [first, again, other] = [problem('A', 'No'), problem('A', 'Never'), problem('B', 'Bad')];
	expect(joinProblems([first, again, other])).toMatchObject({
		...{ message: 'No. Bad', unmaskedMessage: 'No: 7. Bad: 7' },
		advice: ["'A': Look.", "'B': Look."],
	});
	expect(joinProblems([first, again])).toBe(first);
	const failed = problemOfFailedRequest({ httpStatus: 400, message: 'Oops' }, where);
	expect(joinProblems([failed, other])).toBe(failed);
});

test('copyWithAddedAdvice extends a copy of the problem, and replaces "Nothing was sent."', () => {
	const limited = problemOfFailedRequest({ httpStatus: 429, message: 'Slow' }, where);
	expect(limited.advice.at(-1)).toBe('Nothing was sent.');
	const detailed = limited.copyWithAddedAdvice('Sent: item 0.');
	expect(detailed.advice.join(' ')).toMatch(/^Try [^.]*\. Sent: item 0\.$/);
	expect(limited.advice).toHaveLength(2);
	expect(new Problem({ message: 'Bad' }).copyWithAddedAdvice('More.').advice).toEqual(['More.']);
});

test('the kind of a problem follows from its status and its outcome', () => {
	const failed = (status: number, outcomeUnknown = false) =>
		problemOfFailedRequest(
			{ httpStatus: status, message: 'No', outcomeUnknown },
			{ ...where, requestEffect: 'send' },
		);
	const kinds = [
		new Problem({ message: 'Cancelled', neverBegan: true }),
		new Problem({ message: 'Bad', label: 'Phone' }),
		...[failed(0), failed(400), failed(429), failed(500, true)],
	].map((problem) => errorKind(problem, false));
	expect(kinds).toEqual([
		...['unavailable', 'invalid', 'unavailable', 'rejected', 'rate_limited', 'unknown'],
	]);
});
