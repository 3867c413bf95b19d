import { execFileSync } from 'node:child_process';
import { nodeBinary } from '../../playground/install';
import { httpRequest, measure, median, MOST_OF_HTTP_REQUEST, names, ours } from './loadTimes';
import { machine, versionIn, writeSection } from '../section';

const ROUNDS = Number(process.argv[2] ?? 15);
const MOST_MILLISECONDS = 80;

function rows(node: string): string[] {
	const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
	const times = measure(node, ROUNDS);
	const reference = median(times[httpRequest], 'processor');
	const own = median(times[ours], 'processor');
	if (own >= MOST_MILLISECONDS || own / reference > MOST_OF_HTTP_REQUEST) {
		process.stderr.write(`${version}: over the limit\n`);
		process.exitCode = 1;
	}
	return names.map((name) => {
		const [clock, processor] = [median(times[name], 'clock'), median(times[name], 'processor')];
		const figures = [
			processor.toFixed(1),
			clock.toFixed(1),
			(processor / reference).toFixed(2),
		];
		process.stdout.write(`${version} ${name}: ${figures.slice(0, 2).join(' and ')} ms\n`);
		return `| ${[version, name, ...figures].join(' | ')} |`;
	});
}

const text = [
	`Measured on ${machine()}, with the nodes of n8n-nodes-base ${versionIn('playground/node_modules/n8n-nodes-base/package.json')}. What it takes to load the built files and to make the nodes, each time in a fresh process that has n8n-workflow and n8n-core in memory, as n8n has; medians of ${ROUNDS} rounds in turns. The clock also counts what else the machine was doing.`,
	[
		'| Node.js | | ms of a processor | ms by the clock | of HTTP Request |',
		'| --- | --- | --: | --: | --: |',
		...[process.execPath, nodeBinary].flatMap(rows),
	].join('\n'),
	`Limits, in time of a processor: the whole package in under ${MOST_MILLISECONDS} ms, and in at most ${MOST_OF_HTTP_REQUEST} times what the HTTP Request node takes. To repeat: \`npm run build && npm run bench -- load\` once the playground is installed (\`npm start\`).`,
].join('\n\n');
writeSection({ page: 'development/performance.md', name: 'load', title: 'Loading' }, text);
