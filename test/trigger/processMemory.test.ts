import { ProcessMemory } from '../../nodes/MessagingServiceTrigger/poll/memory';

test('of more triggers than fit, the one that was remembered the longest ago is forgotten', () => {
	const memory = new ProcessMemory<number>(2);
	memory.set('a', 1);
	memory.set('b', 2);
	memory.set('a', 3);
	memory.set('c', 4);
	expect(['a', 'b', 'c'].map((key) => memory.get(key))).toEqual([3, undefined, 4]);
});

test('a trigger of which there is nothing to remember takes no place', () => {
	const memory = new ProcessMemory<number>(2);
	memory.set('a', 1);
	memory.set('b', 2);
	memory.set('c', undefined);
	memory.set('b', undefined);
	memory.set('c', 4);
	expect(['a', 'b', 'c'].map((key) => memory.get(key))).toEqual([1, undefined, 4]);
});

test('a process remembers of a thousand triggers', () => {
	const memory = new ProcessMemory<number>();
	for (let at = 0; at <= 1_000; at++) memory.set(`${at}`, at);
	expect([memory.get('0'), memory.get('1'), memory.get('1000')]).toEqual([undefined, 1, 1_000]);
});
