import { byId, PHONE } from '../contract/row';
import { openTool } from '../support/engine/runTool';
import { Service } from '../support/engine/service';
import type { Answer } from '../support/engine/service';

let service: Service;
afterEach(() => service.close());

const sent = { body: { sms_id: 1, status: 'NEW', parts: 1 } };
const tool = async (retry: object = {}) =>
	await openTool({
		node: 'messagingServiceSms',
		parameters: {
			resource: 'message',
			operation: 'send',
			alphanameId: byId('1363'),
			phone: PHONE,
			message: "={{ $fromAI('text', 'Text of the SMS', 'string') }}",
		},
		...retry,
	});
const texts = () => service.requests.map(({ query }) => new Map(query).get('message'));
const answering = (...answers: Answer[]) => {
	service = new Service(() => answers.shift() ?? sent);
};

test('each call of an agent is a send of its own, even with the same words', async () => {
	answering();
	const sms = await tool();
	expect(JSON.stringify(await sms.invoke({ text: 'One' }))).toContain('sms_id');
	await sms.invoke({ text: 'Two' });
	await sms.invoke({ text: 'Two' });
	expect(texts()).toEqual(['One', 'Two', 'Two']);
});

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test('what was refused is sent again by Retry On Fail', async () => {
	answering({ body: { error: 'Oops' } });
	const sms = await tool(retrying);
	expect(JSON.stringify(await sms.invoke({ text: 'One' }))).toContain('sms_id');
	expect(texts()).toEqual(['One', 'One']);
});

test('what may have been sent is not, and the agent is told what to do', async () => {
	answering({ status: 500, body: 'Oops' });
	const sms = await tool(retrying);
	const told = await sms.invoke({ text: 'One' }).catch((error: Error) => error.message);
	expect(String(told)).toMatch(
		/^Oops\. It may have been sent anyway\. The request was not retried/,
	);
	expect(String(told).split('The request was not retried')).toHaveLength(2);
	expect(texts()).toEqual(['One']);
	await sms.invoke({ text: 'Two' });
	expect(texts()).toEqual(['One', 'Two']);
});
