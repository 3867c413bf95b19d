import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listSearch } from '../shared/node/listSearch';
import { createCustomOperations, toProperties } from '../shared/node/properties';
import { buildSubtitleExpression } from '../shared/node/subtitle';
import { resources } from './operations';

export class MessagingServiceVerification implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Verification',
		name: 'messagingServiceVerification',
		icon: {
			light: 'file:messagingServiceVerification.svg',
			dark: 'file:messagingServiceVerification.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: buildSubtitleExpression(resources),
		description: 'Send one-time codes by Telegram, WhatsApp or SMS, and check them',
		builderHint: {
			searchHint:
				'Sends one-time codes through Telegram, WhatsApp or SMS. To send a code and get a token, use Send. To compare the code that the person entered with the token, use Check.',
		},
		defaults: { name: 'Messaging Service Verification' },
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
