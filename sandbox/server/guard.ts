import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../wire/loopback';
import { Refusal } from '../wire/refusal';

/**
 * Accepts only requests of local programs and of the sandbox's pages. Another web page sends a
 * foreign Origin, or the Host of a name that resolves to this machine.
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
	// Browsers send no Origin with an image or a link, so these may only load the page. Matched by
	// route, because a URL can be spelled in many ways: `/%5fsandbox/state`.
	const data = /^\/(api|_sandbox)\//.test(routeOptions.url ?? '');
	if (data && (site === 'cross-site' || site === 'same-site')) return 'Sec-Fetch-Site';
	return undefined;
}
