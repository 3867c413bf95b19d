/**
 * Loads files as n8n does, in a fresh process, and prints how many milliseconds that took: by the clock,
 * and of a processor. The task is its only argument, as JSON: `preload` (what n8n has in memory anyway), and either `files` (nodes and
 * credentials), or `root` (a package for the loader of `core`, n8n-core's own folder).
 */
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { basename } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

const require = createRequire(import.meta.url);
const { preload, files = [], core, root } = JSON.parse(process.argv[2]);
for (const file of preload) require(file);
// Exclude the background work of V8 for these files.
await setTimeout(500);

const start = performance.now();
const usedBefore = process.cpuUsage();
if (root) await new (require(core).PackageDirectoryLoader)(root).loadAll();
for (const file of files) new (require(file)[basename(file).split('.')[0]])();
const clock = performance.now() - start;
const { user, system } = process.cpuUsage(usedBefore);
process.stdout.write(`\n${JSON.stringify({ clock, processor: (user + system) / 1000 })}`);
process.exit(0);
