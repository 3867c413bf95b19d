import { type Reserve, withMemory } from '../../nodes/shared/http/memory';

const MEGABYTE = 1024 * 1024;

/** A response that takes memory step by step, and ends when it is told to. */
function response(signal = new AbortController().signal) {
	let reserve: Reserve = async () => {};
	let end = () => {};
	let taken = 0;
	const done = withMemory(signal, async (own) => {
		reserve = own;
		await new Promise<void>((resolve) => (end = resolve));
	});
	return {
		done,
		end: async () => {
			end();
			await done;
		},
		take: async (megabytes: number) => {
			await reserve(megabytes * MEGABYTE);
			taken += megabytes;
		},
		get taken() {
			return taken;
		},
	};
}

const turn = async () => await new Promise((resolve) => setImmediate(resolve));

test('the oldest response never waits, the others share 256 MB, and small ones take 1 MB', async () => {
	const [oldest, second, third, small] = [response(), response(), response(), response()];
	await oldest.take(2);
	await second.take(200);
	await third.take(56);
	await oldest.take(254);
	await small.take(1);
	const more = third.take(1);
	await turn();
	expect(third.taken).toBe(56);
	await oldest.end();
	await more;
	// The second one is the oldest now.
	await second.take(56);
	expect([second.taken, third.taken, small.taken]).toEqual([256, 57, 1]);
	await Promise.all([second.end(), third.end(), small.end()]);
});

test('a response that waits for memory ends at its deadline', async () => {
	const [oldest, second] = [response(), response()];
	const late = new AbortController();
	await oldest.take(2);
	await second.take(256);
	const waiting = withMemory(late.signal, async (reserve) => await reserve(2 * MEGABYTE));
	await turn();
	late.abort();
	await expect(waiting).rejects.toMatchObject({ code: 'ERR_CANCELED' });
	await Promise.all([oldest.end(), second.end()]);
	// Nothing of it stays counted.
	const [first, other] = [response(), response()];
	await first.take(2);
	await other.take(256);
	await Promise.all([first.end(), other.end()]);
});
