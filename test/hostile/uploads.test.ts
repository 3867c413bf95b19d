import { createHash } from 'node:crypto';
import type { Sandbox } from '../../sandbox';
import { run, startService } from '../support/sandboxHarness';
import { attachment, picture } from '../support/uploads';

jest.setTimeout(30_000);

const FILE = Buffer.alloc(20 * 1024 * 1024, 'every byte counts ');

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startService()));
afterAll(async () => await sandbox.close());

test.each([
	['a picture', picture, 'image'],
	['an attachment', attachment, 'attachment'],
])('%s of 20 MB arrives whole', async (_, setting, name) => {
	sandbox.reset();
	const data = { content: FILE, fileName: 'big.png', mimeType: 'image/png' };
	const { error, items } = await run(sandbox, setting({ data }));
	expect([error, items.length]).toEqual([undefined, 1]);
	const sha256 = createHash('sha256').update(FILE).digest('hex');
	expect(sandbox.requests.map(({ files }) => files)).toEqual([
		[expect.objectContaining({ name, size: FILE.length, sha256 })],
	]);
});
