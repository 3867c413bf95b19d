import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';

const sms = 'messagingServiceSms';
const prepare = { resource: 'message', operation: 'prepare', message: '={{ $json.text }}' };
const EXISTS = { error: 'The same message exists with ID=3', message_id: 3 };

async function outcomeOf(setting: RunSetting, answer: (turn: number) => Answer) {
	let turn = 0;
	const service = new Service(() => answer(turn++));
	try {
		const { items, error } = await runNode(setting);
		const requests = service.requests.length;
		const { message, description } = (error ?? {}) as Error & { description?: string };
		return { items: items.map(({ json }) => json), message, description, requests };
	} finally {
		service.close();
	}
}

const items = [{ json: { text: 'A' } }];
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('a text that the service has already', () => {
	test.each([200, 400, 409, 500])('returns its ID with status %i', async (status) => {
		for (const body of [EXISTS, [EXISTS], { ...EXISTS, status: 'error' }]) {
			const setting = { node: sms, parameters: prepare, items, ...retrying } as const;
			const outcome = await outcomeOf(setting, () => ({ status, body }));
			expect(outcome.items).toEqual([
				expect.objectContaining({
					message_id: 3,
					already_existed: true,
					error_text: EXISTS.error,
				}),
			]);
			expect([outcome.message, outcome.requests]).toEqual([undefined, 1]);
		}
	});

	test('lets a workflow run on its second day', async () => {
		const fresh = { status: 'ok', parts: 1, len: 1, message_id: 4 };
		const bodies = [EXISTS, fresh];
		const outcome = await outcomeOf(
			{ node: sms, parameters: prepare, items: [...items, { json: { text: 'B' } }] },
			(turn) => ({ body: bodies[turn] }),
		);
		expect(outcome.items).toEqual([expect.objectContaining({ message_id: 3 }), fresh]);
	});

	test.each([
		{ error: 'alphaname_id: unknown' },
		{ error: 'alphaname_id: unknown', message_id: 0 },
		{ error: 'No', message_id: null },
		{ message: 'No', message_id: 3, status: 'error' },
	])('is not %j', async (body) => {
		for (const status of [200, 400]) {
			const setting = { node: sms, parameters: prepare, items } as const;
			const outcome = await outcomeOf(setting, () => ({ status, body }));
			expect(outcome.items).toEqual([]);
		}
	});

	test('is known of Prepare alone', async () => {
		const parameters = {
			...{ resource: 'message', operation: 'sendPrepared' },
			...{ messageId: byId('3'), phone: '+380501234567' },
		};
		const body = { ...EXISTS, sms_id: 5 };
		const outcome = await outcomeOf({ node: sms, parameters }, () => ({ body }));
		expect(outcome.message).toMatch(/It may have been sent anyway$/);
	});
});

describe('an operation that sends nothing says so if its outcome is unknown', () => {
	test.each<[NodeName, does: string, INodeParameters]>([
		[sms, 'message:prepare', { message: 'A' }],
		[
			sms,
			'mailing:create',
			{ sender: byId('1363'), listId: byId('7'), mailingName: 'A', message: 'A' },
		],
		[
			'messagingServiceViber',
			'mailing:create',
			{ sender: byId('21'), listId: byId('7'), message: 'A' },
		],
		['messagingServiceContacts', 'list:create', { name: 'A' }],
		['messagingServiceTemplates', 'template:create', { name: 'A', message: 'A' }],
		['messagingServiceTemplates', 'template:delete', { templateId: byId('5') }],
		['messagingServiceEmail', 'address:unsubscribe', { email: 'anna@example.com' }],
	])('%s %s', async (node, does, given) => {
		const [resource, operation] = does.split(':');
		const parameters = { resource, operation, ...given };
		for (const answer of [{ status: 500, body: 'Oops' }, { body: '{' }]) {
			const outcome = await outcomeOf({ node, parameters, ...retrying }, () => answer);
			expect(outcome.message).toMatch(/\. It may have been executed anyway$/);
			expect(outcome.description).toMatch(/^Nothing was sent\. The request was not retried/);
			expect(outcome.requests).toBe(1);
		}
	});
});
