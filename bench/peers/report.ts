import { node } from '../node';
import { machine, versionIn, writeSection } from '../section';
import { better } from './better';
import { contenders, packageOf, versionOf } from './contenders';
import { type FaultName, faultNames, faults, type Setting } from './faults';
import type { Measured } from './measure';

export const MANY = 1_000;
export const LATENCY_MS = 20;
export const ROUNDS = 3;

const table = (head: string[], rows: string[][]): string =>
	[head, head.map((_, place) => (place === 0 ? '---' : '--:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

const sum = (all: Measured[], of: (one: Measured) => number): number =>
	all.reduce((total, one) => total + of(one), 0);

const timesOf = (value: number, reference: number): string => (value / reference).toFixed(2);
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

const shown = (all: Measured[]): string => {
	const places = new Set(all.flatMap(({ reveals }) => reveals));
	return places.size === 0 ? 'no' : [...places].join(' and ');
};

const twice = ({ twice: count, most }: Measured): string =>
	most > 2 ? `${count} (up to ${most} each)` : String(count);

export const isOf = (contender: number, fault?: FaultName, setting?: Setting) => (one: Measured) =>
	one.contender === contender &&
	(fault === undefined || one.fault === fault) &&
	(setting === undefined || one.setting === setting);

/** The quickest run of each contender. */
export const quickest = (rounds: Measured[]): Measured[] =>
	contenders.map((_, contender) =>
		rounds
			.filter(isOf(contender))
			.reduce((best, one) => (one.milliseconds < best.milliseconds ? one : best)),
	);

const versions = () =>
	table(
		['Node', 'Package', 'Version', 'Node version'],
		contenders.map((one) => [
			one.name,
			`\`${packageOf(one)}\``,
			versionOf(one),
			String(one.given.version),
		]),
	);

function summary(faulted: Measured[], best: Measured[]): string {
	const [, reference] = best;
	return table(
		[
			'Node',
			'Got two or more',
			'Got none, though n8n says sent',
			'Got none, and n8n says so',
			'Credential shown in',
			`In flight, ${MANY} items`,
			'Time',
			'Memory',
		],
		contenders.map(({ name }, contender) => {
			const own = faulted.filter(isOf(contender));
			const { inFlight, milliseconds, peakBytes } = best[contender];
			return [
				name,
				String(sum(own, (one) => one.twice)),
				String(sum(own, ({ lost }) => lost)),
				String(sum(own, ({ none }) => none)),
				shown(own),
				String(inFlight),
				timesOf(milliseconds, reference.milliseconds),
				`${megabytes(peakBytes)} MB`,
			];
		}),
	);
}

function section(faulted: Measured[], fault: FaultName): string {
	const time = (contender: number) =>
		sum(faulted.filter(isOf(contender, fault)), ({ milliseconds }) => milliseconds);
	const rows = contenders.map(({ name }, contender) => {
		const [stop, goOn] = (['stop', 'continue'] as const).map((setting) => {
			const found = faulted.find(isOf(contender, fault, setting));
			if (!found) throw new Error(`${name} was not measured with ${fault}`);
			return found;
		});
		return [
			name,
			twice(stop),
			String(stop.lost),
			String(stop.none),
			twice(goOn),
			String(goOn.lost),
			String(goOn.none),
			String(goOn.doubted),
			String(Math.max(stop.inFlight, goOn.inFlight)),
			shown([stop, goOn]),
			timesOf(time(contender), time(1)),
		];
	});
	const { title, text } = faults[fault];
	const figures = ['got two', 'none, though sent', 'none'];
	const head = [
		'Node',
		...figures.map((figure) => `Stop: ${figure}`),
		...[...figures, 'sent, though failed'].map((figure) => `Continue: ${figure}`),
		'In flight',
		'Credential shown in',
		'Time',
	];
	return [`### ${title}`, text, table(head, rows)].join('\n\n');
}

/** Writes the figures into docs/development/comparison.md. */
export function write(faulted: Measured[], rounds: Measured[]): void {
	const best = quickest(rounds);
	const n8n = versionIn('playground/node_modules/n8n/package.json');
	const text = [
		`Measured on ${new Date().toISOString().slice(0, 10)}, in the engine of n8n ${n8n}, on ${machine(node.version)}.`,
		versions(),
		'### All runs',
		`The first three columns add up the recipients of the ${faultNames.length * 2} runs with a fault below. Time and memory are of ${MANY} items without a fault, if the service takes ${LATENCY_MS} ms. Time is a multiple of the time of HTTP Request. It is the quickest of ${ROUNDS} runs, one node after the other. Memory is what the process grew by at most in that run.`,
		summary(faulted, best),
		'### Where a peer is better',
		better(faulted, best).join('\n'),
		...faultNames.map((fault) => section(faulted, fault)),
	].join('\n\n');
	writeSection({ page: 'development/comparison.md', name: 'peers', title: 'Figures' }, text);
}
