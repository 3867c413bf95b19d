import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { partsOf } from './parts';

/**
 * Runs Stryker over nodes/ part by part, each with the tests that hold it. Stryker keeps the results
 * of the other parts, so its last report, and whether it fails, is about all of them.
 *
 * With arguments only these folders or files, e.g. `nodes/shared/http`.
 */
const wanted = process.argv.slice(2);
let status = 0;
for (const { sources, tests } of (wanted.length > 0 ? wanted : ['nodes']).flatMap(partsOf)) {
	const stryker = spawnSync(
		'stryker',
		['run', 'test/mutation/stryker.config.mjs', '--mutate', sources.join(',')],
		{
			cwd: join(__dirname, '..', '..'),
			env: { ...process.env, SPECS: tests.join(',') },
			stdio: 'inherit',
		},
	);
	status = stryker.status ?? 1;
	// Stopped, so the other parts are not wanted either.
	if (stryker.status === null) break;
}
process.exitCode = status;
