/** `npm run release:check`: lists the missing steps before a release. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
import { sections } from './changelog';
import { placeholders } from './placeholders';

/** @returns the missing steps */
type Check = () => string[];

const root = join(__dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const run = (command: string, ...args: string[]): string =>
	execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const succeeds = (problem: string, ...command: [string, ...string[]]): string[] => {
	try {
		run(...command);
		return [];
	} catch {
		return [`${problem} Run "${command.join(' ')}" to see more.`];
	}
};

/**
 * Returns the time of the last commit that changed the paths, in seconds; 0 without such a commit.
 */
const changedAt = (...paths: string[]) =>
	Number(run('git', 'log', '-1', '--format=%ct', '--', ...paths).trim());

const olderThan = (page: string, prefix: string, ...sources: string[]): string[] =>
	readdirSync(join(root, 'docs'))
		.filter((file) => file.startsWith(prefix) && file.endsWith('.png'))
		.filter((file) => changedAt(`docs/${file}`) < changedAt(...sources))
		.map(
			(file) => `docs/${file} is older than the ${page}. Run the end-to-end tests, and look.`,
		);

const CHECKS: Record<string, Check> = {
	'Placeholders are replaced': () => placeholders(root),
	'The changelog has the version, with a date': () => {
		const [unreleased, newest] = sections();
		const left = unreleased.text ? ['The section "Unreleased" is not empty.'] : [];
		if (newest.version !== manifest.version) {
			left.push(`The newest version is ${newest.version}, not ${manifest.version}.`);
		}
		const date = newest.date ?? '';
		const today = new Date().toISOString().slice(0, 10);
		if (date === '' || date > today) left.push(`Its date, "${date}", is missing or to come.`);
		return left;
	},
	'The version was not released': () =>
		run('git', 'tag', '--list', `v${manifest.version}`) === '' || process.env.GITHUB_REF_TYPE
			? []
			: [`There is a tag v${manifest.version}. Raise the version in package.json.`],
	'The lock file has the version': () => {
		const lock = JSON.parse(read('package-lock.json')) as { version: string };
		return lock.version === manifest.version ? [] : [`It has ${lock.version}.`];
	},
	'Everything is committed': () =>
		run('git', 'status', '--porcelain') === '' ? [] : ['There are changes. Commit them.'],
	'Screenshots are newer than what they show': () => [
		...olderThan('nodes', 'editor-', 'nodes/*/operations', 'nodes/*/fields.ts'),
		...olderThan("sandbox's page", 'sandbox-', 'sandbox/page'),
	],
	'The workflows of this version are saved': () =>
		existsSync(join(root, 'test', 'saved', manifest.version.replace(/\.\d+$/, '')))
			? []
			: ['Run "npm run release:save".'],
	'The reference is current': () =>
		succeeds('It is stale.', 'npm', 'run', '--silent', 'docs', '--', '--check'),
	'The tarball has what it should, and nothing else': () => {
		if (!existsSync(join(root, 'dist'))) return ['There is no dist. Run "npm run build".'];
		const packed = run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts');
		const [{ files }] = JSON.parse(packed) as Array<{ files: Array<{ path: string }> }>;
		const expected = /^(dist\/.+\.(js|json|svg)|package\.json|(README|LICENSE)\.md)$/;
		return files
			.filter(({ path }) => !expected.test(path))
			.map(({ path }) => `${path} does not belong there.`);
	},
	"n8n's scan finds nothing": () => succeeds('It does.', 'npm', 'run', '--silent', 'scan'),
};

let open = 0;
for (const [title, check] of Object.entries(CHECKS)) {
	const left = check();
	console.log(`${left.length === 0 ? 'done' : 'TO DO'}  ${title}`);
	for (const step of left) console.log(`         ${step}`);
	open += left.length;
}
console.log(
	open === 0 ? 'Nothing is left to do.' : `${open} left to do: docs/development/releasing.md`,
);
process.exitCode = open === 0 ? 0 : 1;
