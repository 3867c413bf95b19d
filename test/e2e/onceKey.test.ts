import type { IDataObject } from 'n8n-workflow';
import { byId } from './agents/toolDrafts';
import { startWorld, webhookHeaders, type World } from './n8n/harness';
import { untilListening } from './n8n/listening';
import { next, node, webhook } from './n8n/workflowDrafts';
import { seeded } from './operations/step';
import { PACKAGE, saveAccount } from './wait/waiting';

let world: World;

beforeAll(async () => {
	world = await startWorld();
	const { id, name } = await saveAccount(world);
	const send = node('Send', `${PACKAGE}.messagingServiceSms`, 200, {
		parameters: {
			resource: 'message',
			operation: 'send',
			sender: byId(seeded.alphaname),
			phone: '37120000093',
			message: 'Your order is ready',
			options: {
				sendOnceKey: '={{ $json.body.order }}',
				resendUnknown: '={{ $json.body.resend }}',
			},
		},
		credentials: { messagingServiceApi: { id, name } },
		onError: 'continueRegularOutput',
	});
	const begin = webhook('once', 'lastNode');
	begin.parameters = { ...begin.parameters, responseData: 'firstEntryJson' };
	const workflow = await world.rest.createWorkflow({
		name: 'Once',
		nodes: [begin, send],
		connections: { Webhook: next('Send') },
		settings: { executionOrder: 'v1' },
	});
	await world.rest.activate(workflow);
	await untilListening(world.n8n.url, 'once');
});

afterAll(async () => await world?.stop());

/** The item that an execution of its own ends with, and how many SMS have reached the phone since the first. */
async function order(resend: boolean): Promise<[item: IDataObject, delivered: number]> {
	const response = await fetch(`${world.n8n.url}/webhook/once`, {
		method: 'POST',
		headers: webhookHeaders,
		body: JSON.stringify({ order: 'A-17', resend }),
	});
	const item = (await response.json()) as IDataObject;
	return [item, world.sandbox.deliveriesTo('37120000093')];
}

test('a key of unknown outcome stays unknown after a resend that failed, until it is sent', async () => {
	world.sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', after: true });
	const [unknown] = await order(false);
	expect(unknown).toMatchObject({ is_sent: null });

	world.sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
	const [failed, afterFailure] = await order(true);
	expect([failed.is_sent, afterFailure]).toEqual([null, 1]);
	expect(failed.error).toContain('May have been sent before with the same key');

	const [kept, afterKept] = await order(false);
	expect([kept.is_sent, afterKept]).toEqual([null, 1]);

	const [resent, afterResend] = await order(true);
	expect([resent.is_sent, afterResend]).toEqual([true, 2]);

	for (const again of [false, true]) {
		const [item, delivered] = await order(again);
		expect([item.is_sent, delivered]).toEqual([false, 2]);
		expect(item.reason).toEqual(expect.any(String));
	}
});
