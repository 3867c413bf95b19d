import * as fc from 'fast-check';
import { hash52, HASH_OFFSET } from '../../../nodes/MessagingServiceTrigger/state/fingerprint';
import { decodeIds, encodeIds } from '../../../nodes/MessagingServiceTrigger/state/encoding';
import { decodeReplies } from '../../../nodes/MessagingServiceTrigger/state/encoding';
import {
	decodeStatuses,
	encodeStatuses,
	type Statuses,
} from '../../../nodes/MessagingServiceTrigger/state/encoding';
import { share } from '../../support/thorough';
import { judgeCases } from '../../support/judged';

/** Same numbers in every run. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

const size = Number(process.env.RECIPIENTS ?? share(100_000, 20_000));
const bytesEach = (known: Statuses): number =>
	Buffer.byteLength(JSON.stringify(encodeStatuses(known))) / known.ids.length;

function statusesOf(known: Map<number, number>): Statuses {
	const ids = Float64Array.from(known.keys()).sort();
	return { ids, statuses: Uint32Array.from(ids, (id) => known.get(id) ?? 0) };
}

/** A mailing whose recipients have one of `count` statuses at random. */
function mailing(
	id: (index: number, chance: () => number) => number,
	count: number,
	recipients = size,
): Statuses {
	const chance = random(7);
	const known = new Map<number, number>();
	let last = 0;
	while (known.size < recipients) {
		last = id(known.size, chance) || last + 1;
		known.set(last, Math.floor(chance() * count));
	}
	return statusesOf(known);
}

/** Drawn from so many numbers for each recipient. */
const phones = (many: number) => (_: number, chance: () => number) =>
	380_500_000_000 + Math.floor(chance() * size * many);
const consecutive = (index: number) => 5_000_000 + index;
const hashes = (index: number) => HASH_OFFSET + hash52(`id-${index}`);

const anyIds = fc.uniqueArray(
	fc.oneof(
		fc.nat({ max: 300 }),
		fc.maxSafeNat(),
		fc.integer({ min: 380e9, max: 381e9 }),
		fc.integer({ min: 2 ** 52 - 50, max: 2 ** 52 + 50 }),
		fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
	),
	{ maxLength: 400 },
);

describe('the snapshot of statuses', () => {
	test.each<[string, number[], number[]]>([
		['', [], []],
		['A', [1], [0]],
		['0AB', [0, 1], [0, 1]],
		['5ehAB8(14)', [7_001, 7_002, 7_010], [0, 1, 40]],
		['4usslzm1Z(q)', [380_501_234_569, 380_501_234_570], [25, 26]],
		['2gosa7pa2gvA', [Number.MAX_SAFE_INTEGER], [0]],
	])('is the text %p', (text, ids, statuses) => {
		const known = { ids: Float64Array.from(ids), statuses: Uint32Array.from(statuses) };
		expect(encodeStatuses(known)).toBe(text);
		expect(decodeStatuses(text, Infinity)).toEqual(known);
	});

	test('is read as it was written', async () => {
		const statuses = fc.infiniteStream(fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 20e6 })));
		await judgeCases(
			fc.tuple(anyIds, statuses),
			{ several: 0.5 },
			([ids, each]) => {
				const known = statusesOf(new Map(ids.map((id) => [id, Number(each.next().value)])));
				expect(decodeStatuses(encodeStatuses(known), Infinity)).toEqual(known);
				return ids.length > 1 ? 'several' : undefined;
			},
			{ numRuns: 300 },
		);
	});

	/** Half as many phones, each with two entries. */
	const twice = ({ ids, statuses }: Statuses): Statuses => ({
		ids: ids.map((_, at) => ids[at - (at % 2)]),
		statuses,
	});

	test.each<[string, Statuses, number]>([
		['phones with two entries each', twice(mailing(phones(1_200), 4)), 3],
		['consecutive ids and 4 statuses', mailing(consecutive, 4), 1.01],
		['phones of two operators and 4 statuses', mailing(phones(200), 4), 3.2],
		['phones of twelve operators and 4 statuses', mailing(phones(1_200), 4), 3.5],
		['phones of a continent and 4 statuses', mailing(phones(10_000), 4), 4],
		['consecutive ids and 5,000 statuses', mailing(consecutive, 5_000), 5],
		['hashes and 4 statuses', mailing(hashes, 4), 9],
	])('takes few bytes for %s', (_, known, most) => {
		expect(decodeStatuses(encodeStatuses(known), Infinity)).toEqual(known);
		expect(bytesEach(known)).toBeLessThanOrEqual(most);
	});

	test('is written and read in less than 200 ms', () => {
		const known = mailing(phones(1_200), 4, 100_000);
		const time = () => {
			const since = performance.now();
			decodeStatuses(encodeStatuses(known), Infinity);
			return performance.now() - since;
		};
		// Once of five times, so that it is not what else the machine does.
		expect([1, 2, 3, 4, 5].some(() => time() < 200)).toBe(true);
	});
});

test('ids with one mark are read as they were written', async () => {
	await judgeCases(anyIds, { several: 0.5 }, (given) => {
		const ids = given.sort((a, b) => a - b);
		const read: number[] = [];
		decodeIds(
			encodeIds(ids, () => ','),
			(id, mark) => {
				read.push(id);
				return mark + 1;
			},
		);
		expect(read).toEqual(ids);
		return ids.length > 1 ? 'several' : undefined;
	});
});

test('a snapshot in which anything is changed is read or rejected, and ends', async () => {
	const put = fc.oneof(
		fc.string({ maxLength: 4 }),
		fc.constantFrom('(', ')', '(zzzzzzzz)', '[', ',', '0', 'zzzzzzzzzzzz'),
	);
	const whole = fc.constantFrom('5ehAB8(14)', '5eh,,8,', '5eh,["a","b"]', '2gosa7pa2gvA0A');
	await judgeCases(
		fc.tuple(whole, fc.nat(14), fc.nat(14), put),
		{ read: 0.05, rejected: 0.1 },
		([text, from, to, other]) => {
			const changed = text.slice(0, from) + other + text.slice(to);
			const outcomes = [() => decodeStatuses(changed, 41), () => decodeReplies(changed)].map(
				(decode) => {
					try {
						decode();
						return 'read';
					} catch (error) {
						expect(error).toBeInstanceOf(Error);
						return 'rejected';
					}
				},
			);
			return outcomes.includes('read') ? 'read' : 'rejected';
		},
		{ numRuns: share(5_000, 1_500) },
	);
	expect(() => decodeStatuses('h1wafb5', 41)).toThrow('damaged');
});

test('hashes distinguish ids by 52 bits', () => {
	const length = 200_000;
	const found = new Set(Array.from({ length }, (_, index) => hash52(`id-${index}`)));
	expect(found.size).toBe(length);
	for (const hash of found) if (!(hash >= 0 && hash < 2 ** 52)) throw new Error(String(hash));
});
