import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
/** The names of the plugin's rules: jest loads no module in the format of this one. */
const list =
	"import('@n8n/eslint-plugin-community-nodes').then(({ rules }) => console.log(Object.keys(rules).join()))";
const rules = execFileSync(process.execPath, ['-e', list], { cwd: root, encoding: 'utf8' })
	.trim()
	.split(',');

/** What ESLint does with a file: the severity of each rule. */
function severities(file: string): Map<string, number> {
	const eslint = join(root, 'node_modules', 'eslint', 'bin', 'eslint.js');
	const printed = execFileSync(process.execPath, [eslint, '--print-config', file], { cwd: root });
	const config = JSON.parse(printed.toString()) as { rules: Record<string, [number]> };
	return new Map(Object.entries(config.rules).map(([rule, [severity]]) => [rule, severity]));
}

test.each([
	'package.json',
	'credentials/MessagingServiceApi.credentials.ts',
	'nodes/MessagingServiceSms/MessagingServiceSms.node.ts',
])("every rule of n8n's community plugin is an error in %s", (file) => {
	expect(rules.length).toBeGreaterThan(40);
	const found = severities(file);
	const lax = rules.filter((rule) => found.get(`@n8n/community-nodes/${rule}`) !== 2);
	expect(lax).toEqual([]);
});

test('nothing in the published sources switches a rule off', () => {
	const paths = ['nodes', 'credentials'];
	const { stdout } = spawnSync('git', ['grep', '-n', 'eslint-disable', '--', ...paths], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(stdout).toBe('');
});
