import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { openTrigger } from '../support/engine/poll';
import { type RawService, startRaw } from '../support/rawService';
import { credentialsOf, run } from '../support/sandboxHarness';
import { share } from '../support/thorough';
import { listOf, streaming } from './hostileService';

jest.setTimeout(120_000);

/** n8n's own engine cannot hand on more than some 120,000 records of one answer. */
const MANY = 130_000;
/** A million in thorough runs. */
const RECIPIENTS = share(1_000_000, MANY);

let raw: RawService;
afterEach(async () => await raw?.close());

const recipient = (status: string) => (n: number) =>
	`{"delivery_id":${500_000 + n},"phone":"${380_500_000_000 + n}","status":"${status}","status_time":"2026-01-01 10:10:10.123456"}`;
const streamed = { bytes: 0 };

const watching = async (event: string, options: IDataObject = {}) =>
	await openTrigger({
		node: 'messagingServiceTrigger',
		parameters: {
			event,
			mailings: 'selected',
			mailingIds: '1',
			options: { includeExisting: true, ...options } as INodeParameters,
		},
		credentials: credentialsOf(raw),
	});

test('splits hundreds of thousands of recipients of a batch into items', async () => {
	const entry = () =>
		listOf(RECIPIENTS, recipient('NEW'), '[{"message_id":1,"name":"Sale","success":[', ']}]');
	raw = await startRaw(streaming(entry, streamed));
	const { error, items } = await run(raw, {
		node: 'messagingServiceSms',
		parameters: {
			resource: 'batch',
			operation: 'getStatus',
			uuid: 'x',
			options: { oneItemPerRecipient: true },
		},
	});
	expect(error).toBeUndefined();
	expect(streamed.bytes).toBeGreaterThan(100 * RECIPIENTS);
	expect(items).toHaveLength(RECIPIENTS);
	const json = { message_id: 1, name: 'Sale', delivery_id: 500_000 + RECIPIENTS - 1 };
	expect(items[RECIPIENTS - 1]).toMatchObject({ json, pairedItem: { item: 0 } });
});

test('returns more recipients of a mailing than the engine passes on', async () => {
	const all = () => listOf(MANY, recipient('READ'), '{"status":"OK","result":[', ']}');
	raw = await startRaw(streaming(all, streamed));
	const { error, items } = await run(raw, {
		node: 'messagingServiceViber',
		parameters: {
			resource: 'mailing',
			operation: 'getRecipients',
			mailingId: byId(1),
			returnAll: true,
		},
	});
	expect([error, items.length]).toEqual([undefined, MANY]);
});

test('the trigger emits hundreds of thousands of changed deliveries once each', async () => {
	const entry = (n: number) => recipient(n === 7 && raw.requests.length > 1 ? 'READ' : 'NEW')(n);
	const all = () => listOf(RECIPIENTS, entry, '{"status":"OK","result":[', ']}');
	raw = await startRaw(streaming(all, streamed));
	const trigger = await watching('viberDelivery');
	expect(await trigger.poll('activation')).toHaveLength(RECIPIENTS);
	expect((await trigger.poll()).map(({ json }) => [json.delivery_id, json.status])).toEqual([
		[500_007, 'READ'],
	]);
	// About a byte for each, because n8n saves the state after every poll.
	expect(JSON.stringify(trigger.state).length).toBeLessThan(RECIPIENTS * 1.01);
});

test('the trigger emits more than a hundred thousand replies to mark as read once each', async () => {
	const reply = (n: number) => `{"id":"${7_000 + n}","message":"Yes"}`;
	const all = () => listOf(MANY, reply, '{"status":"OK","result":[', ']}');
	raw = await startRaw(streaming(all, streamed));
	const trigger = await watching('viberReply', { markAsRead: true });
	expect(await trigger.poll('activation')).toHaveLength(MANY);
});
