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
	httpRequest: 'HTTP Request node, one request per item',
	minimal: 'minimal declarative node, one request per item',
	pool: "a node that calls n8n's client ten at a time, and does nothing else",
	bare: 'bare fetch (undici)',
};
const titles: Record<Job, string> = {
	single: 'One message per item',
	latency: 'One message per item, 20 ms of latency',
	batch: 'One batch of all items, each with an own text',
	import: 'Contact import',
};

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const each = ({ milliseconds, size }: Row): number => (milliseconds * 1000) / size;

function table(rows: Row[], job: Job): string {
	const own = rows.filter((row) => row.job === job);
	const head = [
		'| Items | | µs an item | items a second | requests | times ours | peak memory | held after |',
		'| --: | --- | --: | --: | --: | --: | --: | --: |',
	];
	const lines = own.map((row) => {
		const ours = own.find(({ size, contender }) => size === row.size && contender === 'ours');
		const ratio = ours ? each(row) / each(ours) : Number.NaN;
		const bytes = (value?: number) =>
			value === undefined ? '' : `${whole(Math.max(value, 0) / row.size)} B`;
		return `| ${[
			whole(row.size),
			names[row.contender],
			each(row).toFixed(1),
			whole(1e6 / each(row)),
			whole(row.requests),
			ratio.toFixed(2),
			bytes(row.peakBytes),
			bytes(row.heldBytes),
		].join(' | ')} |`;
	});
	return [`### ${titles[job]}`, '', ...head, ...lines].join('\n');
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
		`| 1,000 sends, 20 ms of latency, 10 in flight: at most 1.2 times the 2 s of waiting | ${seconds('ours')} s; a node that only calls n8n's client ${seconds('pool')} s |`,
		`| The process grows by at most 100 MB for 10,000 single sends | ${growth('ours')} MB; a node that only calls n8n's client ${growth('pool')} MB |`,
		`| A batch recipient at least 10 times cheaper than one of the HTTP Request node (10,000 items) | ${compare(find('single', 'httpRequest', 10_000), find('batch', 'ours', 10_000))} times |`,
		`| Cost per item flat from 1,000 to 100,000 (single sends) | ${compare(find('single', 'ours', 100_000), find('single', 'ours', 1_000))} times |`,
		`| Cost per item flat from 1,000 to 100,000 (batch) | ${compare(big, find('batch', 'ours', 1_000))} times |`,
		`| Less than 1 kB of memory an item above the input (batch, 100,000) | ${big ? `${whole(big.peakBytes / big.size)} B at the peak, ${whole((big.heldBytes ?? 0) / big.size)} B held` : 'not measured'} |`,
		`| A single send at most 0.5 times a minimal declarative node (n8n-core, 10,000 items) | ${compare(find('single', 'ours', 10_000), find('single', 'minimal', 10_000))} times |`,
	].join('\n');
}

/** The tables of a run in bare n8n-core. */
export function writeCore(rows: Row[]): void {
	const jobs = [...new Set(rows.map(({ job }) => job))];
	const versions = `n8n-core ${versionIn('node_modules/n8n-core/package.json')}`;
	const text = [
		`Measured on ${machine(node.version)}, ${versions}, expressions evaluated by n8n's engine \`${node.expressionEngine}\`, the service being the sandbox in a process of its own, over HTTP on loopback. Each figure is a process of its own, warmed up with 500 items; up to 10,000 items the quickest of three to five, the contenders taking turns. "Peak memory" is what the process grew by an item, garbage included; "held after" is what remains once the node is done. In every run the sandbox counted each recipient exactly once.`,
		goals(rows),
		...jobs.map((job) => table(rows, job)),
		'Repeat it with `npm run bench` (some minutes), or a part of it with `npm run bench -- engine 100,1000 batch`. Once the playground is installed (`npm start`), its Node is used, and the HTTP Request node takes part.',
	].join('\n\n');
	const title = 'Sending and importing, in n8n-core';
	writeSection({ page: 'development/performance.md', name: 'bench', title }, text);
}

/** The tables of a run in the real n8n. */
export function writeInN8n(rows: Row[], rounds: number): void {
	const jobs = [...new Set(rows.map(({ job }) => job))];
	const find = (job: Job, contender: Contender, size: number) =>
		rows.find((row) => row.job === job && row.contender === contender && row.size === size);
	const [ours, minimal] = [find('single', 'ours', 1_000), find('single', 'minimal', 1_000)];
	const many = find('single', 'ours', 10_000);
	const batch = find('batch', 'ours', 1_000);
	const text = [
		`Measured on ${machine()}, n8n ${versionIn('playground/node_modules/n8n/package.json')} with its own Node 24 and the packed package, the service being the sandbox in a process of its own. The time is what n8n shows for the node; each figure is the quickest of ${rounds} executions, the nodes taking turns. "Peak memory" is what the whole process grew by an item in the execution that made it grow most, garbage included. In every run the sandbox counted each recipient exactly once.`,
		[
			'| Goal | Measured |',
			'| --- | --- |',
			`| A single send at most 0.75 times the HTTP Request node (1,000 items) | ${compare(ours, find('single', 'httpRequest', 1_000))} times |`,
			`| A single send at most 0.5 times a minimal declarative node (1,000 items) | ${compare(ours, minimal)} times |`,
			`| The process grows by at most 100 MB for 10,000 single sends | ${many ? `${whole(many.peakBytes / 1e6)} MB` : 'not measured'} |`,
			`| A batch recipient at least 10 times cheaper than one of the HTTP Request node (1,000 items) | ${compare(find('single', 'httpRequest', 1_000), batch)} times |`,
		].join('\n'),
		...jobs.map((job) => table(rows, job)),
		'Repeat it with `npm run bench -- n8n` (some minutes).',
	].join('\n\n');
	writeSection(
		{ page: 'development/performance.md', name: 'bench-n8n', title: 'In the real n8n' },
		text,
	);
}
