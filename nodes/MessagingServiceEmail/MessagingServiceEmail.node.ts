import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listSearch, loadOptions } from '../shared/node/listSearch';
import { createCustomOperations, toProperties } from '../shared/node/properties';
import { buildSubtitleExpression } from '../shared/node/subtitle';
import { showPageOrAcceptResponse, waitingNodeTooltip, waitWebhooks } from '../shared/wait/webhook';
import { resources } from './operations';

export class MessagingServiceEmail implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Email',
		name: 'messagingServiceEmail',
		icon: {
			light: 'file:messagingServiceEmail.svg',
			dark: 'file:messagingServiceEmail.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: buildSubtitleExpression(resources),
		description:
			'Send emails to one recipient, a contact list or many recipients in one request',
		builderHint: {
			searchHint:
				'Use Message > Send for one email, Batch > Send for many input items, and Mailing > Send for a contact list.',
		},
		defaults: { name: 'Messaging Service Email' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		webhooks: waitWebhooks,
		waitingNodeTooltip,
		requestDefaults: {},
		properties: toProperties(resources),
	};

	methods = { listSearch, loadOptions };

	customOperations = createCustomOperations(resources);

	webhook = showPageOrAcceptResponse;
}
