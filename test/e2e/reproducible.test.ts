import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { nodeBinary } from '../../playground/install';
import { projectDir } from '../../playground/paths';
import { isNightly } from '../support/thorough';

const folder = mkdtempSync(join(tmpdir(), 'reproducible-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is published: with the files that git knows, in a folder of its own. */
function tarballHash(name: string, node: string): { version: string; sha256: string } {
	const checkout = join(folder, name);
	const files = execFileSync('git', ['ls-files', '-z'], { cwd: projectDir, encoding: 'utf8' });
	for (const file of files.split('\0').filter((one) => one !== '')) {
		mkdirSync(dirname(join(checkout, file)), { recursive: true });
		cpSync(join(projectDir, file), join(checkout, file));
	}
	symlinkSync(join(projectDir, 'node_modules'), join(checkout, 'node_modules'));
	const { PATH = '' } = process.env;
	const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${PATH}` };
	const run = (...args: string[]) =>
		execFileSync('npm', args, { cwd: checkout, env, encoding: 'utf8', stdio: 'pipe' });
	run('run', '--silent', 'build');
	const packed = run('pack', '--silent').trim();
	const content = readFileSync(join(checkout, packed));
	return {
		version: execFileSync('node', ['--version'], { env, encoding: 'utf8' }),
		sha256: createHash('sha256').update(content).digest('hex'),
	};
}

// Two installs of the compiler's time: at night and for a release.
(isNightly ? test : test.skip)(
	'two builds with different versions of Node.js pack the same bytes',
	() => {
		const here = tarballHash('here', process.execPath);
		const n8ns = tarballHash('n8ns', nodeBinary);
		expect(n8ns.sha256).toBe(here.sha256);
		const ours = process.version.split('.')[0];
		if (ours !== 'v24') expect(n8ns.version).not.toBe(here.version);
	},
);
