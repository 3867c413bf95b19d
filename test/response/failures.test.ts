import type { INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import * as retry from '../../nodes/shared/http/retry';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { shareOf } from '../support/thorough';

/** Each kind of operation × shape of a failure × status: what is said, and how often it is tried. */

type Kind = 'send' | 'change' | 'read';
type Call = [kind: Kind, node: NodeName, does: string, parameters: INodeParameters];
const sms = 'messagingServiceSms';
const viber = 'messagingServiceViber';
const text = { phone: PHONE, message: 'Hello' };
const people = { senderEmail: 'a@example.com', email: 'b@example.com', subject: 'A', message: 'B' };

const calls: Call[] = [
	['send', sms, 'message:send', { sender: byId('1363'), ...text }],
	['send', sms, 'message:sendPrepared', { messageId: byId('31'), phone: PHONE }],
	['send', sms, 'mailing:confirm', { mailingId: byId('31') }],
	['send', viber, 'message:send', { sender: byId('21'), ...text }],
	['send', viber, 'mailing:confirm', { mailingId: byId('31') }],
	['send', 'messagingServiceEmail', 'message:send', people],
	['change', sms, 'message:prepare', { message: 'Hello' }],
	['change', 'messagingServiceTemplates', 'template:delete', { templateId: byId('5') }],
	['read', sms, 'message:getDelivery', { smsId: '5001' }],
	['read', sms, 'mailing:get', { mailingId: byId('31') }],
	['read', sms, 'batch:getStatus', { uuid: 'u' }],
	['read', viber, 'mailing:getRecipients', { mailingId: byId('31'), returnAll: true }],
	['read', viber, 'reply:markAsRead', { replyIds: '5' }],
];

const reported: unknown[] = [
	{ error: 'No' },
	[{ error: 'No' }],
	{ status: 'error', message: 'No' },
	{ success: false, error_msg: 'No' },
	{ ok: false, reason: 'No' },
	{ ok: false, data: { message: 'No' } },
	{ error: true, response: { error: 'No' } },
	{ errors: [{ message: 'No' }] },
];
const unclear: unknown[] = ['<h1>No</h1>', '{"error', '[]', '5'];

async function outcomeOf([, node, does, parameters]: Call, status: number, body: unknown) {
	const [resource, operation] = does.split(':');
	const service = new Service(() => ({ status, body }));
	try {
		const { items, error } = await runNode({
			...{ node, parameters: { resource, operation, ...parameters } },
			...{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		const { message = '' } = error ?? {};
		return { items, message, requests: service.requests.length };
	} finally {
		service.close();
	}
}

// The pauses before a read is repeated are not what is tested here.
beforeAll(() => void jest.spyOn(retry, 'sleepUnlessCancelled').mockResolvedValue());
afterAll(() => jest.restoreAllMocks());

const MAYBE = {
	send: /It may have been sent anyway$/,
	change: /It may have been executed anyway$/,
};

describe.each(calls)('%s: %s %s', (...call) => {
	const [kind, ...which] = call;
	/** Each operation has other ones of the failures. */
	const turn = calls.findIndex(([, node, does]) => node === which[0] && does === which[1]);

	test.each([200, 400, 422])('is tried again after a failure with %i', async (status) => {
		for (const body of shareOf(reported, 3, turn + status)) {
			const { items, message, requests } = await outcomeOf(call, status, body);
			expect([body, items, message]).toEqual([body, [], 'No']);
			expect([body, requests]).toEqual([body, 2]);
		}
	});

	test('may have been done if the server has failed', async () => {
		// An error of a text that exists has an ID, and these have none.
		for (const body of kind === 'read' ? reported.slice(0, 1) : shareOf(reported, 2, turn)) {
			const { items, message, requests } = await outcomeOf(call, 503, body);
			expect(items).toEqual([]);
			if (kind === 'read') expect(message).toBe('No');
			else expect([message.replace(MAYBE[kind], ''), requests]).toEqual(['No. ', 1]);
		}
	}, 60_000);

	test('is not taken for a success if the response is another one', async () => {
		for (const body of shareOf(unclear, 2, turn)) {
			const { items, message, requests } = await outcomeOf(call, 200, body);
			// Without a documented body, or as an empty list, these are responses too.
			if (message === '') {
				expect(['[]', '5']).toContain(body);
				expect(items.length).toBeLessThanOrEqual(1);
			} else if (kind !== 'read') {
				expect([body, MAYBE[kind].test(message), requests]).toEqual([body, true, 1]);
			} else expect(message).not.toMatch(/may have been/);
		}
	}, 60_000);
});
