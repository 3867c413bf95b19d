import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listSearch } from '../shared/node/listSearch';
import { createCustomOperations, toProperties } from '../shared/node/properties';
import { buildSubtitleExpression } from '../shared/node/subtitle';
import { showPageOrAcceptResponse, waitingNodeTooltip, waitWebhooks } from '../shared/wait/webhook';
import { resources } from './operations';

export class MessagingServiceSms implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service SMS',
		name: 'messagingServiceSms',
		icon: { light: 'file:messagingServiceSms.svg', dark: 'file:messagingServiceSms.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: buildSubtitleExpression(resources),
		description: 'Send SMS to one recipient, a contact list or many recipients in one request',
		builderHint: {
			searchHint:
				'For more than a few recipients, use Batch > Send, which sends all input items in one request. Use Message > Send for one SMS. Add Wait for Final Status to a batch to continue with one item per recipient and its status.',
		},
		defaults: { name: 'Messaging Service SMS' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		webhooks: waitWebhooks,
		waitingNodeTooltip,
		requestDefaults: {},
		properties: toProperties(resources),
	};

	methods = { listSearch };

	customOperations = createCustomOperations(resources);

	webhook = showPageOrAcceptResponse;
}
