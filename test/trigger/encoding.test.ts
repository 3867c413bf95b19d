import * as fc from 'fast-check';
import { hash52 } from '../../nodes/MessagingServiceTrigger/state/fingerprint';
import { packIds, unpackIds } from '../../nodes/MessagingServiceTrigger/state/ids';
import {
	packStatuses,
	type Statuses,
	unpackStatuses,
} from '../../nodes/MessagingServiceTrigger/state/statuses';

/** Same numbers in every run. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

const size = Number(process.env.RECIPIENTS ?? 100_000);
const bytesEach = (known: Statuses): number =>
	Buffer.byteLength(JSON.stringify(packStatuses(known))) / known.ids.length;

function statuses(known: Map<number, number>): Statuses {
	const ids = Float64Array.from(known.keys()).sort();
	return { ids, words: Uint32Array.from(ids, (id) => known.get(id) ?? 0) };
}

/** A mailing, its statuses drawn with the given shares. */
function mailing(id: (index: number, chance: () => number) => number, shares: number[]) {
	const chance = random(7);
	const known = new Map<number, number>();
	let last = 0;
	while (known.size < size) {
		const index = known.size;
		let status = 0;
		for (let left = chance(); left > shares[status]; status++) left -= shares[status];
		last = id(index, chance) || last + 1;
		known.set(last, status);
	}
	return statuses(known);
}

const even = [0.25, 0.25, 0.25, 0.26];
const usual = [0.7, 0.2, 0.08, 0.03];
/** Drawn from so many numbers for each recipient. */
const phones = (many: number) => (_: number, chance: () => number) =>
	380_500_000_000 + Math.floor(chance() * size * many);

describe('the statuses of a mailing', () => {
	test('of an earlier version of the package are read', () => {
		const known = { ids: Float64Array.of(3, 4, 9), words: Uint32Array.of(0, 65_534, 0) };
		expect(packStatuses(known)).toBe('    %- A !z(MFY9');
		expect(unpackStatuses(packStatuses(known))).toEqual(known);
	});

	test.each([65_534, 65_535, 65_536, 16_000_000])('may have the index %i', (word) => {
		const known = { ids: Float64Array.of(0, 1), words: Uint32Array.of(word, 7) };
		expect(unpackStatuses(packStatuses(known))).toEqual(known);
	});

	const numbers = fc.uniqueArray(
		fc.oneof(
			fc.nat({ max: 300 }),
			fc.maxSafeNat(),
			fc.integer({ min: 380e9, max: 381e9 }),
			fc.constant(Number.MAX_SAFE_INTEGER),
		),
		{ maxLength: 400 },
	);

	test('come back as they were', () => {
		fc.assert(
			fc.property(numbers, fc.infiniteStream(fc.nat({ max: 40 })), (ids, words) => {
				const known = statuses(new Map(ids.map((id) => [id, Number(words.next().value)])));
				expect(unpackStatuses(packStatuses(known))).toEqual(known);
			}),
			{ numRuns: 300 },
		);
	});

	test.each<[string, Statuses, number]>([
		['consecutive ids, even statuses', mailing((index) => 5_000_000 + index, even), 0.6],
		['consecutive ids, usual statuses', mailing((index) => 5_000_000 + index, usual), 0.5],
		[
			'ids with gaps',
			mailing((index, chance) => index * 40 + Math.floor(chance() * 40), even),
			1.6,
		],
		['phones of two operators', mailing(phones(200), even), 1.8],
		['phones of twelve operators, usual statuses', mailing(phones(1_200), usual), 2.03],
	])('take little space: %s', (_, known, most) => {
		expect(unpackStatuses(packStatuses(known))).toEqual(known);
		expect(bytesEach(known)).toBeLessThanOrEqual(most);
	});
});

describe('the ids of replies', () => {
	test('come back as they were', () => {
		const ids = fc.uniqueArray(fc.oneof(fc.bigInt(0n, 500n), fc.bigInt(0n, 10n ** 30n)));
		fc.assert(
			fc.property(ids, (given) => {
				const sorted = given.sort((a, b) => (a < b ? -1 : 1));
				expect(unpackIds(packIds(sorted))).toEqual(sorted);
			}),
		);
	});

	test('take no more space when they follow each other', () => {
		const from = (count: number) =>
			Array.from({ length: count }, (_, index) => 7_001n + BigInt(index));
		expect(packIds(from(3))).toBe('5eh+2');
		expect(packIds(from(1_000))).toBe('5eh+rr');
	});
});

test('other ids are told apart by 52 bits', () => {
	const hashes = new Set(Array.from({ length: 2 * size }, (_, index) => hash52(`id-${index}`)));
	expect(hashes.size).toBe(2 * size);
	for (const hash of hashes) if (!(hash >= 0 && hash < 2 ** 52)) throw new Error(String(hash));
});
