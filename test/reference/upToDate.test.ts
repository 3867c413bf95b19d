import { readFileSync } from 'node:fs';
import { buildReference } from '../../scripts/docs/build';
import { files } from '../../scripts/docs/files';

const MINUTE = 60_000;

test(
	'the reference is what npm run docs writes',
	async () => {
		for (const { path, text } of files(await buildReference())) {
			// Not toBe: it would print both files.
			const isCurrent = readFileSync(path, 'utf8') === text;
			expect([path, isCurrent ? 'current' : 'stale: run npm run docs']).toEqual([
				path,
				'current',
			]);
		}
	},
	2 * MINUTE,
);
