import { node } from '../node';
import { machine, versionIn, writeSection } from '../section';
import { contenders, packageOf, versionOf } from './contenders';
import { type FaultName, faultNames, faults } from './faults';
import type { Measured } from './measure';

export const MANY = 1_000;
export const LATENCY_MS = 20;
export const ROUNDS = 3;

const table = (head: string[], rows: string[][]): string =>
	[head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

const sum = (all: Measured[], of: (run: Measured) => number): number =>
	all.reduce((total, run) => total + of(run), 0);

const timesOf = (value: number, reference: number): string => (value / reference).toFixed(2);
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

const exposure = (all: Measured[]): string => {
	const places = new Set(all.flatMap(({ reveals }) => reveals));
	return places.size === 0 ? 'no' : [...places].join(' and ');
};

const isOf = (contender: number, fault?: FaultName) => (run: Measured) =>
	run.contender === contender && (fault === undefined || run.fault === fault);

const quickest = (rounds: Measured[]): Measured[] =>
	contenders.map((_, contender) =>
		rounds
			.filter(isOf(contender))
			.reduce((best, run) => (run.milliseconds < best.milliseconds ? run : best)),
	);

function summary(faulted: Measured[], best: Measured[]): string {
	const [, reference] = best;
	return table(
		[
			'Node',
			'Package',
			'Got two',
			'None, though sent',
			'None',
			'Credential shown in',
			'In flight',
			'Time',
			'Memory',
		],
		contenders.map((peer, contender) => {
			const runs = faulted.filter(isOf(contender));
			const { inFlight, milliseconds, peakBytes } = best[contender];
			return [
				peer.name,
				`\`${packageOf(peer)}\` ${versionOf(peer)}`,
				String(sum(runs, ({ twice }) => twice)),
				String(sum(runs, ({ lost }) => lost)),
				String(sum(runs, ({ none }) => none)),
				exposure(runs),
				String(inFlight),
				timesOf(milliseconds, reference.milliseconds),
				`${megabytes(peakBytes)} MB`,
			];
		}),
	);
}

const byFault = (faulted: Measured[]): string =>
	table(
		['Fault', ...contenders.map(({ name }) => name)],
		faultNames.map((fault) => [
			faults[fault],
			...contenders.map((_, contender) => {
				const runs = faulted.filter(isOf(contender, fault));
				return `${sum(runs, ({ twice }) => twice)}/${sum(runs, ({ none }) => none)}`;
			}),
		]),
	);

export function write(faulted: Measured[], rounds: Measured[]): void {
	const best = quickest(rounds);
	const n8n = versionIn('playground/node_modules/n8n/package.json');
	const text = [
		`Measured on ${new Date().toISOString().slice(0, 10)}, in the engine of n8n ${n8n}, on ${machine(node.version)}.`,
		`The first three figures add up the ${faultNames.length * 2} runs with a fault. The others are of ${MANY} items without a fault, if the service takes ${LATENCY_MS} ms: the quickest of ${ROUNDS} runs, and its time as a multiple of that of HTTP Request.`,
		summary(faulted, best),
		'By fault, both runs together: `9/1` means that nine recipients got two or more messages, and that one got none and n8n says so.',
		byFault(faulted),
	].join('\n\n');
	writeSection({ page: 'development/comparison.md', name: 'peers', title: 'Figures' }, text);
}
