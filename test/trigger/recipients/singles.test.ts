import { type SentRequest, Service } from '../../support/engine/service';
import { openTrigger } from '../../support/engine/poll';
import { call } from '../../sandbox/call';
import { Account, ANNA, collectWarnings } from '../account';

type Response = { status?: number; body: unknown };

const ok = (result?: unknown): Response => ({ body: { status: 'OK', result } });
const no = (status: number): Response => ({ status, body: { error: 'No such message' } });
const seen = (status: string, error_code = 0) => ok({ phone: ANNA, status, error_code });
const listed = (status: string) => ok([{ delivery_id: 1, phone: ANNA, status, error_code: 0 }]);

/** What the service responds for the ID of a mailing, and of a single message. */
let list: Response;
let single: Response;
let requests: string[];
let service: Service | undefined;
let warnings: string[];
beforeEach(() => {
	requests = [];
	warnings = collectWarnings();
});
afterEach(() => {
	service?.close();
	service = undefined;
	jest.restoreAllMocks();
});

let workflows = 0;

const both = { mailings: 'selected', mailingIds: '=5012', messageIds: '5012' };
const alone = { mailings: 'selected', messageIds: '={{ [5012] }}' };

async function triggerOf(selection: object = alone) {
	service = new Service(({ path }: SentRequest) => {
		const isList = path.endsWith('getViberDeliveryList');
		requests.push(isList ? 'list' : 'single');
		return isList ? list : single;
	});
	const parameters = { event: 'viberDelivery', ...selection } as never;
	const node = 'messagingServiceTrigger' as const;
	const trigger = await openTrigger({ node, parameters }, `singles ${++workflows}`);
	/** The statuses that a poll returns, and the requests that it sent. */
	const poll = async (kind?: 'activation' | 'manual') => {
		requests.length = 0;
		const items = await trigger.poll(kind);
		return [items.map(({ json }) => json.status), [...requests]];
	};
	return { ...trigger, poll };
}

test('a single message is read by itself, and starts the workflow at each change, once', async () => {
	single = seen('SENT');
	const trigger = await triggerOf();
	expect(await trigger.poll('activation')).toEqual([[], ['single']]);
	expect(await trigger.poll()).toEqual([[], ['single']]);
	single = seen('READ');
	expect(await trigger.poll()).toEqual([['READ'], ['single']]);
	expect(await trigger.poll()).toEqual([[], ['single']]);
	single = seen('READ', 7);
	expect(await trigger.poll()).toEqual([['READ'], ['single']]);
	expect(warnings).toEqual([]);
});

test('an ID in both fields is a mailing and a message, each with its own changes', async () => {
	list = listed('SENT');
	single = seen('SENT');
	const trigger = await triggerOf(both);
	const requests = expect.arrayContaining(['list', 'single']);
	expect(await trigger.poll('activation')).toEqual([[], requests]);
	single = seen('READ');
	expect(await trigger.poll()).toEqual([['READ'], requests]);
	list = listed('DELIVERED');
	expect(await trigger.poll()).toEqual([['DELIVERED'], requests]);
	expect(await trigger.poll()).toEqual([[], requests]);
});

test('a mailing is never asked for as a message, and a message never as a mailing', async () => {
	list = ok([]);
	single = no(404);
	const mailing = await triggerOf({ mailings: 'selected', mailingIds: '=5012' });
	expect(await mailing.poll('activation')).toEqual([[], ['list']]);
	service?.close();
	const message = await triggerOf();
	await expect(message.poll('activation')).rejects.toMatchObject({ httpCode: '404' });
	expect(requests).toEqual(['single']);
});

test('a message that the service does not know stops no mailing, and is named in the log', async () => {
	list = listed('SENT');
	single = no(404);
	const trigger = await triggerOf(both);
	await trigger.poll('activation');
	list = listed('READ');
	expect((await trigger.poll())[0]).toEqual(['READ']);
	expect(warnings.join()).toContain('message 5012');
});

test.each([
	[{ mailings: 'selected' }],
	[{ mailings: 'selected', mailingIds: [], messageIds: '' }],
	[{ mailings: 'selected', messageIds: '={{ null }}' }],
	[{ mailings: 'selected', mailingIds: '5012', messageIds: '={{ undefined }}' }],
	[{ mailings: 'selected', mailingIds: '5012', messageIds: "={{ '' }}" }],
	[{ mailings: 'selected', mailingIds: '5012', messageIds: '={{ [] }}' }],
	[{ mailings: 'all', messageIds: 'none' }],
])('%j is an error before a request', async (selection) => {
	const trigger = await triggerOf(selection);
	await expect(trigger.poll('activation')).rejects.toThrow(/'(Mailing|Message) IDs'/);
	expect(requests).toEqual([]);
});

test("the editor's test shows a single message", async () => {
	single = seen('READ');
	const trigger = await triggerOf();
	expect(await trigger.poll('manual')).toEqual([['READ'], ['single']]);
});

test('a single message of the sandbox starts the workflow at each change', async () => {
	const account = await Account.open();
	try {
		const { sandbox } = account;
		const form = { vibername_id: '21', phone: ANNA, message: 'Hello', token: sandbox.token };
		const { body } = await call(sandbox, '/api/v2/sendQuickViberMessage', { form });
		const { message_id } = (body as { result: { message_id: number } }).result;
		const mailing = await account.viberMailing();
		const trigger = await account.trigger({
			...{ event: 'viberDelivery', mailings: 'selected' },
			mailingIds: `=${mailing}`,
			messageIds: `${message_id}`,
		});
		await trigger.poll('activation');
		sandbox.advance(60_000);
		const items = (await trigger.poll()).map(({ json }) => json);
		expect(items).toContainEqual(
			expect.objectContaining({ message_id, phone: ANNA, is_delivered: true }),
		);
		expect(items).toHaveLength(3);
		expect(await trigger.poll()).toEqual([]);
	} finally {
		await account.sandbox.close();
	}
});
