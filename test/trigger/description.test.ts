import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { readNode } from '../support/engine/nodeTypes';
import { allFields, choicesOf } from '../description/declared';
import { expectIcons } from '../description/icons';

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

test('the parameters and their defaults are those of saved workflows', async () => {
	const fields = allFields(await describeIt()).map(({ property }) => property);
	expect(fields.map(({ name, type, default: byDefault }) => [name, type, byDefault])).toEqual([
		['event', 'options', 'viberReply'],
		['mailings', 'options', 'all'],
		['emailNotice', 'notice', ''],
		['mailingIds', 'multiOptions', []],
		['mailingIds', 'multiOptions', []],
		['mailingIds', 'string', ''],
		['messageIds', 'string', ''],
		['options', 'collection', {}],
		['includeExisting', 'boolean', true],
		['markAsRead', 'boolean', true],
		['maxAge', 'number', 24],
		['outcomes', 'multiOptions', []],
		// For experts.
		['maxMailings', 'number', 50],
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
	expect(valuesOf('mailings')).toEqual(['all', 'selected']);
});

test('each event says what it covers, and where single messages are followed', async () => {
	const { properties } = await describeIt();
	const said = choicesOf(properties[0]).map((one) => (one as INodePropertyOptions).description);
	for (const text of said) expect(text).toMatch(/ mailing or batch\b/);
	expect(said[2]).toMatch(/For a single SMS, use Get Delivery\.$/);
});

test('fields are shown only where they apply', async () => {
	const fields = allFields(await describeIt()).map(({ property }) => property);
	const shown = fields
		.filter(({ displayOptions }) => displayOptions)
		.map(({ name, type, displayOptions, hint }) => [
			`${name} ${type}${hint === undefined ? '' : ' with a hint'}`,
			displayOptions,
		]);
	expect(Object.fromEntries(shown)).toEqual({
		'emailNotice notice': { show: { event: ['emailDelivery'], mailings: ['all'] } },
		// Not required for this event: single messages may be watched alone.
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
