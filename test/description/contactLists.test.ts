import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { createEditorContext } from '../support/engine/pickerLists';
import { displayedField } from '../support/engine/displayed';
import { loadNode } from '../support/engine/nodeTypes';
import { toolCallers } from '../support/engine/callTool';
import type { Answer } from '../support/engine/service';
import { useService } from '../support/engine/useService';

const service = useService();

const node = 'messagingServiceEmail' as const;
const step = (operation: string, options: INodeParameters) => ({
	node,
	parameters: { resource: 'address', operation, email: 'ann@example.com', options },
});

async function listed(operation: string, answer: Answer): Promise<INodePropertyOptions[]> {
	service.answer(() => answer);
	const setting = step(operation, { listIds: [] });
	const { type, typeOptions } = await displayedField(node, setting.parameters, 'listIds');
	expect(type).toBe('multiOptions');
	const { methods } = await loadNode(node);
	const load = methods?.loadOptions?.[typeOptions?.loadOptionsMethod ?? ''];
	if (!load) throw new Error('Contact List IDs loads no options');
	return await load.call(await createEditorContext(setting, 'options.listIds'));
}

const lists = [
	{ list_id: 12, name: 'Customers' },
	{ list_id: 15, name: 'News' },
	{ list_id: 16, name: 'News' },
];
test.each(['unsubscribe', 'resubscribe'])(
	'Contact List IDs of %s lists the contact lists by name',
	async (operation) => {
		expect(await listed(operation, { body: { status: 'OK', result: lists } })).toEqual([
			{ name: 'Customers', value: '12' },
			{ name: 'News · ID 15', value: '15' },
			{ name: 'News · ID 16', value: '16' },
		]);
	},
);

test('Contact List IDs says how to go on if the lists cannot be read', async () => {
	await expect(listed('unsubscribe', { status: 500, body: 'down' })).rejects.toMatchObject({
		description: expect.stringContaining('Enter the IDs as an expression.'),
	});
});

const given: Array<[title: string, listIds: INodeParameters['listIds']]> = [
	['selected lists', ['12', '15']],
	['an expression with an array', '={{ [12, 15] }}'],
	['an expression with text', '={{ "12, 15" }}'],
	['text', '12,15'],
];
describe.each(toolCallers)('%s', (_, call) => {
	test.each(given)('sends list IDs from %s separated by a comma', async (__, listIds) => {
		service.answer(() => ({ body: { status: 'OK' } }));
		await call(step('unsubscribe', { listIds }), {});
		const forms = service.requests.map(({ form }) => Object.fromEntries(form ?? []) as object);
		expect(forms).toMatchObject([{ list_ids: '12,15' }]);
	});
});
