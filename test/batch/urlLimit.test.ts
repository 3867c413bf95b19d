import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service, type SentRequest } from '../support/engine/service';

const LIMIT = 8000;
const nodes: NodeName[] = ['messagingServiceSms', 'messagingServiceViber'];

async function sendBatch(node: NodeName, length: number, letter = 'x'): Promise<SentRequest> {
	const service = new Service(() => ({ body: { uuid: 'u', success: 'OK' } }));
	try {
		const { error } = await runNode({
			node,
			parameters: {
				resource: 'batch',
				operation: 'send',
				sender: byId('1363'),
				batchSender: byId('1363'),
				mailingName: 'March',
				message: letter.repeat(length),
				phone: '={{ $json.phone }}',
				callbackUrl: 'https://example.com/done',
				options: node === 'messagingServiceSms' ? { maxParts: 255 } : {},
			},
			items: [{ json: { phone: '380501234567' } }, { json: { phone: '380671112233' } }],
		});
		if (error) throw error;
		expect(service.requests).toHaveLength(1);
		return service.requests[0];
	} finally {
		service.close();
	}
}

describe.each(nodes)('%s batch', (node) => {
	test('is also sent in the query, up to exactly 8,000 bytes of URL', async () => {
		const { url } = await sendBatch(node, 1);
		const longest = LIMIT - url.length + 1;
		const last = await sendBatch(node, longest);
		expect(last.url).toHaveLength(LIMIT);
		const next = await sendBatch(node, longest + 1);
		expect(next.query.map(([name]) => name)).toEqual(['token']);
		for (const { json } of [last, next]) expect(json).toHaveProperty('token');
	});

	test('is measured in encoded bytes, not in characters', async () => {
		const short = await sendBatch(node, 1, 'ї');
		const encoded = short.url.length - (await sendBatch(node, 1)).url.length + 1;
		expect(encoded).toBe('%D1%97'.length);
		const fitting = Math.floor((LIMIT - short.url.length) / encoded) + 1;
		const fits = await sendBatch(node, fitting, 'ї');
		expect(fits.url.length).toBeLessThanOrEqual(LIMIT);
		expect(fits.query.length).toBeGreaterThan(1);
		expect((await sendBatch(node, fitting + 1, 'ї')).query).toHaveLength(1);
	});
});
