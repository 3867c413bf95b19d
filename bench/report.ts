import type { Contender, Job } from './cases';
import { node } from './node';
import { machine, versionIn, writeSection } from './section';
import type { Measured } from './engine/worker';

export interface Row extends Omit<Measured, 'heldBytes'> {
	/** Not known of a process that goes on. */
	heldBytes?: number;
	job: Job;
	contender: Contender;
	size: number;
	requests: number;
}

const names: Record<Contender, string> = {
	ours: 'this package',
	httpRequest: 'HTTP Request node',
	minimal: 'minimal declarative node',
	pool: "n8n's client, ten at a time",
	bare: 'fetch',
};
const titles: Record<Job, string> = {
	single: 'One message per item',
	latency: 'With 20 ms of latency',
	batch: 'One batch',
	import: 'Import',
};

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const each = ({ milliseconds, size }: Row): number => (milliseconds * 1000) / size;

/** Microseconds an item: a row for each contender and size, a column for each job. */
function table(rows: Row[]): string {
	const jobs = [...new Set(rows.map(({ job }) => job))];
	const contenders = Object.keys(names) as Contender[];
	const sizes = [...new Set(rows.map(({ size }) => size))].sort((a, b) => a - b);
	const lines = sizes.flatMap((size) =>
		contenders.flatMap((contender) => {
			const own = rows.filter((row) => row.size === size && row.contender === contender);
			if (own.length === 0) return [];
			const cells = jobs.map((job) => own.find((row) => row.job === job));
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
	const shown = (row: Row | undefined, show: (row: Row) => string) =>
		row ? show(row) : 'not measured';
	const seconds = (contender: Contender) =>
		shown(find('latency', contender, 1_000), (row) => (row.milliseconds / 1e3).toFixed(2));
	const growth = (contender: Contender) =>
		shown(find('single', contender, 10_000), (row) => whole(row.peakBytes / 1e6));
	const big = find('batch', 'ours', 100_000);
	return [
		'| Goal | Measured |',
		'| --- | --- |',
		`| 1,000 sends, 20 ms of latency, 10 in flight: at most 1.2 times the 2 s of waiting | ${seconds('ours')} s; n8n's client alone ${seconds('pool')} s |`,
		`| The process grows by at most 100 MB for 10,000 single sends | ${growth('ours')} MB; n8n's client alone ${growth('pool')} MB |`,
		`| Cost per item flat from 1,000 to 100,000: a single send | ${compare(find('single', 'ours', 100_000), find('single', 'ours', 1_000))} times |`,
		`| The same: a batch | ${compare(big, find('batch', 'ours', 1_000))} times |`,
		`| A batch of 100,000 takes less than 1 kB of memory an item | ${big ? `${whole(big.peakBytes / big.size)} B at the peak, ${whole((big.heldBytes ?? 0) / big.size)} B held` : 'not measured'} |`,
	].join('\n');
}

/** The tables of a run in bare n8n-core. */
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

/** The tables of a run in the real n8n. */
export function writeInN8n(rows: Row[], rounds: number): void {
	const find = (job: Job, contender: Contender, size: number) =>
		rows.find((row) => row.job === job && row.contender === contender && row.size === size);
	const [ours, minimal] = [find('single', 'ours', 1_000), find('single', 'minimal', 1_000)];
	const many = find('single', 'ours', 10_000);
	const batch = find('batch', 'ours', 1_000);
	const text = [
		`Measured on ${machine()}, n8n ${versionIn('playground/node_modules/n8n/package.json')} with its Node 24 and the packed package. The time is what n8n shows for the node, the quickest of ${rounds} executions. In every run the sandbox counted each recipient exactly once.`,
		[
			'| Goal | Measured |',
			'| --- | --- |',
			`| A single send at most 0.75 times the HTTP Request node (1,000 items) | ${compare(ours, find('single', 'httpRequest', 1_000))} times |`,
			`| A single send at most 0.5 times a minimal declarative node (1,000 items) | ${compare(ours, minimal)} times |`,
			`| The process grows by at most 100 MB for 10,000 single sends | ${many ? `${whole(many.peakBytes / 1e6)} MB` : 'not measured'} |`,
			`| A batch recipient at least 10 times cheaper than one of the HTTP Request node (1,000 items) | ${compare(find('single', 'httpRequest', 1_000), batch)} times |`,
		].join('\n'),
		table(rows),
		'Repeat it with `npm run bench -- n8n`.',
	].join('\n\n');
	writeSection(
		{ page: 'development/performance.md', name: 'bench-n8n', title: 'In the real n8n' },
		text,
	);
}
