/**
 * `npm run lint:n8n`: runs `n8n-node lint` in strict mode on a copy of the published sources, as
 * n8n's reviewers do. Needs the packages of `.ci/n8n-lint/`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json';

const root = join(__dirname, '..');
const packages = join(root, '.ci', 'n8n-lint', 'node_modules');
const template = '@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';
const folder = join(root, '.build', 'n8n-lint');

function copyPackage(): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const part of ['nodes', 'credentials', 'tsconfig.json']) {
		cpSync(join(root, part), join(folder, part), { recursive: true });
	}
	const strict = { ...manifest, n8n: { ...manifest.n8n, strict: true } };
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(strict, null, '\t')}\n`);
	cpSync(join(packages, template), join(folder, 'eslint.config.mjs'));
	symlinkSync(packages, join(folder, 'node_modules'));
}

copyPackage();
const { status } = spawnSync(join(packages, '.bin', 'n8n-node'), ['lint'], {
	cwd: folder,
	stdio: 'inherit',
});
if (status === 0) console.log("n8n's lint: nothing found");
process.exitCode = status ?? 1;
