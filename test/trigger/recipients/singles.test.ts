import type { IDataObject } from 'n8n-workflow';
import { type SentRequest, Service } from '../../support/engine/service';
import { openTrigger } from '../../support/engine/poll';
import { call } from '../../sandbox/call';
import { Account, ANNA, collectWarnings } from '../account';

type Response = { status?: number; body: unknown };

const ok = (result?: unknown): Response => ({ body: { status: 'OK', result } });
const no = (status: number): Response => ({ status, body: { error: 'No such message' } });
const seen = (status: string, error_code = 0) => ok({ phone: ANNA, status, error_code });
const listed = (status: string) => ok([{ delivery_id: 1, phone: ANNA, status, error_code: 0 }]);

/** What the service responds for the ID as that of a mailing, and of a single message. */
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

async function triggerOf(event = 'viberDelivery') {
	service = new Service(({ path }: SentRequest) => {
		const isList = path.endsWith('getViberDeliveryList');
		requests.push(isList ? 'list' : 'single');
		return isList ? list : single;
	});
	const parameters = { event, mailings: 'selected', mailingIds: '=5012' } as never;
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

test.each<[string, Response]>([
	['404', no(404)],
	['400', no(400)],
	['406', no(406)],
	['an error with 200', no(200)],
	['an empty list', ok([])],
])('a single message whose list is %s is read by itself from then on', async (_, response) => {
	list = response;
	single = seen('SENT');
	const trigger = await triggerOf();
	expect(await trigger.poll('activation')).toEqual([[], ['list', 'single']]);
	expect(await trigger.poll()).toEqual([[], ['single']]);
	single = seen('READ');
	expect(await trigger.poll()).toEqual([['READ'], ['single']]);
	expect(await trigger.poll()).toEqual([[], ['single']]);
	single = seen('READ', 7);
	expect(await trigger.poll()).toEqual([['READ'], ['single']]);
	expect(warnings).toEqual([]);
});

test('a mailing with recipients costs one request, also if its list is empty once', async () => {
	list = listed('SENT');
	single = seen('READ');
	const trigger = await triggerOf();
	expect(await trigger.poll('activation')).toEqual([[], ['list']]);
	list = ok([]);
	expect(await trigger.poll()).toEqual([[], ['list']]);
	list = listed('READ');
	expect(await trigger.poll()).toEqual([['READ'], ['list']]);
});

test.each<[string, Response]>([
	['rejects', no(404)],
	['has nothing for', ok([])],
	['says nothing but OK of', ok()],
])(
	'an empty mailing whose ID the service %s as a message is watched as one',
	async (_, response) => {
		list = ok([]);
		single = response;
		const trigger = await triggerOf();
		expect(await trigger.poll('activation')).toEqual([[], ['list', 'single']]);
		list = listed('NEW');
		expect(await trigger.poll()).toEqual([['NEW'], ['list']]);
		expect(await trigger.poll()).toEqual([[], ['list']]);
		expect(warnings).toEqual([]);
	},
);

test('an ID that is neither makes no activation fail, as before, if others can be read', async () => {
	list = single = no(404);
	const trigger = await triggerOf();
	await expect(trigger.poll('activation')).rejects.toMatchObject({ httpCode: '404' });
});

test.each(['list', 'single'])(
	'a %s that fails tells nothing of the kind, and no change is lost',
	async (failing) => {
		list = no(404);
		single = seen('SENT');
		const trigger = await triggerOf();
		const failure = no(500);
		if (failing === 'list') list = failure;
		else single = failure;
		await expect(trigger.poll('activation')).rejects.toMatchObject({ httpCode: '500' });
		list = no(404);
		single = seen('SENT');
		expect(await trigger.poll('activation')).toEqual([[], ['list', 'single']]);
		single = failure;
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '500' });
		single = seen('READ');
		expect(await trigger.poll()).toEqual([['READ'], ['single']]);
	},
);

test.each<[string, (snapshot: string) => string]>([
	['lost', (snapshot) => snapshot.slice(1)],
	['damaged', () => '?'],
])('a single message whose kind in the state is %s repeats nothing', async (_, change) => {
	list = no(404);
	single = seen('SENT');
	const trigger = await triggerOf();
	await trigger.poll('activation');
	const state = JSON.parse(JSON.stringify(trigger.state.state)) as IDataObject & {
		mailings: Record<string, string>;
	};
	state.mailings[5012] = change(state.mailings[5012]);
	trigger.state.state = state;
	expect(await trigger.poll()).toEqual([[], ['list', 'single']]);
	single = seen('READ');
	expect(await trigger.poll()).toEqual([['READ'], ['single']]);
});

test("the editor's test shows a single message", async () => {
	list = no(404);
	single = seen('READ');
	const trigger = await triggerOf();
	expect(await trigger.poll('manual')).toEqual([['READ'], ['list', 'single']]);
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
			mailingIds: `=${message_id}, ${mailing}`,
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
