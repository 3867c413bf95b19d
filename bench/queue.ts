import { spawnSync } from 'node:child_process';

/** The tests of queue mode with many orders; they write the figures themselves. */
const size = {
	QUEUE_MEASURED: '300',
	QUEUE_ORDERS: '2000',
	QUEUE_MAILINGS: '20',
	QUEUE_WRITE: '1',
	NIGHTLY: '1',
};
const jest = require.resolve('jest/bin/jest');
// One file at a time: what is measured has the machine for itself.
const args = [jest, '--selectProjects', 'queue', '--runInBand'];
const { status } = spawnSync(process.execPath, args, {
	env: { ...process.env, ...size },
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
