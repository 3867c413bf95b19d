import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { subtitle } from './events';
import { properties, getMailings } from './fields';
import { runPoll } from './poll';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: {
			light: 'file:messagingServiceTrigger.svg',
			dark: 'file:messagingServiceTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle,
		description:
			'Starts the workflow when a Viber reply is received or a delivery status changes',
		builderHint: {
			searchHint:
				'Starts a workflow on Viber replies, or on delivery changes of SMS, Viber and email mailings. The trigger polls, so no public URL is needed.',
		},
		defaults: { name: 'Messaging Service Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		properties,
	};

	methods = { loadOptions: { getMailings } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this);
	}
}
