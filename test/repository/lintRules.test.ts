import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const files = [
	'package.json',
	'credentials/MessagingServiceApi.credentials.ts',
	'nodes/MessagingServiceSms/MessagingServiceSms.node.ts',
];

interface Found {
	/** The names of the plugin's rules. */
	names: string[];
	/** Of each file, what ESLint does with it: the severity of each rule first. */
	configs: Array<{ rules: Record<string, [severity: number]> }>;
}

/** In a process of its own: jest loads no module in the format of the plugin. */
const script = `
	import { rules } from '@n8n/eslint-plugin-community-nodes';
	import { ESLint } from 'eslint';
	const eslint = new ESLint();
	const configs = await Promise.all(${JSON.stringify(files)}.map((file) => eslint.calculateConfigForFile(file)));
	console.log(JSON.stringify({ names: Object.keys(rules), configs: configs.map(({ rules }) => ({ rules })) }));
`;
const given = ['--input-type=module', '--eval', script];
const { names, configs } = JSON.parse(
	execFileSync(process.execPath, given, { cwd: root, encoding: 'utf8' }),
) as Found;

test.each(files.map((file, n) => [file, configs[n]] as const))(
	"every rule of n8n's community plugin is an error in %s",
	(_, { rules }) => {
		expect(names.length).toBeGreaterThan(40);
		const lax = names.filter((name) => rules[`@n8n/community-nodes/${name}`]?.[0] !== 2);
		expect(lax).toEqual([]);
	},
);

test('nothing in the published sources switches a rule off', () => {
	const paths = ['nodes', 'credentials'];
	const { stdout } = spawnSync('git', ['grep', '-n', 'eslint-disable', '--', ...paths], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(stdout).toBe('');
});
