import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { eventSources, type EventName } from '../../../nodes/MessagingServiceTrigger/events';
import type { Field } from '../../../nodes/shared/describe/field';
import { startSandbox } from '../../../sandbox';
import { openTrigger } from '../../../test/support/engine/poll';
import type { NodeName } from '../../../test/support/engine/nodeTypes';
import { minimalParameters } from '../examples/parameters';
import { credentialsOf, Examples, withFixedTimes } from '../examples/run';
import { exampleOf } from '../examples/values';
import type { NodePart, Operation, Trigger, TriggerExample } from '../shape';
import { describeParameters, flatten, type FlatField, notesOf } from './fields';
import type { LoadedNode } from './nodes';

/** The trigger, with an item of each event. */
export async function describeTrigger(node: LoadedNode, nodes: NodePart[]): Promise<Trigger> {
	const fields = flatten(node.type.description.properties as Field[]);
	const parameters = describeParameters(fields);
	const examples: Trigger['examples'] = {};
	for (const event of Object.keys(eventSources) as EventName[]) {
		examples[event] = await exampleFor(event, node.name, fields, nodes);
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

/** As n8n saves the times of a new polling node. */
const pollTimes = { item: [{ mode: 'everyMinute' }] };

/** The operation that reads what the event reads shows what has to be sent before. */
async function exampleFor(
	event: EventName,
	node: NodeName,
	fields: FlatField[],
	nodes: NodePart[],
): Promise<TriggerExample> {
	const { lists, entries } = eventSources[event];
	const isSame = ({ request }: Operation) => request?.path === entries.path;
	const part = nodes.find(({ operations }) => operations.some(isSame)) as NodePart;
	const { example } = part.operations.find(isSame) as Operation;
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		const name = part.type.split('.').pop() as NodeName;
		const exampleOfKey = (wanted: string) => ({
			example: (part.operations.find(({ key }) => key === wanted) as Operation).example,
		});
		const before = new Examples(sandbox, name, exampleOfKey);
		const { after = [] } = example;
		for (const key of after) await before.itemsOf(key);
		const [{ message_id }] = await before.itemsOf(example.inputFrom ?? '');
		const parameters = parametersOf(fields, event, lists.length > 0, String(message_id));
		const credentials = credentialsOf(sandbox);
		const trigger = await openTrigger({ node, parameters, credentials });
		const [item] = await trigger.poll('manual');
		const output: IDataObject = withFixedTimes(item.json);
		return { parameters: { ...parameters, pollTimes }, node: part.type, after, output };
	} finally {
		await sandbox.close();
	}
}

/** An event whose mailings the service does not list needs the choice of some. */
function parametersOf(fields: FlatField[], event: string, isListed: boolean, id: string) {
	const [first, ...choices] = fields.filter(({ type }) => type === 'options');
	const chosen = isListed ? [] : choices.map((one) => [one.name, exampleOf(one)] as const);
	const known = {
		listed: ({ type }: FlatField) => (type === 'string' ? id : undefined),
		inputKey: () => undefined,
		wholeInput: false,
	};
	return minimalParameters(fields, known, {
		[first.name]: event,
		...Object.fromEntries(chosen),
	} as INodeParameters);
}
