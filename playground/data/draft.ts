import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Say } from '../install';

/**
 * Until n8n has been ready once, its database may be half made: if it is stopped in that time, no
 * later start can repair it. This file in the data folder says so.
 */
const marker = (folder: string) => join(folder, 'n8n-was-never-ready');

/** n8n's own data, in a data folder of the playground. */
export const n8nData = (folder: string): string => join(folder, '.n8n');

/** A file that appears or disappears does so on the disk too, also if the power fails now. */
function flush(folder: string): void {
	const descriptor = openSync(folder, 'r');
	fsyncSync(descriptor);
	closeSync(descriptor);
}

export const isDraft = (folder: string): boolean => existsSync(marker(folder));

/**
 * Before a start: deletes what an interrupted first start left of n8n's data, and marks data that is
 * still to be made. Data without the marker is never deleted.
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

/** n8n is ready: from now on its data stays. */
export function keepDraft(folder: string): void {
	if (!isDraft(folder)) return;
	rmSync(marker(folder));
	flush(folder);
}

/** What a user does about an n8n that does not start. */
export function startAdvice(folder: string): string {
	if (isDraft(folder)) return 'Start it again. The next start begins with a new database.';
	return (
		'Start it again. If it fails again with an error of its database, delete the folder\n' +
		`${n8nData(folder)}\n` +
		'n8n then starts with a new database. The workflows and executions in the old one are lost.'
	);
}
