import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Cluster } from './cluster/cluster';

/** The files of a folder and its folders. Installed packages hold nothing that n8n wrote. */
function filesIn(place: string): string[] {
	return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
		const path = join(place, entry.name);
		if (entry.name === 'node_modules' || path.endsWith('/postgres/data')) return [];
		return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
	});
}

/**
 * A search through all that the processes wrote: their logs and folders, the files of Redis, and
 * the tables of PostgreSQL. It answers the files that hold the words, and `table` for a table.
 */
export async function searchThrough(
	cluster: Cluster,
): Promise<{ holding: (words: string) => string[] }> {
	const files = filesIn(cluster.folder);
	const dump = await cluster.postgres.dump();
	return {
		holding: (words) => [
			...files.filter((file) => readFileSync(file).includes(words)),
			...(dump.includes(words) ? ['table'] : []),
		],
	};
}
