import { join } from 'node:path';

import { type N8n, startN8n, headless } from '../../../playground/n8n';
import { freePort } from '../../../playground/ports';
import { N8nRest } from '../../../playground/rest';
import { timeZoneOf } from '../../../sandbox/environment';
import { until } from '../../support/until';
import { owner } from './owner';
import { copyUserFolder, folder } from './prepared';

const SHARED = 'E2E_SHARED_N8N';

/** An n8n without its editor. The test files of one worker use it one after the other. */
export type SharedN8n = Pick<N8n, 'url' | 'log'> & { port: number; session: string };

/**
 * Starts one n8n per worker. The process of the global setup owns them, because workers may
 * restart.
 */
export async function startShared(workers: number): Promise<void> {
	const all = Array.from({ length: workers }, async (_, index) => {
		const userFolder = join(folder(), `n8n-${index}`);
		copyUserFolder(userFolder);
		const port = await freePort();
		const timeZone = timeZoneOf(process.env);
		const env = { ...headless, GENERIC_TIMEZONE: timeZone, N8N_LOG_LEVEL: 'debug' };
		const { url, log } = await startN8n({ userFolder, port, env });
		const rest = new N8nRest(url);
		await rest.logIn(owner);
		return { url, log, port, session: rest.session };
	});
	process.env[SHARED] = JSON.stringify(await Promise.all(all));
}

/** Returns the n8n of this worker; undefined if fewer files than workers run. */
export function sharedN8n(): SharedN8n | undefined {
	const all = JSON.parse(process.env[SHARED] ?? '[]') as SharedN8n[];
	return all[Number(process.env.JEST_WORKER_ID) - 1];
}

/** Deletes all workflows and credentials. */
export async function clear(rest: N8nRest): Promise<void> {
	const isEmpty = async () => {
		for (const workflow of await rest.workflows()) {
			if (!workflow.isArchived) await rest.archiveWorkflow(workflow);
			// n8n rejects the deletion while it is still unpublishing the workflow.
			await rest.deleteWorkflow(workflow).catch(() => undefined);
		}
		return (await rest.workflows()).length === 0;
	};
	await until('the workflows of the file are gone', 120, isEmpty);
	for (const credential of await rest.credentials()) await rest.deleteCredential(credential);
}
