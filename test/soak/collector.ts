import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the workflow of a trigger says started it. */
export interface Report {
	/** The execution. */
	run: string;
	id?: string;
	delivery_id?: number;
	message_id: number;
	status?: string;
	previous_status?: string | null;
}

export interface Collector {
	url: string;
	/** By event: `viberReply`, `viberDelivery`. */
	reports: Record<string, Report[]>;
	close: () => Promise<void>;
}

/** Takes the reports of the triggers' workflows, in the order in which they come. */
export async function startCollector(): Promise<Collector> {
	const reports: Collector['reports'] = { viberReply: [], viberDelivery: [] };
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.once('end', () => {
			const event = (request.url ?? '').slice(1);
			reports[event].push(JSON.parse(Buffer.concat(parts).toString()) as Report);
			response.setHeader('content-type', 'application/json').end('{}');
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		reports,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}
