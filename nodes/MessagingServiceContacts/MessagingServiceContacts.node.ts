import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listSearch } from '../shared/node/listSearch';
import { createCustomOperations, toProperties } from '../shared/node/properties';
import { listColumns } from './import/listColumns';
import { buildSubtitleExpression } from '../shared/node/subtitle';
import { resources } from './operations';

export class MessagingServiceContacts implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Contacts',
		name: 'messagingServiceContacts',
		icon: {
			light: 'file:messagingServiceContacts.svg',
			dark: 'file:messagingServiceContacts.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: buildSubtitleExpression(resources),
		description: 'Create contact lists, import contacts into them, and normalize phone numbers',
		builderHint: {
			searchHint:
				'Use Contact > Import to import all input items: each item is one contact. Create the contact list once, before the first import. To compare or merge phones, first use Phone > Normalize, which makes no request.',
		},
		defaults: { name: 'Messaging Service Contacts' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		requestDefaults: {},
		properties: toProperties(resources),
	};

	methods = { listSearch, resourceMapping: { listColumns } };

	customOperations = createCustomOperations(resources);
}
