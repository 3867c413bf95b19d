import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { smsBatchStatus } from '../shared/api/endpoints';
import { webhookOf } from '../shared/batch/waitForResult/webhook';
import { listSearch } from '../shared/node/listSearch';
import { customOperations, toProperties } from '../shared/node/properties';
import { subtitleOf } from '../shared/node/subtitle';
import { waitWebhooks } from '../shared/wait/webhook';
import { resources } from './operations';

export class MessagingServiceSms implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service SMS',
		name: 'messagingServiceSms',
		icon: { light: 'file:messagingServiceSms.svg', dark: 'file:messagingServiceSms.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Send SMS to one recipient, a contact list or many recipients in one request',
		builderHint: {
			searchHint:
				'Use Batch > Send for more than a few recipients: all input items are one request. Use Message > Send for one SMS. Turn on Wait for Result in a batch to continue with one item per recipient when it is done.',
		},
		defaults: { name: 'Messaging Service SMS' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		webhooks: waitWebhooks,
		requestDefaults: {},
		properties: toProperties(resources),
	};

	methods = { listSearch };

	customOperations = customOperations(resources);

	webhook = webhookOf(smsBatchStatus);
}
