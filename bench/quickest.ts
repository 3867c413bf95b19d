import type { Contender } from './cases';
import type { Row } from './report';

/**
 * Returns the fastest run of each contender. Alternates the contenders, so that other load affects
 * all of them.
 */
export async function quickest<Own extends Contender>(
	contenders: Own[],
	rounds: number,
	run: (contender: Own) => Promise<Row>,
): Promise<Row[]> {
	const best = new Map<Own, Row>();
	for (let round = 0; round < rounds; round++) {
		for (const contender of contenders) {
			const row = await run(contender);
			const previousBest = best.get(contender);
			if (!previousBest || row.milliseconds < previousBest.milliseconds)
				best.set(contender, row);
		}
	}
	return [...best.values()];
}
