import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playgroundDir, projectDir } from '../../playground/paths';

const modules = join(playgroundDir, 'node_modules');
const base = join(modules, 'n8n-nodes-base', 'dist');
const core = join(modules, 'n8n-core');
const { n8n } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};
const folder = mkdtempSync(join(tmpdir(), 'messaging-service-load-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const tasks = {
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
export type Contender = keyof typeof tasks;
export const names = Object.keys(tasks) as Contender[];
/**
 * Maximum share of the HTTP Request node's time. Unlike times, this ratio hardly depends on the
 * machine.
 */
export const MOST_OF_HTTP_REQUEST = 0.4;

export const [ours, httpRequest] = names;

/** Wall-clock and processor time, in milliseconds. */
export interface Time {
	clock: number;
	processor: number;
}

function loadOnce(node: string, contender: Contender): Time {
	const preload = [
		join(projectDir, 'node_modules', 'n8n-workflow'),
		join(modules, 'n8n-workflow'),
		core,
	];
	const task = JSON.stringify({ preload, ...tasks[contender] });
	const printed = execFileSync(node, [join(__dirname, 'loadOnce.mjs'), task], {
		cwd: folder,
		encoding: 'utf8',
		env: { PATH: process.env.PATH, N8N_USER_FOLDER: folder, N8N_LOG_LEVEL: 'silent' },
	});
	return JSON.parse(printed.slice(printed.lastIndexOf('\n'))) as Time;
}

export function median(times: Time[], of: keyof Time): number {
	const values = times.map((time) => time[of]);
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * Alternates the contenders, so that other load affects all of them. The first round only fills
 * caches.
 */
export function measure(
	node: string,
	rounds: number,
	contenders = names,
): Record<Contender, Time[]> {
	const times = Object.fromEntries(names.map((name) => [name, [] as Time[]]));
	for (let round = 0; round <= rounds; round++) {
		for (const name of contenders) {
			const time = loadOnce(node, name);
			if (round > 0) times[name].push(time);
		}
	}
	return times as Record<Contender, Time[]>;
}
