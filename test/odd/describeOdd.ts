import { appendFileSync } from 'node:fs';
import { feedAll, wanted } from './feed';
import type { Fault } from './runCases';

const SHOWN = 5;

/** What happened to each field, with the values that did it. */
function grouped(faults: Fault[]): string[] {
	const groups = new Map<string, string[]>();
	for (const { field, value, how, what } of faults) {
		const key = `${field}: ${what.replace(/"[^"]*"/g, '"…"').slice(0, 120)}`;
		groups.set(key, [...(groups.get(key) ?? []), `${value} (${how})`]);
	}
	return [...groups].map(([what, values]) => {
		const more = values.length > SHOWN ? ` and ${values.length - SHOWN} more` : '';
		return `${what} ← ${values.slice(0, SHOWN).join(' | ')}${more}`;
	});
}

/** Feeds the fields of some nodes; ODD_REPORT names a file for a line about each fault. */
export function describeOdd(nodes: string[]): void {
	test.each(nodes)(
		'%s sends what was given in the documented form, or nothing and an error that names the field',
		async (node) => {
			const { faults, cases, planned, plannedInAll } = await feedAll([node]);
			if (process.env.ODD_REPORT) {
				const lines = faults.map(
					({ field, value, how, what }) => `${field} ← ${value} (${how}): ${what}\n`,
				);
				appendFileSync(process.env.ODD_REPORT, lines.join(''));
			}
			expect(grouped(faults)).toEqual([]);
			// Few cases are fewer than each field has manners.
			expect(cases).toBeGreaterThanOrEqual(planned);
			expect(plannedInAll).toBeGreaterThanOrEqual(wanted);
		},
		600_000,
	);
}
