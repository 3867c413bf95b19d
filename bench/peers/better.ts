import { contenders } from './contenders';
import { faultNames, faults, type Setting, settings } from './faults';
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
	const [ours] = best;
	const compare = (title: string, of: (one: Measured) => number) => {
		const peers = below(best, of, (one) => `${(of(one) / of(ours)).toFixed(2)} times`);
		if (peers !== '') lines.push(`- ${title} of this package: ${peers}.`);
	};
	compare('Time for 1,000 items, as a multiple of that', ({ milliseconds }) => milliseconds);
	compare('Memory for 1,000 items, as a multiple of that', ({ peakBytes }) => peakBytes);
	return lines.length > 0 ? lines : ['No figure of a peer is better.'];
}
