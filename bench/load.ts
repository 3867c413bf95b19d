import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeBinary } from '../playground/install';
import { playgroundDir, projectDir } from '../playground/paths';
import { machine, versionIn, writeSection } from './section';

const ROUNDS = Number(process.argv[2] ?? 15);
const MOST_MILLISECONDS = 50;
/** So much of what the HTTP Request node takes; times change with the machine, this hardly. */
const MOST_OF_HTTP_REQUEST = 0.5;

const modules = join(playgroundDir, 'node_modules');
const base = join(modules, 'n8n-nodes-base', 'dist');
const core = join(modules, 'n8n-core');
const { n8n } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};
const folder = mkdtempSync(join(tmpdir(), 'messaging-service-load-'));

const contenders = {
	'this package: 7 nodes and the credential': {
		files: [...n8n.nodes, ...n8n.credentials].map((file) => join(projectDir, file)),
	},
	'HTTP Request: 1 node': { files: [join(base, 'nodes/HttpRequest/HttpRequest.node.js')] },
	'Twilio: 2 nodes and the credential': {
		files: [
			join(base, 'nodes/Twilio/Twilio.node.js'),
			join(base, 'nodes/Twilio/TwilioTrigger.node.js'),
			join(base, 'credentials/TwilioApi.credentials.js'),
		],
	},
	"this package by n8n's own loader, with icons and search words": { core, root: projectDir },
};
type Contender = keyof typeof contenders;
const names = Object.keys(contenders) as Contender[];
const [ours, httpRequest] = names;

interface Time {
	clock: number;
	processor: number;
}

/** In a process of its own. */
function loadOnce(node: string, contender: Contender): Time {
	const preload = [
		join(projectDir, 'node_modules', 'n8n-workflow'),
		join(modules, 'n8n-workflow'),
		core,
	];
	const task = JSON.stringify({ preload, ...contenders[contender] });
	const printed = execFileSync(node, [join(__dirname, 'loadOnce.mjs'), task], {
		cwd: folder,
		encoding: 'utf8',
		env: { PATH: process.env.PATH, N8N_USER_FOLDER: folder, N8N_LOG_LEVEL: 'silent' },
	});
	return JSON.parse(printed.slice(printed.lastIndexOf('\n'))) as Time;
}

function median(times: Time[], of: keyof Time): number {
	const values = times.map((time) => time[of]);
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** In turns, so that what else the machine does hits all of them; the first round fills its caches. */
function measure(node: string): Record<Contender, Time[]> {
	const times = Object.fromEntries(names.map((name) => [name, [] as Time[]]));
	for (let round = 0; round <= ROUNDS; round++) {
		for (const name of names) {
			const time = loadOnce(node, name);
			if (round > 0) times[name].push(time);
		}
	}
	return times as Record<Contender, Time[]>;
}

function rows(node: string): string[] {
	const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
	const times = measure(node);
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
	`Limits, in time of a processor: the whole package in under ${MOST_MILLISECONDS} ms, and in at most ${MOST_OF_HTTP_REQUEST} times what the HTTP Request node takes. To repeat: \`npm run build && npm run bench:load\` once the playground is installed (\`npm start\`).`,
].join('\n\n');
writeSection({ page: 'performance.md', name: 'load', title: 'Loading' }, text);
