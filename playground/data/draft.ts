import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Say } from '../install';

/**
 * Marks a data folder in which n8n has never been ready. If n8n is stopped in that state, its database may
 * be incomplete, and no later start can repair it.
 */
const marker = (folder: string) => join(folder, 'n8n-was-never-ready');

/** n8n's data, within a data folder of the playground. */
export const n8nData = (folder: string): string => join(folder, '.n8n');

/** Flushes the folder, so that a created or deleted file survives a power failure. */
function flush(folder: string): void {
	const descriptor = openSync(folder, 'r');
	fsyncSync(descriptor);
	closeSync(descriptor);
}

export const isDraft = (folder: string): boolean => existsSync(marker(folder));

/**
 * Before a start: deletes the data of an interrupted first start, and marks a new folder. Data without the
 * marker is never deleted.
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

/** n8n is ready: from now on its data is kept. */
export function keepDraft(folder: string): void {
	if (!isDraft(folder)) return;
	rmSync(marker(folder));
	flush(folder);
}

/** Advice for a user whose n8n does not start. */
export function startAdvice(folder: string): string {
	if (isDraft(folder)) return 'Start it again. The next start begins with a new database.';
	return (
		'Start it again. If it fails again with an error of its database, delete the folder\n' +
		`${n8nData(folder)}\n` +
		'n8n then starts with a new database. The workflows and executions in the old one are lost.'
	);
}
