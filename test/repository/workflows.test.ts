import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(__dirname, '..', '..');
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

const commands = ({ steps }: Job): string[] => steps.flatMap(({ run }) => run ?? []);
const jobs = [...workflows].flatMap(([file, { jobs: all }]) =>
	Object.entries(all).map(([name, job]): [string, Job] => [`${file} ${name}`, job]),
);
/** Rights of a job in addition to reading the code. */
const MORE_RIGHTS: Record<string, string[]> = {
	'release.yml publish': ['id-token'],
	'release.yml github': ['contents'],
};

const actions = jobs.flatMap(([name, { steps }]) =>
	steps.flatMap(({ uses, with: given }) => (uses === undefined ? [] : [{ name, uses, given }])),
);

test('the list of actions in the workflows has those of all steps', () => {
	const texts = files.flatMap((file) => read(folder, file).match(/\buses:/g) ?? []);
	expect(actions).toHaveLength(texts.length);
});

test.each(actions)('$uses of $name is a commit, with its version beside it', ({ name, uses }) => {
	expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
	expect(read(folder, name.split(' ')[0])).toMatch(new RegExp(`${uses} # v\\d+\\.\\d+\\.\\d+`));
});

test('no checkout leaves GitHub credentials on the disk', () => {
	const checkouts = actions.filter(({ uses }) => uses.startsWith('actions/checkout@'));
	const settings = checkouts.map(({ given }) => given?.['persist-credentials']);
	expect(settings).toEqual(checkouts.map(() => false));
});

test.each(jobs)('the job %s has no more rights than it needs', (name, job) => {
	const rights = Object.entries(job.permissions ?? {});
	const written = rights.filter(([, right]) => right === 'write').map(([right]) => right);
	expect(written).toEqual(MORE_RIGHTS[name] ?? []);
});

test('workflows can only read unless a job says otherwise', () => {
	for (const { permissions } of workflows.values()) {
		expect(permissions).toEqual({ contents: 'read' });
	}
});

describe('a release', () => {
	const { publish } = workflows.get('release.yml')?.jobs ?? {};

	test('is published by a job that runs no code of the project', () => {
		expect(publish).toMatchObject({ needs: 'build', environment: 'npm' });
		expect(publish.permissions).toEqual({ 'id-token': 'write' });
		const actions = publish.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
		expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
		const [checked, published, ...rest] = commands(publish);
		expect(checked).toMatch(/needs\.build\.outputs\.sha256.+sha256sum --check --strict$/);
		expect(published).toMatch(/^npm publish .+ --provenance --access public --ignore-scripts$/);
		expect(rest).toEqual([]);
	});

	test('needs no npm token', () => {
		expect(read(folder, 'release.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
	});
});
