import type { Contender, Job } from './cases';
import { node } from './node';
import { machine, versionIn, writeSection } from './section';
import type { Measured } from './engine/worker';

export interface Row extends Omit<Measured, 'heldBytes'> {
	/** Undefined for a process that keeps running. */
	heldBytes?: number;
	job: Job;
	contender: Contender;
	size: number;
	requests: number;
}

/** Contenders on the page. A run prints all contenders. */
const names: Partial<Record<Contender, string>> = {
	ours: 'this package',
	httpRequest: 'HTTP Request node',
	minimal: 'minimal declarative node',
};
const titles: Record<Job, string> = {
	single: 'One message per item',
	latency: 'With 20 ms of latency',
	batch: 'One batch',
	import: 'Import',
};

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const each = ({ milliseconds, size }: Row): number => (milliseconds * 1000) / size;

/** Microseconds per item, with a row for each contender and size and a column for each job. */
function table(rows: Row[]): string {
	const jobs = [...new Set(rows.map(({ job }) => job))];
	const contenders = Object.keys(names) as Contender[];
	const sizes = [...new Set(rows.map(({ size }) => size))].sort((a, b) => a - b);
	const lines = sizes.flatMap((size) =>
		contenders.flatMap((contender) => {
			const matching = rows.filter((row) => row.size === size && row.contender === contender);
			if (matching.length === 0) return [];
			const cells = jobs.map((job) => matching.find((row) => row.job === job));
			const figures = cells.map((row) => (row ? each(row).toFixed(1) : ''));
			return [`| ${[whole(size), names[contender], ...figures].join(' | ')} |`];
		}),
	);
	return [
		`| Items | µs an item | ${jobs.map((job) => titles[job]).join(' | ')} |`,
		`| --: | --- | ${jobs.map(() => '--:').join(' | ')} |`,
		...lines,
	].join('\n');
}

const compare = (a?: Row, b?: Row): string =>
	a && b ? (each(a) / each(b)).toFixed(2) : 'not measured';

function goals(rows: Row[]): string {
	const find = (job: Job, contender: Contender, size: number) =>
		rows.find((row) => row.job === job && row.contender === contender && row.size === size);
	const figureOf = (row: Row | undefined, show: (row: Row) => string) =>
		row ? show(row) : 'not measured';
	const seconds = (contender: Contender) =>
		figureOf(find('latency', contender, 1_000), (row) => (row.milliseconds / 1e3).toFixed(2));
	const growth = (contender: Contender) =>
		figureOf(find('single', contender, 10_000), (row) => whole(row.peakBytes / 1e6));
	const big = find('batch', 'ours', 100_000);
	return [
		`- 1,000 sends, 20 ms of latency, 10 in flight: ${seconds('ours')} s (goal: 2.4 s); n8n's client alone ${seconds('pool')} s`,
		`- Memory for 10,000 single sends: ${growth('ours')} MB (goal: 100 MB); n8n's client alone ${growth('pool')} MB`,
		`- Cost of an item of 100,000 beside one of 1,000 (goal: 1): ${compare(find('single', 'ours', 100_000), find('single', 'ours', 1_000))} times as a single send, ${compare(big, find('batch', 'ours', 1_000))} times in a batch`,
		`- Memory of a recipient in a batch of 100,000 (goal: 1 kB): ${big ? `${whole(big.peakBytes / big.size)} B at the peak, ${whole((big.heldBytes ?? 0) / big.size)} B held` : 'not measured'}`,
	].join('\n');
}

/** Writes the tables of a run in bare n8n-core. */
export function writeCore(rows: Row[]): void {
	const versions = `n8n-core ${versionIn('node_modules/n8n-core/package.json')}`;
	const text = [
		`Measured on ${machine(node.version)}, ${versions}, n8n's expression engine \`${node.expressionEngine}\`. Each figure is from a new process, warmed up with 500 items; up to 10,000 items the quickest of three to five. In every run the sandbox counted each recipient exactly once.`,
		goals(rows),
		table(rows),
		'Repeat it with `npm run bench`, or a part with `npm run bench -- engine 1000,10000 batch`. Once the playground is installed (`npm start`), its Node is used, and the HTTP Request node takes part.',
	].join('\n\n');
	const title = 'Sending and importing, in n8n-core';
	writeSection({ page: 'development/performance.md', name: 'bench', title }, text);
}

/** Writes the tables of a run in the real n8n. */
export function writeInN8n(rows: Row[], rounds: number): void {
	const find = (job: Job, contender: Contender, size: number) =>
		rows.find((row) => row.job === job && row.contender === contender && row.size === size);
	const [ours, minimal] = [find('single', 'ours', 1_000), find('single', 'minimal', 1_000)];
	const many = find('single', 'ours', 10_000);
	const batch = find('batch', 'ours', 1_000);
	const text = [
		`Measured on ${machine()}, n8n ${versionIn('playground/node_modules/n8n/package.json')} with its Node 24 and the packed package. The time is what n8n shows for the node, the quickest of ${rounds} executions.`,
		[
			`- A single send: ${compare(ours, find('single', 'httpRequest', 1_000))} times the HTTP Request node (goal: 0.75), ${compare(ours, minimal)} times a minimal declarative node (goal: 0.5)`,
			`- Memory for 10,000 single sends: ${many ? `${whole(many.peakBytes / 1e6)} MB` : 'not measured'} (goal: 100 MB)`,
			`- A send with the HTTP Request node: ${compare(find('single', 'httpRequest', 1_000), batch)} times a recipient of a batch (goal: 10)`,
		].join('\n'),
		table(rows),
		'Repeat it with `npm run bench -- n8n`.',
	].join('\n\n');
	writeSection(
		{ page: 'development/performance.md', name: 'bench-n8n', title: 'In the real n8n' },
		text,
	);
}
