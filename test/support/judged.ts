import fc from 'fast-check';

type Settings = fc.Parameters<unknown>;

/**
 * Asserts a property for random cases. `judge` returns the kind of a case, or undefined if the
 * property does not apply. Fails if a kind has a smaller share than in `least`, because the test
 * would then judge too few such cases.
 */
export async function judgeCases<T, Kind extends string>(
	cases: fc.Arbitrary<T>,
	least: Record<Kind, number>,
	judge: (one: T) => Promise<Kind | undefined> | Kind | undefined,
	settings: Settings = {},
): Promise<void> {
	const judged: Array<Kind | undefined> = [];
	const property = fc.asyncProperty(
		cases,
		async (randomCase) => void judged.push(await judge(randomCase)),
	);
	await fc.assert(property, settings as fc.Parameters<[T]>);
	expectShares(judged, least);
}

export function expectShares<Kind extends string>(
	judged: Array<Kind | undefined>,
	least: Record<Kind, number>,
): void {
	const shares = Object.keys(least).map((kind) => {
		const share = judged.filter((kindOfCase) => kindOfCase === kind).length / judged.length;
		return [kind, share >= least[kind as Kind] ? 'enough' : `only ${share} of all cases`];
	});
	expect(shares).toEqual(Object.keys(least).map((kind) => [kind, 'enough']));
}
