import { spawnSync } from 'node:child_process';

/** Sizes for the tests of queue mode. The tests print their results. */
const size = {
	QUEUE_ORDERS: '2000',
	QUEUE_MAILINGS: '20',
	QUEUE_PAIRS: '500',
	NIGHTLY: '1',
};
const jest = require.resolve('jest/bin/jest');
// Each measurement needs the whole machine.
const args = [jest, '--selectProjects', 'queue', '--runInBand'];
const { status } = spawnSync(process.execPath, args, {
	env: { ...process.env, ...size },
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
