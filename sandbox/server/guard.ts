import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../wire/loopback';
import { Refusal } from '../wire/refusal';

/**
 * Lets in programs and pages of this machine only. A web page elsewhere sends its own Origin, or
 * the Host of a name that it points at this machine.
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
	// Browsers send no Origin with an image or a link: of these, only links to the page may come.
	// By the route, because there are many ways to write its URL: `/%5fsandbox/state`.
	const data = /^\/(api|_sandbox)\//.test(routeOptions.url ?? '');
	if (data && (site === 'cross-site' || site === 'same-site')) return 'Sec-Fetch-Site';
	return undefined;
}
