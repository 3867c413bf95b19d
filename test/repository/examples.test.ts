import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IDataObject, type INode, NodeHelpers } from 'n8n-workflow';
import { WEBHOOK_HEADER } from '../../playground/examples';
import { loadNode, nodeTypeName, type NodeName } from '../support/engine/nodeTypes';

const folder = join(__dirname, '..', '..', 'examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const ours = nodeTypeName('' as NodeName);
const placeholder = { messagingServiceApi: { id: null, name: 'Messaging Service account' } };
const headerAuth = { httpHeaderAuth: { id: null, name: 'Header Auth account' } };
const model = { openAiApi: { id: null, name: 'OpenAI account' } };

const SENDS = [
	...['message:send', 'message:sendAndWait', 'mailing:confirm', 'batch:send'],
	...['code:sendTelegram', 'code:sendWhatsApp'],
];

const sendsOf = (nodes: INode[]) =>
	nodes.filter(
		({ type, parameters: { resource, operation } }) =>
			type.startsWith(ours) && SENDS.includes(`${String(resource)}:${String(operation)}`),
	);

interface Example {
	name: string;
	nodes: INode[];
	connections: object;
}

test('there are at least twelve examples', () => {
	expect(files.length).toBeGreaterThanOrEqual(12);
});

describe.each(files)('%s', (file) => {
	const text = readFileSync(join(folder, file), 'utf8');
	const { name, nodes, connections } = JSON.parse(text) as Example;
	const own = nodes.filter(({ type }) => type.startsWith(ours));

	test('has a name and a note that explains what it does and what to set', () => {
		expect(name).toBeTruthy();
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const said = notes.map(({ parameters }) => String(parameters.content)).join('\n');
		expect(said).toMatch(/^## /);
		expect(said).toMatch(/set it up/i);
		expect(said).toMatch(/credential/);
	});

	test('contains no real credential', () => {
		expect(own.map(({ credentials }) => credentials)).toEqual(own.map(() => placeholder));
		const all = nodes.flatMap(({ credentials = {} }) => Object.entries(credentials));
		const known = Object.entries({ ...placeholder, ...headerAuth, ...model });
		for (const one of all) expect(known).toContainEqual(one);
	});

	test('lets nobody call its webhooks without the header that its note names', () => {
		const webhooks = nodes.filter(({ type }) => type === 'n8n-nodes-base.webhook');
		for (const { name: called, parameters, credentials } of webhooks) {
			expect(parameters.authentication).toBe('headerAuth');
			expect(credentials).toEqual(headerAuth);
			expect(text).toContain(`*${called}* accepts only calls with a secret header`);
			expect(text).toContain(
				`**Header Auth** credential with the name \`${WEBHOOK_HEADER}\``,
			);
		}
	});

	test('uses only existing nodes, and parameters that their operation has', async () => {
		expect(own).not.toHaveLength(0);
		for (const node of own) {
			// n8n makes the tools and the Human Review steps of the nodes.
			const type = node.type.slice(ours.length).replace(/(Hitl)?Tool$/, '');
			const { description } = await loadNode(type as NodeName);
			const { properties } = description;
			// n8n adds the times at which a trigger polls, and the description of a tool.
			const { pollTimes: _, descriptionType: _type, ...all } = node.parameters;
			const { toolDescription: _description, ...used } = all;
			// What n8n keeps, with the defaults: a parameter of another operation is not in it.
			const args = [properties, used, true, false, node, description] as const;
			expect(NodeHelpers.getNodeParameters(...args)).toMatchObject(used);
			const missing = NodeHelpers.getNodeParametersIssues(properties, node, description);
			expect(missing?.parameters).toBeUndefined();
		}
	});

	test('connects only its nodes, each with a unique ID', () => {
		const names = nodes.map((node) => node.name);
		expect(Object.keys(connections).filter((one) => !names.includes(one))).toEqual([]);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		expect(new Set(names).size).toBe(names.length);
	});
});

const withForm = files.filter((file) => {
	const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example;
	return (
		nodes.some(({ type }) => type === 'n8n-nodes-base.formTrigger') && sendsOf(nodes).length > 0
	);
});

test.each(withForm)('%s says that anybody can trigger a message, and shows a limit', (file) => {
	const text = readFileSync(join(folder, file), 'utf8');
	const sends = sendsOf((JSON.parse(text) as Example).nodes);
	expect(text).toMatch(/anybody (can trigger|who has it can trigger) an? (message|SMS|mailing)/i);
	// A form for colleagues can ask for a password.
	if (!text.includes('share the'))
		return expect(text).toContain('**Authentication** of the form');
	const keys = sends.map(({ parameters: { options } }) => (options as IDataObject).sendOnceKey);
	expect(keys).toEqual(keys.map(() => expect.stringMatching(/Phone.*HH/)));
});
