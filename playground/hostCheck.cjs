/**
 * A hook of n8n. n8n itself answers to any Host, so a web page elsewhere could reach it by a name of
 * its own that it points at this machine.
 */
const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

const isOwn = ({ headers, socket }) =>
	NAMES.some((name) => headers.host === `${name}:${socket.localPort}`);

const reject = {
	request: (_request, response) => response.writeHead(403).end('Host: not this n8n'),
	upgrade: (_request, socket) => socket.destroy(),
};

/** In development n8n lets a page of any origin read its responses. Without the header it does not. */
function hideForeignOrigin({ headers }) {
	if (process.env.NODE_ENV !== 'development') return;
	if (headers.origin !== `http://${headers.host}`) delete headers.origin;
}

/** Takes the place of n8n's own listeners: what is rejected never reaches them. */
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
