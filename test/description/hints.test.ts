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
		[['image'], 'Required if Content Type is Image'],
		[['button'], expect.stringContaining('without an image')],
	]);
});

// If an expression chooses the type, n8n shows the fields of every type, and would ask for all that it marks itself.
test('what a content type requires says so, and the text of an image says when it is sent', async () => {
	const fields = await fieldsOf('messagingServiceViber', 'message', 'send');
	const hints = fields
		.filter(({ displayOptions }) => displayOptions?.show?.contentType)
		.map(({ name, displayOptions, hint = '' }) => [
			name,
			displayOptions?.show?.contentType?.join(),
			hint.replace(/[.].*/, ''),
		]);
	expect(hints).toEqual([
		['message', 'text', 'Required if Content Type is Text'],
		['message', 'button', ''],
		['message', 'image', 'Sent only if the message is forwarded to SMS'],
		['imageSource', 'image,button', ''],
		['imageUrl', 'image', 'Required if Content Type is Image'],
		['imageUrl', 'button', ''],
		['binaryPropertyName', 'image,button', 'Required if Content Type is Image or Button'],
		['buttonText', 'button', 'Required if Content Type is Button'],
		['buttonLink', 'button', 'Required if Content Type is Button'],
	]);
});
