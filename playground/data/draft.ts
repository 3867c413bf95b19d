import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Say } from '../install';

/**
 * Marks a data folder in which n8n has never been ready. A database from an interrupted first start
 * may be incomplete, and n8n cannot repair it later.
 */
const marker = (folder: string) => join(folder, 'n8n-was-never-ready');

/** The folder of n8n's data in a data folder of the playground. */
export const n8nData = (folder: string): string => join(folder, '.n8n');

/** Flushes the folder, so that a created or deleted file survives a power failure. */
function flush(folder: string): void {
	const descriptor = openSync(folder, 'r');
	fsyncSync(descriptor);
	closeSync(descriptor);
}

export const isDraft = (folder: string): boolean => existsSync(marker(folder));

/**
 * Deletes the data of an interrupted first start, and marks a new folder. Never deletes data
 * without the marker.
 */
export function beginDraft(folder: string, say: Say): void {
	const data = n8nData(folder);
	if (isDraft(folder)) {
		say('The first start was interrupted: n8n starts with a new database.');
		rmSync(data, { recursive: true, force: true });
	} else if (!existsSync(data)) {
		writeFileSync(marker(folder), 'Deleted once n8n is ready.\n', { flush: true });
		flush(folder);
	}
}

export function keepDraft(folder: string): void {
	if (!isDraft(folder)) return;
	rmSync(marker(folder));
	flush(folder);
}

export function startAdvice(folder: string): string {
	if (isDraft(folder)) return 'Start it again. The next start begins with a new database.';
	return (
		'Start it again. If it fails again with an error of its database, delete the folder\n' +
		`${n8nData(folder)}\n` +
		'n8n then starts with a new database. The workflows and executions in the old one are lost.'
	);
}
