import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listSearch } from '../shared/node/listSearch';
import { customOperations, toProperties } from '../shared/node/properties';
import { resources } from './operations';

export class MessagingServiceViber implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Viber',
		name: 'messagingServiceViber',
		icon: {
			light: 'file:messagingServiceViber.svg',
			dark: 'file:messagingServiceViber.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] + ": " + ({ message: "Viber", mailing: "Viber mailing", batch: "Viber batch", reply: "Viber reply" })[$parameter["resource"]] }}',
		description: 'Send Viber messages to one recipient or many, and read their replies',
		defaults: { name: 'Messaging Service Viber' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		requestDefaults: {},
		properties: toProperties(resources),
	};

	methods = { listSearch };

	customOperations = customOperations(resources);
}
