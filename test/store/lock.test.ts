import { setTimeout as after } from 'node:timers/promises';
import { isLocked, withLock } from '../../nodes/shared/store/inProcess';

let log: string[];
beforeEach(() => (log = []));

const run = async (task: string, name = 'a', fails = false) =>
	await withLock(name, async () => {
		log.push(`${task} starts`);
		await after(20);
		log.push(`${task} ends`);
		if (fails) throw new Error(task);
		return task;
	});
const inTurn = (...tasks: string[]) => tasks.flatMap((task) => [`${task} starts`, `${task} ends`]);

test('a task waits for all before it, also once the first of them has ended', async () => {
	const [first, second] = [run('first'), run('second')];
	await first;
	const third = run('third');
	expect(await Promise.all([second, third])).toEqual(['second', 'third']);
	expect(log).toEqual(inTurn('first', 'second', 'third'));
});

test('a task that fails says so, and the next one runs', async () => {
	const [first, second] = [run('first', 'a', true), run('second')];
	await expect(first).rejects.toThrow('first');
	expect(await second).toBe('second');
	expect(log).toEqual(inTurn('first', 'second'));
});

test('tasks of different names run at the same time', async () => {
	await Promise.all([run('one', 'a'), run('other', 'b')]);
	expect(log.slice(0, 2)).toEqual(['one starts', 'other starts']);
});

test('a name is locked until its last task has ended, also if that fails', async () => {
	const [first, second] = [run('first'), run('second', 'a', true)];
	expect(['a', 'b'].map(isLocked)).toEqual([true, false]);
	await first;
	expect(isLocked('a')).toBe(true);
	await expect(second).rejects.toThrow('second');
	expect(isLocked('a')).toBe(false);
});
