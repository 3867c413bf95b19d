import { afterCall } from '../../../nodes/shared/batch/waitForResult/calls';

const called = async (id: string, request: number) =>
	await afterCall(id, request, async (isCalled) => [0, 1].map(isCalled));

test('remembers the calls to 1,000 waits, and forgets the one that was called least recently', async () => {
	expect(await called('first', 0)).toEqual([true, false]);
	expect(await called('second', 0)).toEqual([true, false]);
	expect(await called('first', 1)).toEqual([true, true]);
	for (let n = 0; n < 999; n++) await called(`other ${n}`, 0);
	expect(await called('first', 0)).toEqual([true, true]);
	expect(await called('second', 1)).toEqual([false, true]);
});
