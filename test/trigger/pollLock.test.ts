import {
	resumePosition,
	setResumePosition,
	withPollLock,
} from '../../nodes/MessagingServiceTrigger/poll/pollLock';

afterEach(() => jest.restoreAllMocks());

/** A poll that ends when the test calls `end`. */
function slowPoll(key: string, waits = false) {
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	let current: () => boolean = () => false;
	const result = withPollLock(key, waits, async (isCurrent) => {
		current = isCurrent;
		await ended;
		return 'slow';
	});
	return { result, end, isCurrent: () => current() };
}

const quick = async () => 'quick';

test('while a poll runs, another one is skipped or waits', async () => {
	const first = slowPoll('a');
	expect(await withPollLock('a', false, quick)).toBeUndefined();
	const order: string[] = [];
	const second = withPollLock('a', true, quick).then(() => order.push('second'));
	await new Promise((resolve) => setTimeout(resolve, 5));
	order.push('first ends');
	first.end();
	expect(await first.result).toBe('slow');
	await second;
	expect(order).toEqual(['first ends', 'second']);
	expect(await withPollLock('a', false, quick)).toBe('quick');
});

test('polls of two nodes do not wait for each other', async () => {
	const first = slowPoll('a');
	expect(await withPollLock('b', false, quick)).toBe('quick');
	first.end();
	await first.result;
});

test('a poll that failed does not block the next one', async () => {
	const failing = withPollLock('a', false, async () => await Promise.reject(new Error('No')));
	await expect(failing).rejects.toThrow('No');
	expect(await withPollLock('a', false, quick)).toBe('quick');
});

test.each([
	['for 15 minutes', true, 15 * 60_000, undefined],
	['for longer', false, 15 * 60_000 + 1_000, 'quick'],
])('a poll that hangs %s blocks others: %p', async (_, _blocks, late, result) => {
	const now = performance.now();
	const hanging = slowPoll('a');
	jest.spyOn(performance, 'now').mockImplementation(() => now + late);
	expect(await withPollLock('a', false, quick)).toBe(result);
	hanging.end();
	await hanging.result;
});

test('a poll that hung and ends late does not unlock the poll that took over', async () => {
	const hanging = slowPoll('a');
	expect(hanging.isCurrent()).toBe(true);
	const now = performance.now();
	jest.spyOn(performance, 'now').mockImplementation(() => now + 16 * 60_000);
	const takeover = slowPoll('a');
	expect([hanging.isCurrent(), takeover.isCurrent()]).toEqual([false, true]);
	hanging.end();
	await hanging.result;
	expect(takeover.isCurrent()).toBe(true);
	expect(await withPollLock('a', false, quick)).toBeUndefined();
	takeover.end();
	await takeover.result;
});

test('the resume position of a node is kept until it is cleared', () => {
	setResumePosition('a', '5');
	expect([resumePosition('a'), resumePosition('b')]).toEqual(['5', undefined]);
	setResumePosition('a', undefined);
	expect(resumePosition('a')).toBeUndefined();
});
