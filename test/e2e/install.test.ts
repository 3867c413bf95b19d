import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../playground/paths';
import { run } from '../../playground/processes';
import { nodeBinary, type Say } from '../../playground/install';
import { httpRequest, measure, MOST_OF_HTTP_REQUEST, ours } from '../../bench/load/loadTimes';
import { byId } from '../contract/row';
import { startOwnWorld, TOKEN, type World } from './n8n/harness';

const PACKAGE = 'n8n-nodes-messaging-service';
const PHONE = '37120000091';

let world: World;
/** What npm left in the folder of community packages. */
let installed: string[];

/** The command that the README gives, with the tarball of this run. */
function commandFor(tarball: string): [string, ...string[]] {
	const readme = readFileSync(join(projectDir, 'README.md'), 'utf8');
	const [, options] =
		/cd ~\/\.n8n\/nodes && npm install (.*) \S*n8n-nodes-messaging-service/.exec(readme) ?? [
			undefined,
			undefined,
		];
	if (options === undefined) throw new Error('README.md has no npm command');
	return ['npm', 'install', ...options.split(' ').filter((word) => word !== ''), tarball];
}

beforeAll(async () => {
	const install = async (tarball: string, userFolder: string, say: Say) => {
		const cwd = join(userFolder, '.n8n', 'nodes');
		mkdirSync(cwd, { recursive: true });
		const log = join(userFolder, 'npm.log');
		await run('npm install', commandFor(tarball), { cwd, log, say });
		installed = readdirSync(join(cwd, 'node_modules')).filter((name) => !name.startsWith('.'));
	};
	world = await startOwnWorld({}, { install });
});

afterAll(async () => await world?.stop());

test('npm installs the package without any dependency', () => {
	expect(installed).toEqual([PACKAGE]);
});

test('n8n loads all nodes and the credential, and sends an SMS', async () => {
	const { n8n } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	const types = (await world.rest.nodeTypes()).map(({ name }) => name);
	const own = types.filter((name) => name.startsWith(`${PACKAGE}.`) && !name.endsWith('Tool'));
	expect(own).toHaveLength(n8n.nodes.length);

	const data = { baseUrl: world.sandbox.url, token: TOKEN };
	const saved = await world.rest.saveCredential('Sandbox', 'messagingServiceApi', data);
	expect(await world.rest.testCredential(saved, data)).toMatchObject({ status: 'OK' });

	const workflow = await world.rest.createWorkflow({
		name: 'One SMS',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'send',
				name: 'Send SMS',
				type: `${PACKAGE}.messagingServiceSms`,
				typeVersion: 1,
				position: [200, 0],
				parameters: { sender: byId('1363'), phone: PHONE, message: 'Hello' },
				credentials: { messagingServiceApi: { id: saved.id, name: saved.name } },
			},
		],
		connections: { Start: { main: [[{ node: 'Send SMS', type: 'main', index: 0 }]] } },
	});
	const { data: execution } = await world.rest.run(workflow, 'Start', 'Send SMS');
	expect(execution.resultData.error?.message).toBeUndefined();
	const sent = world.sandbox.messages.map(({ to, text }) => [to, text]);
	expect(sent).toEqual([[PHONE, 'Hello']]);
});

test('the whole package loads in a fraction of the time of the HTTP Request node', () => {
	const times = measure(nodeBinary, 3, [ours, httpRequest]);
	// The least of three: other tests on the same cores only add.
	const [own, other] = [ours, httpRequest].map((name) =>
		Math.min(...times[name].map(({ processor }) => processor)),
	);
	expect(own).toBeGreaterThan(0);
	expect(own / other).toBeLessThan(MOST_OF_HTTP_REQUEST);
});
