import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parts, sourcesOf } from './parts';

/**
 * Runs Stryker over nodes/ part by part, each with the tests that hold it. Stryker keeps the results
 * of the other parts, so its last report, and whether it fails, is about all of them.
 *
 * With arguments only the parts of these sources, e.g. `nodes/shared/http`.
 */
const root = join(__dirname, '..', '..');
const wanted = process.argv.slice(2);
let status = 0;
for (const part of parts) {
	if (wanted.length > 0 && !wanted.includes(part.source)) continue;
	const stryker = spawnSync('stryker', ['run', '--mutate', sourcesOf(part).join(',')], {
		cwd: root,
		env: { ...process.env, SPECS: part.tests.join(',') },
		stdio: 'inherit',
	});
	status = stryker.status ?? 1;
	// Stopped, so the other parts are not wanted either.
	if (stryker.status === null) break;
}
process.exitCode = status;
