import { nodeNames } from '../contract/interfaceTable';
import { readNode } from '../support/engine/nodeTypes';
import { allFields, operationsOf } from './declared';

/** The fields of an operation, in their order. */
async function fieldsOf(node: (typeof nodeNames)[number], resource: string, operation: string) {
	const { description } = await readNode(node);
	const found = operationsOf(description).find(
		(one) => one.resource === resource && one.operation.value === operation,
	);
	if (!found) throw new Error(`${node} has no ${resource}:${operation}.`);
	return found.fields;
}

test.each(nodeNames)(
	'%s: no resource mapper has a hint, which n8n would not show',
	async (node) => {
		const { description } = await readNode(node);
		const mappers = allFields(description).filter(
			({ property }) => property.type === 'resourceMapper',
		);
		expect(mappers.filter(({ property }) => property.hint !== undefined)).toEqual([]);
	},
);

test('a notice above the columns of an import says which names it takes for phone and email', async () => {
	const fields = await fieldsOf('messagingServiceContacts', 'contact', 'import');
	const columns = fields.findIndex(({ name }) => name === 'columns');
	const { type, displayName } = fields[columns - 1];
	expect(type).toBe('notice');
	for (const name of ['phone', 'email', 'mobile', 'tel', 'mail']) {
		expect(displayName).toMatch(new RegExp(`\\b${name}\\b`));
	}
});

test('a button of a Viber batch says that its image may be needed', async () => {
	const fields = await fieldsOf('messagingServiceViber', 'batch', 'send');
	const images = fields.filter(({ name }) => name === 'imageUrl');
	const hints = images.map(({ displayOptions, hint }) => [
		displayOptions?.show?.contentType,
		hint,
	]);
	expect(hints).toEqual([
		[['image'], undefined],
		[['button'], expect.stringContaining('without an image')],
	]);
});
