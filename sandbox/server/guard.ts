import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../wire/loopback';
import { Refusal } from '../wire/refusal';

/**
 * Accepts requests only from local programs and from the sandbox's pages. A page of another site
 * sends a foreign Origin. If the site's name resolves to this machine, the page sends a foreign
 * Host.
 */
export function registerGuard(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const foreign = foreignHeader(request);
		done(foreign ? new Refusal(403, `${foreign}: not this sandbox`) : undefined);
	});
}

function foreignHeader({ headers, socket, routeOptions }: FastifyRequest): string | undefined {
	const port = socket.localPort ?? 0;
	const { host = '', origin, 'sec-fetch-site': site } = headers;
	if (!isLoopback(host, port)) return 'Host';
	if (origin !== undefined && !isLoopback(origin.replace(/^http:\/\//, ''), port))
		return 'Origin';
	// Browsers send no Origin when they load images or follow links, so Sec-Fetch-Site protects the
	// data. The pattern tests the route, because a URL can be written in many ways, e.g.
	// `/%5fsandbox/state`.
	const data = /^\/(api|_sandbox)\//.test(routeOptions.url ?? '');
	if (data && (site === 'cross-site' || site === 'same-site')) return 'Sec-Fetch-Site';
	return undefined;
}
