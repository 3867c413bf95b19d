/**
 * A hook of n8n, which itself accepts any Host. The domain of a foreign web page could resolve to
 * this machine, so that the page could reach n8n.
 */
const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

const isOwn = ({ headers, socket }) =>
	NAMES.some((name) => headers.host === `${name}:${socket.localPort}`);

const reject = {
	request: (_request, response) => response.writeHead(403).end('Host: not this n8n'),
	upgrade: (_request, socket) => socket.destroy(),
};

/**
 * In development, n8n lets pages of any origin read responses, unless the request has no Origin.
 */
function hideForeignOrigin({ headers }) {
	if (process.env.NODE_ENV !== 'development') return;
	if (headers.origin !== `http://${headers.host}`) delete headers.origin;
}

/** Wraps n8n's listeners, so that a rejected request never reaches them. */
function guard({ server }) {
	for (const event of ['request', 'upgrade']) {
		const listeners = server.listeners(event);
		if (listeners.length === 0) continue;
		server.removeAllListeners(event);
		server.on(event, (request, ...more) => {
			if (!isOwn(request)) return reject[event](request, ...more);
			hideForeignOrigin(request);
			for (const listener of listeners) listener.call(server, request, ...more);
		});
	}
}

module.exports = { n8n: { ready: [guard] } };
