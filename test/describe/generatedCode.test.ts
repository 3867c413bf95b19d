import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { people } from '../support/operations';

const service = useService(() => ({ body: { sms_id: 1, status: 'NEW', parts: 1 } }));

const send = async (parameters: INodeParameters, retry = {}) =>
	await runNode({
		node: 'messagingServiceVerification',
		parameters: {
			resource: 'code',
			operation: 'sendTelegram',
			phone: '={{ $json.phone }}',
			generateCode: true,
			returnCodeAs: 'code',
			...parameters,
		},
		items: people(3),
		...retry,
	});
const sentCodes = () => service.requests.map(({ query }) => new Map(query).get('message'));

test.each([
	[undefined, 6],
	[4, 4],
	[16, 16],
])(
	'a generated code of the length %p is the same in the message and in the output',
	async (codeLength, digits) => {
		const { error, items } = await send(codeLength ? { codeLength } : {});
		if (error) throw error;
		const codes = items.map(({ json }) => String(json.code));
		expect(codes).toEqual(sentCodes());
		expect(codes.every((code) => new RegExp(`^\\d{${digits}}$`).test(code))).toBe(true);
		// The probability of three equal codes of 4 digits is 10^-8.
		expect(new Set(codes).size).toBeGreaterThan(1);
	},
);

test('Retry On Fail returns the generated codes that the first try sent', async () => {
	let calls = 0;
	service.answer(() =>
		++calls === 2 ? { status: 400, body: { error: 'No' } } : { body: { sms_id: calls } },
	);
	const { error, items } = await send({}, { retryOnFail: true, maxTries: 2 });
	if (error) throw error;
	expect(service.requests).toHaveLength(4);
	const [first, , third, again] = sentCodes();
	expect(items.map(({ json }) => json.code)).toEqual([first, again, third]);
});

test('Return Code As: Code does not repeat a code that the user entered in the output', async () => {
	const { error, items } = await send({ generateCode: false, code: '482915' });
	if (error) throw error;
	expect(sentCodes()).toEqual(Array(3).fill('482915'));
	expect(items.map(({ json }) => [json.code, json.token])).toEqual(
		Array(3).fill([undefined, undefined]),
	);
});
