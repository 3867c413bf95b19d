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
const { status } = spawnSync(process.execPath, [jest, '--config', 'jest.queue.config.js'], {
	env: { ...process.env, ...size },
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
