import { createHash } from 'node:crypto';
import '../test/support/environment';
import { startSandbox } from '../sandbox';
import { people, sendBatch } from '../test/support/operations';
import { DuplicateStore, useDuplicateStore } from '../test/support/duplicateStore';
import { runNode } from '../test/support/engine/runNode';
import { machine, writeSection } from './section';

const ITEMS = 1_000;
const ROUNDS = 5;
const TOKEN = 'once-token';
/** Number of hashes in n8n's duplicate store at the start. */
const SIZES: Array<[title: string, hashes: number]> = [
	['no key', 0],
	['10,000 keys', 40_000],
	['a full store of 1,000,000 hashes (250,000 keys)', 1_000_000],
];
const hash = (value: string) => createHash('md5').update(value).digest('base64');

/** Returns the milliseconds of the fastest of several batches. */
async function measure(url: string, hashes: number, options: object, store: DuplicateStore) {
	const data = Array.from({ length: hashes }, (_, index) => hash(`earlier ${index}`));
	const row = JSON.stringify({ mode: 'entries', data });
	let best = Infinity;
	for (let round = 0; round < ROUNDS; round++) {
		store.rows.clear();
		const { parameters, node } = sendBatch({ ...options });
		if (hashes > 0) store.rows.set('workflow/n:tested', row);
		const items = people(ITEMS).map((item, index) => ({
			json: { ...item.json, order: `${round}/${index}` },
		}));
		const credentials = { baseUrl: url, token: TOKEN };
		// Uses the prepared row for every node ID.
		const get = store.rows.get.bind(store.rows);
		store.rows.get = (key) => get(key) ?? get('workflow/n:tested');
		const begin = performance.now();
		const result = await runNode({ node, parameters, credentials, items, mode: 'trigger' });
		if (result.error) throw result.error;
		best = Math.min(best, performance.now() - begin);
		store.rows.get = get;
	}
	return best;
}

async function main(): Promise<void> {
	const sandbox = await startSandbox({ token: TOKEN, clock: 'manual' });
	const store = await useDuplicateStore();
	const rows: string[] = [];
	const keyed = { sendOnceKey: '={{ $json.order }}' };
	for (const [title, hashes] of SIZES) {
		const without = await measure(sandbox.url, hashes, {}, store);
		const withKeys = await measure(sandbox.url, hashes, keyed, store);
		const each = (milliseconds: number) => (milliseconds / ITEMS).toFixed(2);
		rows.push(
			`| ${title} | ${each(without)} | ${each(withKeys)} | ${each(withKeys - without)} |`,
		);
		console.log(rows.at(-1));
	}
	await sandbox.close();
	const text = [
		`Milliseconds per item of a batch of ${ITEMS.toLocaleString('en')} recipients, in n8n's engine with a store like n8n's, without the database, the quickest of ${ROUNDS}, on ${machine()}.`,
		[
			'| Remembered before | Without the option | With it | A key |',
			'| --- | --- | --- | --- |',
			...rows,
		].join('\n'),
		'The store is read and written three times per run, so a single message costs as much as a batch. Repeat it with `npm run bench -- once`.',
	].join('\n\n');
	writeSection(
		{ page: 'development/performance.md', name: 'once', title: 'Send Once Per Key' },
		text,
	);
}

void main().then(() => process.exit(0));
