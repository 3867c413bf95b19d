import type { IDataObject } from 'n8n-workflow';
import { byId } from '../contract/row';
import { type RunResult, runNode, type RunSetting } from '../support/engine/runNode';
import { Service, type SentRequest } from '../support/engine/service';
import { itemsOf, smsBatch, viberBatch } from './settings';

let service: Service;
beforeEach(() => {
	service = new Service(({ path }) => ({
		body: /Email/.test(path)
			? { status: 'OK', result: { uuid: 'u' } }
			: { uuid: 'u', success: 'OK' },
	}));
});
afterEach(() => service.close());

/** What a batch sends, or the error. */
async function send(setting: RunSetting): Promise<{ sent?: SentRequest } & RunResult> {
	const result = await runNode(setting);
	expect(service.requests.length).toBe(result.error ? 0 : 1);
	return { ...result, sent: service.requests[0] };
}
const fieldsOf = ({ query, form }: SentRequest): IDataObject =>
	Object.fromEntries([...query, ...(form ?? [])]);

const items = itemsOf([{ phone: '380501234567' }]);
const senders: Array<[given: unknown, sent: string]> = [
	['Shop', 'Shop'],
	['Крамниця 24', 'Крамниця 24'],
	['00123', '00123'],
	[1363, '1363'],
	[' 1363\n', '1363'],
];

describe.each([
	['SMS', smsBatch],
	['Viber', viberBatch],
])('a batch of %s', (_, batch) => {
	test.each(senders)('is sent with the sender %j', async (given, wire) => {
		const sender = byId(`={{ ${JSON.stringify(given)} }}`);
		const { sent, error } = await send(batch({ sender, batchSender: sender }, { items }));
		if (!sent) throw error;
		expect(fieldsOf(sent)['messages[0][alphaname_id]']).toBe(wire);
	});
});
