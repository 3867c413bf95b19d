import type { NodeName } from '../support/engine/nodeTypes';
import { json, type RawService, startRaw } from '../support/rawService';
import { run } from '../support/sandboxHarness';

let raw: RawService;
beforeEach(async () => {
	raw = await startRaw(json({ status: 'OK', result: [{ list_id: 1 }, { list_id: 2 }] }));
});
afterEach(async () => await raw.close());

/** Lists are run by this package over all items, where n8n's engine runs the other operations. */
const lists = (requestOptions: { proxy?: string } = {}) => ({
	node: 'messagingServiceContacts' as NodeName,
	parameters: {
		resource: 'list',
		operation: 'getAll',
		returnAll: '={{ $json.all }}',
		limit: '={{ $json.limit }}',
		requestOptions,
	},
	items: [{ json: { all: false, limit: 1 } }, { json: { all: true } }],
});

test('each item is asked for by itself, and its records are linked to it', async () => {
	const { error, items } = await run(raw, lists());
	expect(error).toBeUndefined();
	expect(items).toEqual([
		{ json: { list_id: 1 }, pairedItem: { item: 0 } },
		{ json: { list_id: 1 }, pairedItem: { item: 1 } },
		{ json: { list_id: 2 }, pairedItem: { item: 1 } },
	]);
	expect(raw.requests).toHaveLength(2);
});

test("the step's proxy gets the requests", async () => {
	const { error, items } = await run({ url: 'http://127.0.0.1:9' }, lists({ proxy: raw.url }));
	expect([error, items.length]).toEqual([undefined, 3]);
	expect(raw.requests[0]).toMatch(/^http:\/\/127\.0\.0\.1:9\/api\/v2\/getSubscriberLists/);
});

test('a proxy that is no address stops the step before anything is sent', async () => {
	const { error } = await run(raw, lists({ proxy: 'proxy.example' }));
	expect(error?.message).toBe("'Proxy' has no host and port");
	expect(raw.requests).toEqual([]);
});
