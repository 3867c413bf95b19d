import { versionIn, writeSection } from '../../bench/section';
import type { Trend } from './memory';

/** Faults and measurements of a soak run. */
export interface Result {
	minutes: number;
	warmUp: number;
	executions: number;
	/** Messages and contacts by outcome according to n8n. */
	people: { once: number; perhaps: number; never: number };
	replies: number;
	changes: number;
	requests: number;
	faults: string;
	/** Only in a long run. */
	memory?: MemoryTrends;
}

type MemoryTrends = Record<'own' | 'control', { heap: Trend; resident: Trend }>;

const whole = (value: number) => Math.round(value).toLocaleString('en');

const row = (name: string, { first, last, slope, error }: Trend) =>
	`| ${name} | ${whole(first)} | ${whole(last)} | ${slope.toFixed(0)} ± ${error.toFixed(0)} |`;

const memoryTable = ({ own, control }: MemoryTrends, warmUp: number): string =>
	[
		`| Memory after the first ${warmUp} minutes | first (MB) | last (MB) | MB an hour |`,
		'| --- | --: | --: | --: |',
		row('heap of n8n with this package', own.heap),
		row('heap of n8n with its own HTTP Request node', control.heap),
		row('whole process with this package', own.resident),
		row('whole process with its own HTTP Request node', control.resident),
	].join('\n');

/** The tables of a run; `machine` tells where it was. */
export function describe(result: Result, machine: string): string {
	const { people, memory } = result;
	const version = versionIn('playground/node_modules/n8n/package.json');
	return [
		`${new Date().toISOString().slice(0, 10)}, ${result.minutes} minutes, n8n ${version} on ${machine}.`,
		[
			`- Executions started by webhooks: ${whole(result.executions)}`,
			`- Messages and contacts that n8n said were sent (each arrived once): ${whole(people.once)}`,
			`- Those that may have been sent (each arrived once or not at all): ${whole(people.perhaps)}`,
			`- Those that were rejected (none arrived): ${whole(people.never)}`,
			`- Viber replies (each started one execution): ${whole(result.replies)}`,
			`- Delivery changes (each reported once, in their order): ${whole(result.changes)}`,
			`- Requests to the service: ${whole(result.requests)}`,
			`- Faults: ${result.faults}`,
		].join('\n'),
		...(memory ? [memoryTable(memory, result.warmUp)] : []),
	].join('\n\n');
}

/** Writes the tables into docs/development/soak.md. */
export const write = (text: string): void =>
	writeSection({ page: 'development/soak.md', name: 'soak', title: 'Result' }, text);
