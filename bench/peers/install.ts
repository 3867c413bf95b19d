import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(__dirname, 'node_modules');
const stamp = join(modules, '.installed');

/** Installs the packages of this folder's lock file, without their install scripts. */
export function installPeers(): void {
	const wanted = readFileSync(join(__dirname, 'package-lock.json'), 'utf8');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
	const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	execFileSync('npm', ['ci', ...options], { cwd: __dirname, stdio: 'inherit' });
	writeFileSync(stamp, wanted);
}
