import { contenders } from './contenders';
import { type FaultName, faultNames, faults, type Setting, settings } from './faults';
import type { Measured } from './measure';

type Figure = 'twice' | 'lost' | 'none' | 'doubted';

const phrases: Record<Figure, string> = {
	twice: 'got two or more',
	lost: 'got none, though n8n says sent',
	none: 'got none, and n8n says so',
	doubted: 'got the message, though n8n says that it failed',
};
/** With Stop, n8n says of a run that failed nothing about single recipients. */
const figures: Record<Setting, Figure[]> = {
	stop: ['twice', 'lost', 'none'],
	continue: ['twice', 'lost', 'none', 'doubted'],
};
const labels: Record<Setting, string> = { stop: 'Stop Workflow', continue: 'Continue' };

/** Times and memory that differ by less are the same. */
const NOISE = 0.1;

/** Peers with a figure below that of this package, the first contender. */
function below(
	measured: Measured[],
	of: (one: Measured) => number,
	show: (one: Measured) => string,
): string {
	const [ours, ...peers] = measured;
	return peers
		.filter((peer) => of(peer) < of(ours))
		.map((peer) => `${contenders[peer.contender].name} ${show(peer)}`)
		.join(', ');
}

/** What the same run has cost other recipients. */
function cost({ twice, lost }: Measured): string {
	const costs = [
		...(twice > 0 ? [`${twice} ${phrases.twice}`] : []),
		...(lost > 0 ? [`${lost} ${phrases.lost}`] : []),
	];
	return costs.length > 0 ? ` (and ${costs.join(', ')})` : '';
}

function compare(title: string, runs: Measured[], of: (one: Measured) => number): string[] {
	const ratio = (one: Measured) => of(one) / of(runs[0]);
	const rounded = (one: Measured) => Math.round(ratio(one) / NOISE);
	const peers = below(runs, rounded, (one) => `${ratio(one).toFixed(2)} times${cost(one)}`);
	return peers === '' ? [] : [`- ${title}, as a multiple of that of this package: ${peers}.`];
}

/** The time of both error settings, for each contender. */
const bothRuns = (faulted: Measured[], fault: FaultName): Measured[] =>
	contenders.map((_, contender) => {
		const [stop, goOn] = faulted.filter(
			(one) => one.contender === contender && one.fault === fault,
		);
		const { twice, lost } = goOn;
		const milliseconds = stop.milliseconds + goOn.milliseconds;
		return { ...stop, milliseconds, twice: stop.twice + twice, lost: stop.lost + lost };
	});

/** One line for each figure that is better with a peer than with this package. */
export function better(faulted: Measured[], best: Measured[]): string[] {
	const lines: string[] = [];
	for (const fault of faultNames) {
		for (const setting of Object.keys(settings) as Setting[]) {
			const runs = faulted.filter((one) => one.fault === fault && one.setting === setting);
			for (const figure of figures[setting]) {
				const peers = below(
					runs,
					(one) => one[figure],
					(one) => `${one[figure]}${cost(one)}`,
				);
				if (peers === '') continue;
				const where = `${faults[fault].title}, ${labels[setting]}`;
				lines.push(
					`- ${where}: recipients who ${phrases[figure]}: ${runs[0][figure]} with this package; ${peers}.`,
				);
			}
		}
	}
	const [seconds, memory] = [
		(one: Measured) => one.milliseconds,
		(one: Measured) => one.peakBytes,
	];
	const times = faultNames.flatMap((fault) =>
		compare(`${faults[fault].title}: time of both runs`, bothRuns(faulted, fault), seconds),
	);
	return [
		...lines,
		...times,
		...compare('Time for 1,000 items', best, seconds),
		...compare('Memory for 1,000 items', best, memory),
	];
}
