import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { toolCallers } from '../support/engine/callTool';
import { type RunSetting, runNode } from '../support/engine/runNode';
import type { Answer } from '../support/engine/service';
import { useService } from '../support/engine/useService';
import { importContacts, phoneOf, sendBatch, sendSms } from '../support/operations';
import { sms as smsTool } from '../support/toolSettings';
import { asking } from '../wait/asking';

const regular = { onError: 'continueRegularOutput' } as const;
const errorOutput = { onError: 'continueErrorOutput' } as const;
const sms = { body: { sms_id: 1, status: 'NEW', parts: 1 } };
const batch = { body: { uuid: 'u-1', success: 'OK' } };
const rejected = { status: 400, body: { error: 'Blocked' } };
const lost = { status: 500, body: 'Oops' };

const service = useService();
/** Sets a response for each phone. A request without a phone gets the first response. */
const answering = (...answers: Answer[]) =>
	service.answer(({ url, body }) => {
		const at = answers.findIndex((_, n) => `${url} ${body}`.includes(phoneOf(n)));
		return answers[Math.max(at, 0)];
	});
const person = (n: number, more: IDataObject = {}) => ({
	json: { order: `A-${n}`, phone: phoneOf(n), text: 'Hi', ...more },
});
const outputOf = async (setting: RunSetting) => {
	const { items, errorItems, error } = await runNode({ mode: 'trigger', ...setting });
	if (error) throw error;
	return [...items, ...errorItems].map(({ json }) => json);
};
const sentOf = (output: IDataObject[]) => output.map(({ is_sent }) => is_sent);

describe.each([regular, errorOutput])('with %j, is_sent', (mode) => {
	test.each([
		['a message', sms, sendSms()],
		[
			'each recipient of a batch',
			batch,
			sendBatch({ oneItemPerRecipient: true, recipientsPerRequest: 1 }),
		],
	])('of %s is true if sent, false if not, null if unknown', async (_, accepted, made) => {
		answering(accepted, rejected, lost);
		const items = [0, 1, 2].map((n) => person(n, { is_sent: 'by fax' }));
		items.push(person(3, { phone: 'x', is_sent: true }));
		const output = await outputOf({ ...made, ...mode, items });
		expect(sentOf(output)).toEqual([true, false, null, false]);
		expect(output.slice(1).map(({ order, error }) => [order, typeof error])).toEqual(
			['A-1', 'A-2', 'A-3'].map((order) => [order, 'string']),
		);
	});

	test('of a Send and Wait that only some recipients got is null', async () => {
		service.answer((_, index) => (index === 0 ? sms : rejected));
		const phone = `${phoneOf(0)}, ${phoneOf(1)}`;
		expect(sentOf(await outputOf(asking({ phone }, mode)))).toEqual([null]);
	});
});

test('a failed item begins with its recipient, its error and what was sent', async () => {
	answering(rejected);
	const items = [person(0, { error: 'old', is_sent: true })];
	const [failed] = await outputOf({ ...sendSms(), ...regular, items });
	const first = ['phone', 'error', 'error_kind', 'is_sent'];
	expect(Object.keys(failed).slice(0, 4)).toEqual(first);
	expect(failed).toMatchObject({ error: 'Blocked', is_sent: false });
});

test('a field "sent" of the service keeps its value beside is_sent', async () => {
	answering({ body: { ...sms.body, sent: 0, is_sent: 'no' } });
	const [item] = await outputOf({ ...sendSms(), items: [person(0)] });
	expect(item).toMatchObject({ sms_id: 1, sent: 0, is_sent: true });
});

const delivery: INodeParameters = { resource: 'message', operation: 'getDelivery', smsId: '1' };
const mailing: INodeParameters = {
	...{ resource: 'mailing', operation: 'create', message: 'Hello' },
	...{ sender: byId('21'), listId: byId('1001') },
};
const enveloped = (result: object) => ({ body: { status: 'OK', result } });
test.each<[title: string, setting: RunSetting, answer: Answer]>([
	[
		'reads',
		{ node: 'messagingServiceSms', parameters: delivery },
		{ body: { sms_id: 1, sent: 1767225600, delivered: 0 } },
	],
	['imports', importContacts(), enveloped({ inserted: 1, updated: 0, invalid: 0, log: [] })],
	[
		'prepares',
		{ node: 'messagingServiceViber', parameters: mailing },
		enveloped({ message_id: 7, count_subscribers: 1 }),
	],
])('an operation that %s adds no field "is_sent"', async (_, setting, answer) => {
	answering(answer, rejected);
	const [item] = await outputOf({ ...setting, items: [person(0)] });
	expect(item.is_sent).toBeUndefined();
	answering(rejected);
	const items = [person(0, { is_sent: 'x' })];
	const [failed] = await outputOf({ ...setting, ...regular, items });
	expect([failed.error, failed.is_sent]).toEqual(['Blocked', undefined]);
});

// The model of n8n Agents reads only the message of an error.
const readers = toolCallers.filter(([name]) => name !== 'n8n Agents');
test.each(readers)('a call by %s returns is_sent', async (_, call) => {
	answering(sms, rejected, lost);
	const calling = async (n: number) =>
		await call({ ...smsTool, ...regular }, { to: phoneOf(n), text: 'Hi' });
	const records = (await Promise.all([0, 1, 2].map(calling))).flat();
	expect(sentOf(records)).toEqual([true, false, null]);
});
