import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FILES = [
	...['inbox.css', 'controls.css', 'account.css', 'account.html'],
	...['inbox.js', 'conversation.js', 'controls.js', 'rejected.js', 'links.js'],
	...['account.js', 'cards.js', 'elements.js', 'live.js'],
];
const TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
};

/**
 * Blocks all content from other hosts. Allows inline styles and images, because emails have both
 * and the frames of emails inherit the policy.
 */
const POLICY = [
	...["default-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:"],
	...["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"],
].join('; ');

export function registerPage(app: FastifyInstance): void {
	for (const [path, name] of [['', 'index.html'], ...FILES.map((file) => [file, file])]) {
		app.get(`/${path}`, async (_request, reply) => {
			const content = await readFile(join(__dirname, '..', 'page', name));
			reply.header('content-security-policy', POLICY).header('cache-control', 'no-store');
			return reply.type(TYPES[extname(name)]).send(content);
		});
	}
	// Browsers request an icon and would log a 404 as an error.
	app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
}
