import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';

const text = (name: string, routing: INodeProperties['routing']): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	routing,
});
const query = (name: string, property: string) =>
	text(name, { send: { type: 'query', property, propertyInDotNotation: false } });

const description = (
	name: string,
	url: string,
	properties: INodeProperties[],
): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['output'],
	version: 1,
	description: 'The least that sends the same request',
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	credentials: [{ name: 'messagingServiceApi', required: true }],
	requestDefaults: {},
	properties: [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			default: 'send',
			options: [
				{
					name: 'Send',
					value: 'send',
					routing: { request: { method: 'POST', url, qs: { token: '' } } },
				},
			],
		},
		...properties,
	],
});

/** sendQuickSMS as a declarative node of three fields. */
export class MinimalSms implements INodeType {
	description = description('minimalSms', '/api/v1/sendQuickSMS', [
		query('sender', 'alphaname_id'),
		query('phone', 'phone'),
		query('message', 'message'),
	]);
}

/** importContacts of one contact per item, as a declarative node. */
export class MinimalImport implements INodeType {
	description = description('minimalImport', '/api/v2/importContacts', [
		query('listId', 'list_id'),
		query('firstName', 'field_names[0]'),
		query('secondName', 'field_names[1]'),
		query('phone', 'data[0][0]'),
		query('name', 'data[0][1]'),
	]);
}
