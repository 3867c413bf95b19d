import fc from 'fast-check';

type Settings = fc.Parameters<unknown>;

/**
 * Asserts a property for random cases. The test says of each case how it was judged, or returns undefined if it
 * was not. It fails if a kind makes up less than its share of the cases, so that it cannot pass by judging none.
 */
export async function judgeCases<T, Kind extends string>(
	cases: fc.Arbitrary<T>,
	least: Record<Kind, number>,
	judge: (one: T) => Promise<Kind | undefined> | Kind | undefined,
	settings: Settings = {},
): Promise<void> {
	const judged: Array<Kind | undefined> = [];
	const property = fc.asyncProperty(cases, async (one) => void judged.push(await judge(one)));
	await fc.assert(property, settings as fc.Parameters<[T]>);
	expectShares(judged, least);
}

/** Fails if a kind makes up less than its share of all cases. */
export function expectShares<Kind extends string>(
	judged: Array<Kind | undefined>,
	least: Record<Kind, number>,
): void {
	const shares = Object.keys(least).map((kind) => {
		const share = judged.filter((one) => one === kind).length / judged.length;
		return [kind, share >= least[kind as Kind] ? 'enough' : `only ${share} of all cases`];
	});
	expect(shares).toEqual(Object.keys(least).map((kind) => [kind, 'enough']));
}
