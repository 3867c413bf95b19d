import { createServer } from 'node:http';
import { listen, type Listening } from '../support/listen';

export interface Report {
	run: string;
	id?: string;
	delivery_id?: number;
	message_id: number;
	status?: string;
	previous_status?: string | null;
}

export interface Collector extends Listening {
	/** By event: `viberReply`, `viberDelivery`. */
	reports: Record<string, Report[]>;
}

/** Collects the reports of the triggers' workflows in the order of their arrival. */
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
	return { reports, ...(await listen(server)) };
}
