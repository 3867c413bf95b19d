import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	const body = { status: 'OK', uuid: 'a', success: 'OK', result: { email_id: 1 } };
	service = new Service(() => ({ body }));
});
afterEach(() => service.close());

const forms = () =>
	service.requests.map(({ form }) => Object.fromEntries(form ?? []) as Record<string, string>);

const unsubscribe = (options?: INodeParameters) => ({
	node: 'messagingServiceEmail' as const,
	parameters: {
		resource: 'address',
		operation: 'unsubscribe',
		email: 'ann@example.com',
		...(options && { options }),
	},
});

test('unsubscribes from all lists only if the option is not there', async () => {
	const { error } = await runNode(unsubscribe());
	if (error) throw error;
	expect(forms()).toEqual([expect.not.objectContaining({ list_ids: expect.anything() })]);
});

test.each(['', '={{ $json.lists }}', '={{ [] }}'])(
	'unsubscribes from no list if Contact List IDs is %j',
	async (listIds) => {
		const { error } = await runNode(unsubscribe({ listIds }));
		expect(error).toMatchObject({
			message: "'Contact List IDs' is empty",
			description: 'Select one or more lists, or remove this option for all lists.',
		});
		expect(service.requests).toEqual([]);
	},
);

test('unsubscribes the other addresses from their lists under Continue', async () => {
	const { items } = await runNode({
		...unsubscribe({ listIds: '={{ $json.lists }}' }),
		items: [{ json: { lists: [12, 15] } }, { json: { lists: [] } }, { json: { lists: '7' } }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error)).toEqual([
		undefined,
		"'Contact List IDs' is empty",
		undefined,
	]);
	expect(forms().map(({ list_ids }) => list_ids)).toEqual(['12,15', '7']);
});

test.each([['missing'], ['']])('still sends an email without a sender name: %j', async (name) => {
	const { error } = await runNode({
		node: 'messagingServiceEmail',
		parameters: {
			resource: 'message',
			operation: 'send',
			senderEmail: 'shop@example.com',
			email: 'ann@example.com',
			subject: 'Hello',
			message: 'Hello',
			options: { senderName: name && '={{ $json.missing }}' },
		},
	});
	if (error) throw error;
	expect(forms()).toEqual([expect.not.objectContaining({ sender_name: expect.anything() })]);
});

const mailing = (scheduleTime?: string) => ({
	node: 'messagingServiceSms' as const,
	timezone: 'America/New_York',
	parameters: {
		resource: 'mailing',
		operation: 'create',
		sender: byId('1363'),
		listId: byId('17'),
		mailingName: 'Sale',
		message: 'Hello',
		...(scheduleTime !== undefined && { scheduleTime }),
	},
});

test.each([undefined, '', ' '])(
	"schedules an SMS mailing for now in the workflow's time zone if its time is %j",
	async (scheduleTime) => {
		const zone = 'America/New_York';
		const now = () => DateTime.now().setZone(zone).toFormat('yyyy-MM-dd HH:mm');
		const before = now();
		const { error } = await runNode(mailing(scheduleTime));
		if (error) throw error;
		expect([before, now()]).toContain(forms()[0].d_schedule);
	},
);

test.each(['={{ $json.when }}', '={{ "" }}', '={{ null }}'])(
	'rejects an SMS mailing whose time is the expression %s without a value',
	async (scheduleTime) => {
		const { error } = await runNode(mailing(scheduleTime));
		expect(error?.message).toBe("'Schedule Time' is empty");
		expect(service.requests).toEqual([]);
	},
);

const batch = (more: INodeParameters) => ({
	node: 'messagingServiceViber' as const,
	parameters: {
		resource: 'batch',
		operation: 'send',
		batchSender: byId('1363'),
		mailingName: 'Sale',
		phone: PHONE,
		message: 'Hello',
		...more,
	},
});

test('sends a Viber batch without a callback if the field is empty', async () => {
	const { error } = await runNode(batch({}));
	if (error) throw error;
	expect(service.requests.map(({ url }) => url)).toEqual([
		expect.not.stringContaining('callback'),
	]);
});

test('rejects a Viber batch whose callback is an expression without a value', async () => {
	const { error } = await runNode(batch({ options: { callbackUrl: '={{ $json.callback }}' } }));
	expect(error?.message).toBe("'Callback URL' is empty");
	expect(service.requests).toEqual([]);
});
