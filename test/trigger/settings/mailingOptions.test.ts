import type { INodePropertyOptions } from 'n8n-workflow';
import { loadNode } from '../../support/engine/nodeTypes';
import { displayedField } from '../../support/engine/displayed';
import { editorContext } from '../../support/engine/runPicker';
import { Account, ANNA } from '../account';

const node = 'messagingServiceTrigger';
let account: Account;
beforeEach(async () => {
	account = await Account.open();
});
afterEach(async () => await account.sandbox.close());

/** What the editor offers for the selected mailings of an event. */
async function offered(event: string): Promise<INodePropertyOptions[]> {
	const parameters = { event, mailings: 'selected' };
	const field = await displayedField(node, parameters, 'mailingIds');
	const method = (await loadNode(node)).methods?.loadOptions?.[
		field.typeOptions?.loadOptionsMethod ?? ''
	];
	if (!method) throw new Error('no method');
	const { credentials } = account;
	return await method.call(await editorContext({ node, parameters, credentials }, 'mailingIds'));
}

test.each(['viberReply', 'viberDelivery'])('%s: Viber mailings can be chosen', async (event) => {
	const id = await account.viberMailing();
	expect(await offered(event)).toEqual([
		{ value: String(id), name: expect.stringContaining('Hello') },
	]);
});

test('prepared SMS and SMS mailings can be chosen, also if one of the lists fails', async () => {
	const prepared = await account.preparedSms(ANNA);
	const mailing = account.sandbox.sendFromWeb('Sale', 'x');
	const values = async () => (await offered('smsDelivery')).map(({ value }) => value);
	expect(await values()).toEqual([String(prepared), String(mailing)]);
	const fault = { kind: 'error200', times: 1 } as const;
	account.sandbox.fault({ operation: 'getMessagesList', ...fault });
	expect(await values()).toEqual([String(mailing)]);
	account.sandbox.fault({ operation: 'getMessagesList', ...fault });
	account.sandbox.fault({ operation: 'getSMSMessages', ...fault });
	await expect(values()).rejects.toThrow();
});

test('IDs of email mailings are entered as text, because the service has no list of them', async () => {
	const parameters = { event: 'emailDelivery', mailings: 'selected' };
	expect(await displayedField(node, parameters, 'mailingIds')).toMatchObject({ type: 'string' });
});

test.each([[['1', '2']], ['={{ "1, 2" }}'], ['={{ [1, "2"] }}']])(
	'watches the mailings that were chosen or entered as %j',
	async (entered) => {
		const ids = [await account.viberMailing(), await account.viberMailing()];
		const fill = (text: string) => text.replace('1', `${ids[0]}`).replace('2', `${ids[1]}`);
		const mailingIds = Array.isArray(entered) ? entered.map(fill) : fill(entered);
		const ask = { event: 'viberReply', mailings: 'selected', mailingIds };
		const trigger = await account.trigger(ask);
		await trigger.poll('activation');
		for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
		expect(await trigger.poll()).toHaveLength(2);
	},
);
