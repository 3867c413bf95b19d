import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { type SentRequest, Service } from '../../support/engine/service';
import { openTrigger } from '../../support/engine/poll';

let entries: IDataObject[];
let marked: string[];
let warnings: string[];
let service: Service;
beforeEach(() => {
	entries = [];
	marked = [];
	warnings = [];
	jest.spyOn(Container.get(Logger), 'warn').mockImplementation(
		(text) => void warnings.push(text),
	);
	service = new Service(({ path, form }: SentRequest) => {
		if (path.endsWith('readResponseStatus')) {
			marked.push(form?.find(([name]) => name === 'incoming_messages')?.[1] ?? '');
			return { body: { status: 'OK', result: 'marked' } };
		}
		return { body: { status: 'OK', result: entries } };
	});
});
afterEach(() => {
	service.close();
	jest.restoreAllMocks();
});

let workflows = 0;

/** An active trigger of one mailing, and what a poll of it returns. */
async function triggerOf(event: string, options: IDataObject = {}) {
	const parameters = { event, mailings: 'selected', mailingIds: '5', options } as never;
	const trigger = await openTrigger(
		{ node: 'messagingServiceTrigger', parameters },
		`statuses ${++workflows}`,
	);
	await trigger.poll('activation');
	return {
		...trigger,
		next: async () => (await trigger.poll()).map(({ json }) => json),
	};
}

const one = (status: string, error_code: unknown = 0, more: IDataObject = { delivery_id: 7 }) =>
	({ ...more, status, error_code }) as IDataObject;

describe('an error code', () => {
	test.each<[string, IDataObject]>([
		['with an ID', { delivery_id: 7, phone: '37120000001' }],
		['with a phone alone', { phone: '37120000001' }],
		['with neither', { name: 'Anna' }],
	])('that appears or changes starts the workflow, once each: a recipient %s', async (_, is) => {
		entries = [one('SENT', 0, is)];
		const trigger = await triggerOf('viberDelivery');
		for (const [code, previous] of [
			[7, 'SENT'],
			['8', 'SENT'],
			[0, 'SENT'],
		]) {
			entries = [one('SENT', code, is)];
			expect(await trigger.next()).toEqual([
				expect.objectContaining({ error_code: code, previous_status: previous }),
			]);
			expect(await trigger.next()).toEqual([]);
		}
	});

	test('of 0 is the same as none', async () => {
		entries = [one('SENT', 0)];
		const trigger = await triggerOf('viberDelivery');
		for (const code of ['0', null, undefined]) {
			entries = [one('SENT', code)];
			expect(await trigger.next()).toEqual([]);
		}
	});

	test('takes no byte of the state for a recipient', async () => {
		entries = [1, 2, 3].map((delivery_id) => one('SENT', 0, { delivery_id }));
		const trigger = await triggerOf('viberDelivery');
		entries = [1, 2, 3].map((delivery_id) => one('SENT', 7, { delivery_id }));
		expect(await trigger.next()).toHaveLength(3);
		const { mailings } = trigger.state.state as { mailings: Record<string, string> };
		expect(mailings[5]).toHaveLength(3);
	});

	test.each(['a\tb', 'a\t', '\t7', 'SENT\t7'])(
		'is not taken for a part of the status %j',
		async (status) => {
			entries = [one(status)];
			const trigger = await triggerOf('viberDelivery');
			entries = [one('READ')];
			expect(await trigger.next()).toEqual([
				expect.objectContaining({ previous_status: status }),
			]);
		},
	);
});

test.each([
	['failed', 0],
	['Expired', 0],
	['not_delivered', 0],
	['BOUNCED', 0],
	['SENT', 5],
])('the outcome "Not Delivered" has the status %s with the error code %p', async (status, code) => {
	entries = [one('NEW')];
	const trigger = await triggerOf('viberDelivery', { outcomes: ['notDelivered'] });
	entries = [one(status, code)];
	expect(await trigger.next()).toEqual([
		expect.objectContaining({ status, previous_status: 'NEW', is_delivered: false }),
	]);
});

test('the option Statuses finds a status with blanks, hyphens or underscores alike', async () => {
	entries = [one('NEW')];
	const trigger = await triggerOf('viberDelivery', { statuses: 'not delivered' });
	entries = [one('Not-Delivered')];
	expect(await trigger.next()).toHaveLength(1);
});

describe('a status that this package does not know', () => {
	test('is open, and is told once in the log, also if n8n saves no state', async () => {
		entries = [one('NEW')];
		const trigger = await triggerOf('viberDelivery', { outcomes: ['delivered'] });
		const saved = JSON.stringify(trigger.state.state);
		entries = [one('PARKED BY CARRIER')];
		for (let polls = 0; polls < 3; polls++) {
			trigger.state.state = JSON.parse(saved) as IDataObject;
			expect(await trigger.next()).toEqual([]);
		}
		expect(warnings).toEqual([
			'The service returned a status that this package does not know: "parked by carrier". It counts as not known yet (is_delivered is null, the outcome is Pending).',
		]);
	});

	test('is told without a phone number, and not at its full length', async () => {
		entries = [one(`lost 37120000001 ${'x'.repeat(200)}`)];
		await triggerOf('viberDelivery');
		expect(warnings[0]).not.toContain('37120000001');
		expect(warnings[0].length).toBeLessThan(250);
	});

	test("is told in the editor's test if no recipient has the outcome", async () => {
		entries = [one('ON HOLD'), one('NEW', 0, { delivery_id: 8 })];
		const trigger = await triggerOf('viberDelivery', { outcomes: ['notDelivered'] });
		await expect(trigger.poll('manual')).rejects.toMatchObject({
			description: expect.stringContaining(
				'This package does not know "on hold". It counts as not known yet',
			),
		});
	});
});

test('a reply whose ID has a comma marks no other reply as read, and the log says so once', async () => {
	const trigger = await triggerOf('viberReply', { markAsRead: true });
	entries = ['7,8', '9'].map((id) => ({ id, message: 'Yes' }));
	expect(await trigger.next()).toHaveLength(2);
	for (let polls = 0; polls < 3; polls++) expect(await trigger.next()).toEqual([]);
	expect(marked).toEqual(['9']);
	expect(warnings).toEqual([
		'1 reply is not marked as read, because of a comma in the ID: the service would take it for several IDs.',
	]);
});
