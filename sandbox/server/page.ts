import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FILES = {
	'/': ['index.html', 'text/html; charset=utf-8'],
	'/inbox.css': ['inbox.css', 'text/css; charset=utf-8'],
	'/inbox.js': ['inbox.js', 'text/javascript; charset=utf-8'],
	'/conversation.js': ['conversation.js', 'text/javascript; charset=utf-8'],
} as const;

/** The browser itself keeps the page from fetching anything elsewhere. */
const POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

export function registerPage(app: FastifyInstance): void {
	for (const [address, [name, type]] of Object.entries(FILES)) {
		app.get(address, async (_request, reply) => {
			const content = await readFile(join(__dirname, '..', 'page', name));
			reply.header('content-security-policy', POLICY).header('cache-control', 'no-store');
			return reply.type(type).send(content);
		});
	}
	// Browsers ask for one; without it every visit would be an error in the console.
	app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
}
