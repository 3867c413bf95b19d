import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { partsOf } from './parts';

/**
 * Runs Stryker for each group of sources with the same tests. Stryker keeps the results of earlier
 * groups, so the last report is about all groups, and so is the exit code.
 *
 * Arguments limit the run to folders or files, e.g. `nodes/shared/http`.
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
	// Stryker was stopped by a signal.
	if (stryker.status === null) break;
}
process.exitCode = status;
