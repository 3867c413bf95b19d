import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listSearch } from '../shared/node/listSearch';
import { createCustomOperations, toProperties } from '../shared/node/properties';
import { buildSubtitleExpression } from '../shared/node/subtitle';
import { resources } from './operations';

export class MessagingServiceTemplates implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Templates',
		name: 'messagingServiceTemplates',
		icon: {
			light: 'file:messagingServiceTemplates.svg',
			dark: 'file:messagingServiceTemplates.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: buildSubtitleExpression(resources),
		description: 'Create, fill in, read, update and delete message templates',
		builderHint: {
			searchHint:
				'Manages message templates. Use Fill In to get the text of a template with its placeholders replaced, e.g. for the Message field of the SMS, Viber and email nodes.',
		},
		defaults: { name: 'Messaging Service Templates' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		requestDefaults: {},
		properties: toProperties(resources),
	};

	methods = { listSearch };

	customOperations = createCustomOperations(resources);
}
