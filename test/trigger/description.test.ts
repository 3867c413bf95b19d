import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { displayedField } from '../support/engine/displayed';
import { loadNode, readNode } from '../support/engine/nodeTypes';
import { createEditorContext } from '../support/engine/pickerLists';
import { allFields, choicesOf } from '../description/declared';
import { expectIcons } from '../description/icons';
import { Account, ANNA } from './account';

const trigger = 'messagingServiceTrigger';
const describeIt = async (): Promise<INodeTypeDescription> => (await readNode(trigger)).description;

test('the trigger is described as a polling node', async () => {
	expect(await describeIt()).toMatchObject({
		displayName: 'Messaging Service Trigger',
		name: trigger,
		group: ['trigger'],
		version: 1,
		polling: true,
		defaults: { name: 'Messaging Service Trigger' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'messagingServiceApi', required: true }],
	});
});

test('the trigger has a light and a dark icon', async () =>
	expectIcons(trigger, await describeIt()));

test("the trigger's parameters and defaults are those of saved workflows", async () => {
	const fields = allFields(await describeIt()).map(({ property }) => property);
	expect(fields.map(({ name, type, default: byDefault }) => [name, type, byDefault])).toEqual([
		['event', 'options', 'viberReply'],
		['mailings', 'options', 'all'],
		['mailings', 'options', 'selected'],
		['emailNotice', 'notice', ''],
		['mailingIds', 'multiOptions', []],
		['mailingIds', 'multiOptions', []],
		['mailingIds', 'string', ''],
		['messageIds', 'string', ''],
		['options', 'collection', {}],
		['includeExisting', 'boolean', true],
		['markAsRead', 'boolean', true],
		['maxAge', 'number', 24],
		['maxMailings', 'number', 50],
		['outcomes', 'multiOptions', []],
		['statuses', 'string', ''],
	]);
	const valuesOf = (name: string) =>
		fields
			.filter((field) => field.name === name)
			.flatMap(choicesOf)
			.map((choice) => (choice as INodePropertyOptions).value);
	expect(valuesOf('event')).toEqual([
		'viberReply',
		'viberDelivery',
		'smsDelivery',
		'emailDelivery',
	]);
	expect(valuesOf('mailings')).toEqual(['all', 'selected', 'all', 'selected']);
});

test('the description of each event says what it covers, and where single messages are followed', async () => {
	const { properties } = await describeIt();
	const said = choicesOf(properties[0]).map((one) => (one as INodePropertyOptions).description);
	for (const text of said) expect(text).toMatch(/ mailing or batch\b/);
	expect(said[2]).toMatch(/For a single SMS, use Get Delivery\.$/);
});

test.each([
	['viberReply', 'all'],
	['viberDelivery', 'all'],
	['smsDelivery', 'all'],
	['emailDelivery', 'selected'],
])('the event %s arrives with the mailings that can be watched', async (event, mailings) => {
	const field = await displayedField(trigger, { event }, 'mailings');
	expect(field.default).toBe(mailings);
});

test('the trigger shows fields only where they apply', async () => {
	const fields = allFields(await describeIt()).map(({ property }) => property);
	const shown = fields
		.filter(({ displayOptions }) => displayOptions)
		.map(({ name, type, displayOptions, hint }) => [
			`${name} ${type}${hint === undefined ? '' : ' with a hint'}`,
			displayOptions,
		]);
	expect(Object.fromEntries(shown)).toEqual({
		'mailings options': { show: { event: ['emailDelivery'] } },
		'emailNotice notice': { show: { event: ['emailDelivery'], mailings: ['all'] } },
		// Not required for this event, because users may watch only single messages.
		'mailingIds multiOptions': { show: { mailings: ['selected'], event: ['viberDelivery'] } },
		'mailingIds string': { show: { mailings: ['selected'], event: ['emailDelivery'] } },
		'messageIds string': { show: { event: ['viberDelivery'] } },
		'maxAge number': { show: { '/event': ['smsDelivery', 'viberReply'] } },
		'markAsRead boolean': { show: { '/event': ['viberReply'] } },
		'maxMailings number with a hint': { show: { '/mailings': ['all'] } },
		'outcomes multiOptions with a hint': { hide: { '/event': ['viberReply'] } },
		'statuses string with a hint': { hide: { '/event': ['viberReply'] } },
	});
});

describe('the list of mailings of the trigger', () => {
	let account: Account;
	beforeEach(async () => {
		account = await Account.open();
	});
	afterEach(async () => await account.sandbox.close());

	/** Returns the editor's choices of mailings for an event. */
	async function offered(event: string): Promise<INodePropertyOptions[]> {
		const parameters = { event, mailings: 'selected' };
		const field = await displayedField(trigger, parameters, 'mailingIds');
		const method = (await loadNode(trigger)).methods?.loadOptions?.[
			field.typeOptions?.loadOptionsMethod ?? ''
		];
		if (!method) throw new Error('no method');
		const { credentials } = account;
		return await method.call(
			await createEditorContext({ node: trigger, parameters, credentials }, 'mailingIds'),
		);
	}

	test.each(['viberReply', 'viberDelivery'])('offers Viber mailings for %s', async (event) => {
		const id = await account.viberMailing();
		expect(await offered(event)).toEqual([
			{ value: String(id), name: expect.stringContaining('Hello') },
		]);
	});

	test('offers prepared SMS and SMS mailings, even if one of the lists fails', async () => {
		const prepared = await account.preparedSms(ANNA);
		const mailing = account.sandbox.sendFromWeb('Sale', 'x');
		const values = async () => (await offered('smsDelivery')).map(({ value }) => value);
		expect(await values()).toEqual([String(prepared), String(mailing)]);
		const fault = { kind: 'error200', times: 1 } as const;
		account.sandbox.fault({ operation: 'getMessagesList', ...fault });
		expect(await values()).toEqual([String(mailing)]);
		account.sandbox.fault({ operation: 'getMessagesList', ...fault });
		account.sandbox.fault({ operation: 'getSMSMessages', ...fault, kind: 'html200' });
		await expect(values()).rejects.toThrow('Something went wrong');
	});

	test('is text for email mailings, because the service does not list them', async () => {
		const parameters = { event: 'emailDelivery', mailings: 'selected' };
		expect(await displayedField(trigger, parameters, 'mailingIds')).toMatchObject({
			type: 'string',
		});
	});

	test.each([[['1', '2']], ['={{ "1, 2" }}'], ['={{ [1, "2"] }}']])(
		'limits the trigger to the mailings chosen or entered as %j',
		async (entered) => {
			const ids = [await account.viberMailing(), await account.viberMailing()];
			const fill = (text: string) => text.replace('1', `${ids[0]}`).replace('2', `${ids[1]}`);
			const mailingIds = Array.isArray(entered) ? entered.map(fill) : fill(entered);
			const ask = { event: 'viberReply', mailings: 'selected', mailingIds };
			const active = await account.trigger(ask);
			await active.poll('activation');
			for (const id of ids) account.sandbox.reply(ANNA, `To ${id}`, id);
			expect(await active.poll()).toHaveLength(2);
		},
	);
});
