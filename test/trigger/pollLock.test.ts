import {
	resumePosition,
	setResumePosition,
	withPollLock,
} from '../../nodes/MessagingServiceTrigger/poll/pollLock';

/** A poll that ends when the test calls `end`. */
function slowPoll(key: string, waits = false) {
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	const result = withPollLock(key, waits, async () => {
		await ended;
		return 'slow';
	});
	return { result, end };
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

test('the resume position of a node is kept until it is cleared', () => {
	setResumePosition('a', '5');
	expect([resumePosition('a'), resumePosition('b')]).toEqual(['5', undefined]);
	setResumePosition('a', undefined);
	expect(resumePosition('a')).toBeUndefined();
});
