import { execFileSync } from 'node:child_process';
import { nodeBinary } from '../../playground/install';
import {
	type Contender,
	httpRequest,
	measure,
	median,
	MOST_OF_HTTP_REQUEST,
	ours,
} from './loadTimes';
import { machine, versionIn, writeSection } from '../section';

const ROUNDS = Number(process.argv[2] ?? 15);
const MOST_MILLISECONDS = 80;

const times = measure(nodeBinary, ROUNDS);
const processor = (name: Contender) => median(times[name], 'processor');
const shareOf = (name: Contender) => processor(name) / processor(httpRequest);
const rows = [ours, httpRequest].map((name) => {
	const figures = `${processor(name).toFixed(1)} | ${shareOf(name).toFixed(2)}`;
	process.stdout.write(
		`${name}: ${figures}, by the clock ${median(times[name], 'clock').toFixed(1)}\n`,
	);
	return `| ${name} | ${figures} |`;
});
if (processor(ours) >= MOST_MILLISECONDS || shareOf(ours) > MOST_OF_HTTP_REQUEST) {
	process.stderr.write('over the limit\n');
	process.exitCode = 1;
}

const version = execFileSync(nodeBinary, ['--version'], { encoding: 'utf8' }).trim();
const text = [
	`Measured on ${machine(version)}, with the nodes of n8n-nodes-base ${versionIn('playground/node_modules/n8n-nodes-base/package.json')}. Each is loaded in a fresh process that has n8n-core in memory; medians of ${ROUNDS} rounds, in the processor's time.`,
	['| | ms | of HTTP Request |', '| --- | --: | --: |', ...rows].join('\n'),
	`Limits: ${MOST_MILLISECONDS} ms, and ${MOST_OF_HTTP_REQUEST} times the HTTP Request node. Repeat it with \`npm run build && npm run bench -- load\`, once the playground is installed (\`npm start\`).`,
].join('\n\n');
writeSection({ page: 'development/performance.md', name: 'load', title: 'Loading' }, text);
