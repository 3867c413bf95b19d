import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { useDuplicateStore } from '../support/duplicateStore';
import { toolCallers } from '../support/engine/callTool';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { descriptionOf, hintsOf, jsonsOf } from './sending/observed';

const service = useService();

const SENTENCE = 'Mailing 8 was created. It is not confirmed yet';
const sender = byId('7');
const created = { sender, listId: byId('5'), mailingName: 'A', message: 'Hello' };

async function run(operation: string, more: INodeParameters, setting: Partial<RunSetting> = {}) {
	const result = await runNode({
		node: 'messagingServiceSms',
		parameters: { resource: 'mailing', operation, ...more },
		...setting,
	});
	return { ...result, hints: hintsOf(result), json: jsonsOf(result) };
}

const confirm = async (options: INodeParameters = {}, setting: Partial<RunSetting> = {}) =>
	await run('confirm', { mailingId: byId('={{ $json.id }}'), options }, setting);
const items = (...ids: number[]) => ids.map((id) => ({ json: { id } }));

test.each<[body: unknown, message: string]>([
	[SENTENCE, SENTENCE],
	[{ message: 'Средств недостаточно' }, 'Средств недостаточно'],
	['', ''],
	[{}, ''],
])(
	'Confirm returns %j unchanged, and shows a hint that the outcome is uncertain',
	async (body, message) => {
		service.answer(() => ({ body }));
		const { error, json, hints } = await confirm({}, { items: items(31) });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ message_id: 31, message, is_sent: null }]);
		expect(hints).toEqual([expect.stringMatching(/empty or plain text/)]);
	},
);

test('Create returns a sentence of the service, and shows a hint that the outcome is uncertain', async () => {
	service.answer(() => ({ body: SENTENCE }));
	const { error, json, hints } = await run('create', created);
	expect([error, json, hints.length]).toEqual([undefined, [{ message: SENTENCE }], 1]);
});

test('Confirm shows no hint for a record', async () => {
	service.answer(() => ({ body: { code: 1, message: 'Confirmed', message_id: 31 } }));
	const { json, hints } = await confirm({}, { items: items(31) });
	expect(json).toMatchObject([{ message: 'Confirmed', is_sent: true }]);
	expect(hints).toEqual([]);
});

test('Retry On Fail does not confirm a mailing again whose outcome is uncertain', async () => {
	const bodies: Array<{ status?: number; body: unknown }> = [
		{ body: SENTENCE },
		{ status: 400, body: { error: 'No funds' } },
		{ body: { message_id: 32 } },
	];
	service.answer(() => bodies.shift() ?? { status: 500 });
	const { error, json } = await confirm(
		{},
		{ items: items(31, 32), retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	);
	expect(error).toBeUndefined();
	expect(json).toEqual([
		{ message_id: 31, message: SENTENCE, is_sent: null },
		{ message_id: 32, is_sent: true },
	]);
	expect(service.requests).toHaveLength(3);
});

test('the error of a run lists an uncertain mailing as possibly sent', async () => {
	const bodies = [{ body: SENTENCE }, { status: 400, body: { error: 'No funds' } }];
	service.answer(() => bodies.shift() ?? { status: 500 });
	const result = await confirm({}, { items: items(31, 32) });
	expect(descriptionOf(result)).toMatch(/May have been sent: item 0\./);
});

test('a mailing whose outcome is uncertain is not confirmed again with its key, in this execution or another', async () => {
	await useDuplicateStore();
	service.answer(() => ({ body: SENTENCE }));
	const keyed = { sendOnceKey: '={{ $json.id }}' };
	const setting = { mode: 'trigger', onError: 'continueRegularOutput' } as const;
	const unknown = { error_kind: 'unknown', is_sent: null };
	const first = await confirm(keyed, { ...setting, items: items(31, 31) });
	expect(first.json).toMatchObject([{ message: SENTENCE, is_sent: null }, unknown]);
	expect((await confirm(keyed, { ...setting, items: items(31) })).json).toMatchObject([unknown]);
	expect(service.requests).toHaveLength(1);
});

test.each(toolCallers)('%s is told in words that the outcome is uncertain', async (_, call) => {
	service.answer(() => ({ body: SENTENCE }));
	const parameters = { resource: 'mailing', operation: 'confirm', mailingId: byId('31') };
	const [record] = await call({ node: 'messagingServiceSms', parameters }, { a: 1 });
	expect(record).toMatchObject({
		message: expect.stringMatching(
			/^Mailing 8 .* yet\. .*it is not certain that the request was executed/,
		),
		is_sent: null,
	});
});
