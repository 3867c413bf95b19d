import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { eventSources, type EventName } from '../../../nodes/MessagingServiceTrigger/events';
import type { Field } from '../../../nodes/shared/describe/field';
import { startSandbox } from '../../../sandbox';
import { openTrigger } from '../../../test/support/engine/poll';
import { nodeTypeName, type NodeName } from '../../../test/support/engine/nodeTypes';
import { credentialsOf, Examples, withFixedTimes } from '../examples/run';
import { exampleOf } from '../examples/values';
import type { NodePart, Trigger, TriggerExample } from '../shape';
import { describeParameters, flatten, type FlatField, notesOf } from './fields';
import type { LoadedNode } from './nodes';

export async function describeTrigger(node: LoadedNode, nodes: NodePart[]): Promise<Trigger> {
	const fields = flatten(node.type.description.properties as Field[]);
	const parameters = describeParameters(fields);
	const examples: Trigger['examples'] = {};
	for (const event of Object.keys(eventSources) as EventName[]) {
		examples[event] = await exampleFor(event, node.name, nodes);
	}
	return {
		parameters: parameters.map((parameter) => {
			const field = fields.find(({ path }) => path === parameter.name) as FlatField;
			return { ...parameter, example: exampleOf(field) };
		}),
		notes: notesOf(fields),
		examples,
	};
}

/**
 * For each event, the operations that run before the poll, and the trigger's parameters besides
 * `event`. 1004 is the mailing's ID, because 1004 is the first ID in a new sandbox.
 */
const BEFORE: Record<EventName, { node: NodeName; after: string[]; chosen?: INodeParameters }> = {
	viberReply: { node: 'messagingServiceViber', after: ['mailing:create', 'mailing:confirm'] },
	viberDelivery: { node: 'messagingServiceViber', after: ['mailing:create', 'mailing:confirm'] },
	smsDelivery: {
		node: 'messagingServiceSms',
		after: ['message:prepare', 'message:sendPrepared'],
	},
	emailDelivery: {
		node: 'messagingServiceEmail',
		after: ['mailing:send'],
		chosen: { mailings: 'selected', mailingIds: '1004' },
	},
};
/** The poll times that n8n gives a new trigger. */
const pollTimes = { item: [{ mode: 'everyMinute' }] };

async function exampleFor(
	event: EventName,
	trigger: NodeName,
	nodes: NodePart[],
): Promise<TriggerExample> {
	const { node, after, chosen } = BEFORE[event];
	const { type, operations } = nodes.find(
		(candidate) => candidate.type === nodeTypeName(node),
	) as NodePart;
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		const earlierExamples = new Examples(sandbox, node, operations);
		for (const key of after) await earlierExamples.itemsOf(key);
		const parameters = { event, ...chosen };
		const credentials = credentialsOf(sandbox);
		const { poll } = await openTrigger({ node: trigger, parameters, credentials });
		const [item] = await poll('manual');
		const output: IDataObject = withFixedTimes(item.json);
		return { parameters: { ...parameters, pollTimes }, node: type, after, output };
	} finally {
		await sandbox.close();
	}
}
