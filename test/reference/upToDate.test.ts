import { readFileSync } from 'node:fs';
import { buildReference } from '../../scripts/docs/build';
import { pageOf } from '../../scripts/docs/files';

const MINUTE = 60_000;

test(
	'the reference is what npm run docs writes',
	async () => {
		const { path, text } = pageOf(await buildReference());
		// Not toBe of the texts: it would print both.
		expect(readFileSync(path, 'utf8') === text ? 'current' : 'stale').toBe('current');
	},
	2 * MINUTE,
);
