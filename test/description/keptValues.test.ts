import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { nodeNames } from '../contract/interfaceTable';
import { nodeTypeName, readNode } from '../support/engine/nodeTypes';
import { newNode } from '../support/newNode';
import { operationsOf, withNested } from './declared';

/** What a value of the field can be: where two differ, a value that n8n keeps would change its meaning. */
const meaning = ({ type, options = [], modes = [] }: INodeProperties): string =>
	JSON.stringify([
		type,
		type === 'options' ? options.map((one) => 'value' in one && one.value).sort() : [],
		modes.map(({ typeOptions }) => typeOptions?.searchListMethod),
	]);

test.each(nodeNames)(
	'%s: a value that n8n keeps when the operation is changed means the same there',
	async (node) => {
		const { description } = await readNode(node);
		const meanings = new Map<string, Set<string>>();
		for (const { fields } of operationsOf(description)) {
			for (const { property, path } of fields.flatMap((field) => withNested(field))) {
				if (property.type === 'notice') continue;
				// The API takes another sender there, and the field says so.
				meanings.set(path, (meanings.get(path) ?? new Set()).add(meaning(property)));
			}
		}
		const changed = [...meanings].filter(([, all]) => all.size > 1);
		expect(changed.map(([path]) => path)).toEqual([]);
	},
);

test('the sender of a Viber batch is a field of its own, which says that it is no Viber sender', async () => {
	const { description } = await readNode('messagingServiceViber');
	const senders = operationsOf(description).flatMap(({ resource, operation, fields }) =>
		fields
			.filter(({ name }) => /sender$/i.test(name))
			.map(({ name, hint = '' }) => [resource, String(operation.value), name, hint]),
	);
	expect(senders).toEqual([
		['message', 'send', 'sender', ''],
		['message', 'sendAndWait', 'sender', ''],
		['mailing', 'create', 'sender', ''],
		['batch', 'send', 'batchSender', expect.stringMatching(/^Lists your SMS sender names/)],
	]);
});

test.each(nodeNames)('%s keeps no option that the next operation does not have', async (node) => {
	const { description } = await readNode(node);
	const operations = operationsOf(description);
	const optionsOf = (fields: INodeProperties[]) =>
		fields.flatMap(({ name, options = [] }) => (name === 'options' ? options : []));
	// Every option of every operation, as if the person had added them one after the other.
	const all = operations.flatMap(({ fields }) => optionsOf(fields) as INodeProperties[]);
	const added = Object.fromEntries(all.map(({ name, default: value }) => [name, value]));
	for (const { resource, operation, fields } of operations) {
		const parameters = {
			resource,
			operation: operation.value,
			options: added,
		} as INodeParameters;
		const step = newNode(node, nodeTypeName(node), parameters);
		const { properties } = description;
		const saved = NodeHelpers.getNodeParameters(
			properties,
			parameters,
			false,
			false,
			step,
			description,
		);
		const known = optionsOf(fields).map(({ name }) => name);
		const kept = Object.keys((saved?.options ?? {}) as INodeParameters);
		expect(kept.filter((name) => !known.includes(name))).toEqual([]);
	}
});
