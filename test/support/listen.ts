import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
	url: string;
	/** Also closes open connections. */
	close: () => Promise<void>;
}

/** Starts a server on a free port of loopback. */
export async function listen(server: Server, protocol = 'http'): Promise<Listening> {
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		url: `${protocol}://127.0.0.1:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}
