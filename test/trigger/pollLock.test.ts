import { inTurn, positionOf, setPosition } from '../../nodes/MessagingServiceTrigger/poll/pollLock';

afterEach(() => jest.restoreAllMocks());

/** A poll that ends when it is told to. */
function slowPoll(key: string, needed = false) {
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	let current: () => boolean = () => false;
	const result = inTurn(key, needed, async (isCurrent) => {
		current = isCurrent;
		await ended;
		return 'slow';
	});
	return { result, end, isCurrent: () => current() };
}

const quick = async () => 'quick';

test('a poll that is not needed is left out while another runs, one that is needed waits', async () => {
	const first = slowPoll('a');
	expect(await inTurn('a', false, quick)).toBeUndefined();
	const order: string[] = [];
	const second = inTurn('a', true, quick).then(() => order.push('second'));
	await new Promise((resolve) => setTimeout(resolve, 5));
	order.push('first ends');
	first.end();
	expect(await first.result).toBe('slow');
	await second;
	expect(order).toEqual(['first ends', 'second']);
	expect(await inTurn('a', false, quick)).toBe('quick');
});

test('nodes do not wait for each other', async () => {
	const first = slowPoll('a');
	expect(await inTurn('b', false, quick)).toBe('quick');
	first.end();
	await first.result;
});

test('after a poll that failed comes the next', async () => {
	const failing = inTurn('a', false, async () => await Promise.reject(new Error('No')));
	await expect(failing).rejects.toThrow('No');
	expect(await inTurn('a', false, quick)).toBe('quick');
});

test.each([
	['15 minutes', 15 * 60_000, undefined],
	['longer', 15 * 60_000 + 1, 'quick'],
])('one that hangs %s', async (_, late, result) => {
	const hanging = slowPoll('a');
	const now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now + late);
	expect(await inTurn('a', false, quick)).toBe(result);
	hanging.end();
	await hanging.result;
});

test('one that hung and comes back late does not count, and leaves the place to its successor', async () => {
	const hanging = slowPoll('a');
	expect(hanging.isCurrent()).toBe(true);
	const now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now + 16 * 60_000);
	const successor = slowPoll('a');
	expect([hanging.isCurrent(), successor.isCurrent()]).toEqual([false, true]);
	hanging.end();
	await hanging.result;
	expect(successor.isCurrent()).toBe(true);
	expect(await inTurn('a', false, quick)).toBeUndefined();
	successor.end();
	await successor.result;
});

test('where a node goes on is kept until it is through', () => {
	setPosition('a', '5');
	expect([positionOf('a'), positionOf('b')]).toEqual(['5', undefined]);
	setPosition('a', undefined);
	expect(positionOf('a')).toBeUndefined();
});
