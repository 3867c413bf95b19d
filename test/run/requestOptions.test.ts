import type { INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { people, sendBatch, sendSms } from '../support/operations';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: { sms_id: 1, uuid: 'u', success: 'OK' } }));
});
afterEach(() => service.close());

const rejected: Array<[options: INodeParameters, problem: string]> = [
	[{ proxy: '' }, "'Proxy' has no host and port"],
	[{ proxy: '={{ $json.none }}' }, "'Proxy' has no host and port"],
	[{ batching: { batch: { batchSize: 'many' } } }, '\'Items per Batch\' is "many", which is not'],
	[{ batching: { batch: { batchSize: 1.5 } } }, "'Items per Batch' is 1.5, which is not"],
	[
		{ batching: { batch: { batchSize: '={{ $json }}' } } },
		"'Items per Batch' is an object, which",
	],
	[
		{ batching: { batch: { batchInterval: '={{ NaN }}' } } },
		"'Batch Interval (ms)' is NaN, which is not",
	],
	// Node's timers would end immediately.
	[
		{ batching: { batch: { batchInterval: 1e12 } } },
		"'Batch Interval (ms)' is 1000000000000, which is not",
	],
	[{ batching: { batch: { batchInterval: -5 } } }, "'Batch Interval (ms)' is -5, which is not"],
];
const ways = [sendSms(), sendBatch()];

test.each(rejected)(
	'sends nothing with the request options %j',
	async (requestOptions, problem) => {
		for (const made of ways) {
			const parameters = { ...made.parameters, requestOptions };
			const items = people(2);
			const { error } = await runNode({ ...made, parameters, items });
			expect(error?.message).toContain(problem);
			const continued = await runNode({
				...{ ...made, parameters, items },
				onError: 'continueRegularOutput',
			});
			expect(continued.items.map(({ json }) => json.error)).toEqual(
				Array(2).fill(expect.stringContaining(problem)),
			);
		}
		expect(service.requests).toEqual([]);
	},
);

test.each([1001, 2010, 8050, 16100, 86_400_000])(
	'sends with a timeout of %i ms',
	async (timeout) => {
		const made = sendSms();
		const parameters = { ...made.parameters, requestOptions: { timeout } };
		const { error } = await runNode({ ...made, parameters, items: people(1) });
		expect([error, service.requests.length]).toEqual([undefined, 1]);
	},
);

test('an object that looks like a picked ID is no text', async () => {
	const made = sendSms();
	const parameters = { ...made.parameters, message: '={{ $json.v }}' };
	const { error } = await runNode({
		...{ ...made, parameters },
		items: [{ json: { phone: PHONE, v: byId(5) as unknown as string } }],
	});
	expect(error?.message).toBe("'Message' is an object, not text");
	expect(service.requests).toEqual([]);
});
