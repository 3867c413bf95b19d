import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(__dirname, '..', '..', '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const folder = join('.github', 'workflows');

interface Step {
	name?: string;
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}
interface Job {
	'runs-on': string;
	'timeout-minutes'?: number;
	permissions?: Record<string, string>;
	environment?: string;
	needs?: string | string[];
	strategy?: { matrix: { node?: number[]; n8n?: string[] } };
	steps: Step[];
}
interface Workflow {
	on: { push?: { tags?: string[]; branches?: string[] }; pull_request?: unknown };
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const files = readdirSync(join(root, folder));
const workflows = new Map(
	files.map((file) => [file, parse(read(folder, file)) as Workflow] as const),
);
const manifest = JSON.parse(read('package.json')) as {
	version: string;
	scripts: Record<string, string>;
};

function workflow(file: string): Workflow {
	const found = workflows.get(file);
	if (!found) throw new Error(`there is no ${file}`);
	return found;
}

const commands = ({ steps }: Job): string[] => steps.flatMap(({ run }) => run ?? []);
const jobs = [...workflows].flatMap(([file, { jobs: all }]) =>
	Object.entries(all).map(([name, job]): [string, Job] => [`${file} ${name}`, job]),
);
const CHECKS = [
	'npm ci',
	...['lint', 'lint:n8n', 'typecheck', 'build', 'scan'].map((script) => `npm run ${script}`),
];
/** What a job may do besides reading the code. */
const MORE_RIGHTS: Record<string, string[]> = {
	'release.yml publish': ['id-token'],
	'release.yml github': ['contents'],
};

describe.each(jobs)('the job %s', (name, job) => {
	test('pins every action to a commit and names its version', () => {
		const text = read(folder, name.split(' ')[0]);
		for (const { uses } of job.steps) {
			if (uses === undefined) continue;
			expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
			expect(text).toMatch(new RegExp(`${uses} # v\\d+\\.\\d+\\.\\d+`));
		}
	});

	test('has a time limit and runs only existing scripts', () => {
		expect(job['timeout-minutes']).toBeGreaterThanOrEqual(20);
		for (const command of commands(job)) {
			const [, named, script = named] =
				/^npm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/.exec(command) ?? [];
			if (script !== undefined) expect(Object.keys(manifest.scripts)).toContain(script);
		}
	});

	test('leaves no GitHub credentials on the disk', () => {
		for (const { uses, with: given } of job.steps) {
			if (!uses?.startsWith('actions/checkout@')) continue;
			expect(given).toMatchObject({ 'persist-credentials': false });
		}
	});

	test('has no more rights than it needs', () => {
		const written = Object.entries(job.permissions ?? {}).filter(
			([, right]) => right === 'write',
		);
		expect(written.map(([right]) => right)).toEqual(MORE_RIGHTS[name] ?? []);
	});
});

test('workflows can only read unless a job says otherwise', () => {
	for (const { permissions } of workflows.values()) {
		expect(permissions).toEqual({ contents: 'read' });
	}
});

test('CI checks every change, and tests it on each supported Node.js', () => {
	const { on, jobs: all } = workflow('ci.yml');
	expect(on.push?.branches).toEqual(['main']);
	expect(on).toHaveProperty('pull_request');
	const checks = [...CHECKS, 'npm run release:dry-run'];
	expect(commands(all.check)).toEqual(expect.arrayContaining(checks));
	expect(all.test.strategy?.matrix.node).toEqual([20, 22, 24]);
	expect(commands(all.test)).toContain('npm test');
	expect(commands(all.oldest)).toContain('npm run test:oldest');
	expect(commands(all['end-to-end'])).toContain('npm run test:e2e');
	const [playgrounds, before] = all['end-to-end'].strategy?.matrix.n8n ?? [];
	const [, tested] = /"n8n": "([\d.]+)"/.exec(read('playground', 'package.json')) ?? [];
	expect(playgrounds).toBe('');
	expect(read('README.md')).toContain(`The tests run in n8n ${tested} and ${before}.`);
});

test('once a week the newest engine and the newest lint of n8n are tried', () => {
	const { on, jobs: all } = workflow('newest-n8n.yml');
	expect(on).toHaveProperty('schedule');
	expect(commands(all.newest)).toEqual(
		expect.arrayContaining([expect.stringContaining('n8n-core@latest'), 'npm test']),
	);
	const [, installed, , linted] = commands(all.lint);
	expect(installed).toContain('--prefix .ci/n8n-lint --no-save');
	expect(installed).toMatch(/ @n8n\/node-cli@latest$/);
	expect(manifest.scripts['lint:n8n']).toContain('npm ci --prefix .ci/n8n-lint ');
	expect(`npx ${manifest.scripts['lint:n8n'].split(' && ')[1]}`).toBe(linted);
});

describe('a release', () => {
	const { on, jobs: all } = workflow('release.yml');
	const build = commands(all.build);
	const publish = commands(all.publish);

	test('starts with a tag that equals the version and is on main', () => {
		expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
		const [first, second] = build;
		expect(first).toContain("require('./package.json').version");
		expect(first).toContain('$GITHUB_REF_NAME');
		expect(second).toBe('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
	});

	test('is tested as the file that is published', () => {
		const packed = build.findIndex((command) => command.includes('npm pack'));
		const before = build.slice(0, packed);
		const needed = [...CHECKS, 'npm test', 'npm run release:check'];
		expect(before).toEqual(expect.arrayContaining(needed));
		const tested = build.slice(packed).find((command) => command.endsWith('npm run test:e2e'));
		expect(tested).toContain('PACKAGE_TARBALL=');
	});

	test('is published by a job that runs no code of the project', () => {
		expect(all.publish).toMatchObject({ needs: 'build', environment: 'npm' });
		expect(all.publish.permissions).toEqual({ 'id-token': 'write' });
		const actions = all.publish.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
		expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
		const [checked, published, ...rest] = publish;
		expect(checked).toMatch(/needs\.build\.outputs\.sha256.+sha256sum --check --strict$/);
		expect(published).toMatch(/^npm publish .+ --provenance --access public --ignore-scripts$/);
		expect(rest).toEqual([]);
	});

	test('needs no npm token', () => {
		expect(read(folder, 'release.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
	});

	test('checks that dist is complete', () => {
		expect(manifest.scripts.build).toContain('scripts/check-dist.ts');
	});
});

describe('the changelog', () => {
	const text = read('CHANGELOG.md');
	const versions = [...text.matchAll(/^## \[(.+?)\](.*)$/gm)];

	test('has a section for the version in package.json', () => {
		expect(versions.map(([, version]) => version)).toContain(manifest.version);
	});

	test('lists Unreleased first, then dated versions, newest first', () => {
		const [[, first, rest], ...released] = versions;
		expect([first, rest]).toEqual(['Unreleased', '']);
		for (const [, version, date] of released) {
			expect(version).toMatch(/^\d+\.\d+\.\d+$/);
			expect(date).toMatch(/^ - \d{4}-\d\d-\d\d$/);
		}
		const numbers = released.map(([, version]) => version.split('.').map(Number));
		const newestFirst = [...numbers].sort(([a, b, c], [x, y, z]) => x - a || y - b || z - c);
		expect(numbers).toEqual(newestFirst);
	});

	test('uses the kinds of change of Keep a Changelog, and links every version', () => {
		const kinds = [...text.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind);
		const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
		expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
		for (const [, version] of versions) {
			expect(text).toMatch(new RegExp(`^\\[${version}\\]: https://`, 'm'));
		}
	});
});

test('Dependabot covers all packages and actions', () => {
	const { updates } = parse(read('.github', 'dependabot.yml')) as {
		updates: Array<{ 'package-ecosystem': string; directory: string }>;
	};
	const places = updates.map((one) => `${one['package-ecosystem']} ${one.directory}`);
	expect(places.sort()).toEqual([
		'github-actions /',
		'npm /',
		'npm /.ci/n8n-lint',
		'npm /playground',
	]);
});
