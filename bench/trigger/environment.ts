import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Sets variables before n8n-core is imported, so that measurements use neither the user's n8n
// folder nor a proxy.
const folder = mkdtempSync(join(tmpdir(), 'messaging-service-bench-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_LOG_LEVEL = 'silent';
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
	delete process.env[name];
	delete process.env[name.toLowerCase()];
}
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
