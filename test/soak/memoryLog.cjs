/**
 * Loaded by Node before n8n. Every few seconds, collects all garbage and logs the bytes in use. The
 * metrics of n8n include garbage, which varies by tens of megabytes.
 */
const { appendFileSync } = require('node:fs');
const process = require('node:process');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const EVERY_MS = 10_000;
const file = process.env.SOAK_MEMORY_LOG;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

function note() {
	collect();
	const sample = { pid: process.pid, time: Date.now(), heap: process.memoryUsage().heapUsed };
	appendFileSync(file, `${JSON.stringify(sample)}\n`);
}

if (file && isMainThread) setInterval(note, EVERY_MS).unref();
