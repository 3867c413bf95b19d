/**
 * Loads files as n8n does, and prints the milliseconds of wall-clock time and of processor time.
 * The argument is JSON: `preload` (files that n8n has already loaded), and either `files` (nodes
 * and credentials) or `root` (a package for the loader of `core`, the folder of n8n-core).
 */
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { basename } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

const require = createRequire(import.meta.url);
const { preload, files = [], core, root } = JSON.parse(process.argv[2]);
for (const file of preload) require(file);
// Excludes the background work of V8 for the preloaded files.
await setTimeout(500);

const start = performance.now();
const usedBefore = process.cpuUsage();
if (root) await new (require(core).PackageDirectoryLoader)(root).loadAll();
for (const file of files) new (require(file)[basename(file).split('.')[0]])();
const clock = performance.now() - start;
const { user, system } = process.cpuUsage(usedBefore);
process.stdout.write(`\n${JSON.stringify({ clock, processor: (user + system) / 1000 })}`);
process.exit(0);
