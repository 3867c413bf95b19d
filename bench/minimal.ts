import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

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

/** A declarative node for sendQuickSMS with three fields. */
export class MinimalSms implements INodeType {
	description = description('minimalSms', '/api/v1/sendQuickSMS', [
		query('sender', 'alphaname_id'),
		query('phone', 'phone'),
		query('message', 'message'),
	]);
}

const IN_FLIGHT = 10;

/**
 * Calls sendQuickSMS without validation, ten requests at a time: the minimum cost of a node that
 * limits concurrent requests.
 */
export class MinimalPool implements INodeType {
	description = new MinimalSms().description;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const { baseUrl } = await this.getCredentials('messagingServiceApi');
		const value = (name: string, index: number) => this.getNodeParameter(name, index) as string;
		const output: INodeExecutionData[] = [];
		let next = 0;
		const work = async () => {
			while (next < items.length) {
				const item = next++;
				const message = { phone: value('phone', item), message: value('message', item) };
				const send = this.helpers.httpRequestWithAuthentication;
				const json = await send.call(this, 'messagingServiceApi', {
					method: 'POST',
					url: `${String(baseUrl)}/api/v1/sendQuickSMS`,
					qs: { token: '', alphaname_id: value('sender', item), ...message },
					json: true,
				});
				output[item] = { json, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: IN_FLIGHT }, work));
		return [output];
	}
}

/** A declarative node for importContacts, one contact per item. */
export class MinimalImport implements INodeType {
	description = description('minimalImport', '/api/v2/importContacts', [
		query('listId', 'list_id'),
		query('firstName', 'field_names[0]'),
		query('secondName', 'field_names[1]'),
		query('phone', 'data[0][0]'),
		query('name', 'data[0][1]'),
	]);
}
