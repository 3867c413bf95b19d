import { setMaxListeners } from 'node:events';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Sets variables before n8n-core is imported, so that tests use neither the user's n8n folder nor
// a proxy.
const userFolder = join(tmpdir(), `messaging-service-test-${process.pid}`);
mkdirSync(userFolder, { recursive: true });
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
	delete process.env[name];
	delete process.env[name.toLowerCase()];
}

// Node 20 warns of more than ten listeners. n8n adds a listener to an execution's abort signal for
// each request.
setMaxListeners(0);
