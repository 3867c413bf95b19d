import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INode, type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { isDeliveredStatus } from '../../nodes/shared/api/statusWords';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialsOf } from '../../scripts/docs/examples/run';
import { nameOf } from '../reference/readReference';
import { loadNode } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';

const PHONE = '37120000001';
const MINUTE = 60_000;

const root = join(__dirname, '..', '..');
const readPage = (page: string): string => readFileSync(join(root, 'docs', page), 'utf8');
const jsonOf = (page: string): unknown[] => {
	const text = readPage(page);
	return [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => JSON.parse(json));
};

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

interface Pasted {
	nodes: Array<{ type: string; parameters: INodeParameters }>;
}

test.each([
	['sms', 'viber', 0],
	['viber', 'sms', 1],
])(
	'the step of docs/messages.md forwards %s to %s after 15 minutes',
	async (from, to, position) => {
		sandbox = await startSandbox({ clock: 'manual', undeliverable: [PHONE] });
		const [{ type, parameters }] = (jsonOf('messages.md')[position] as Pasted).nodes;
		const items = [{ json: { phone: PHONE, name: 'Anna' } }];
		const credentials = credentialsOf(sandbox);
		const { error } = await runNode({ node: nameOf(type), parameters, credentials, items });
		expect(error).toBeUndefined();
		const sent = () => sandbox.messages.map(({ channel, text }) => [channel, text]);
		const text = 'Hello Anna, your order is ready';
		sandbox.advance(14 * MINUTE);
		expect(sent()).toEqual([[from, text]]);
		sandbox.advance(2 * MINUTE);
		expect(sent().sort()).toEqual([
			['sms', text],
			['viber', text],
		]);
		expect(sandbox.messages.find(({ channel }) => channel === to)?.sender).toBe('Shop');
	},
);

const recipes = jsonOf('recipes.md').flatMap((one) => (one as { nodes: INode[] }).nodes);
const ours = recipes.filter(({ type }) => type.startsWith('n8n-nodes-messaging-service.'));

test.each(ours)('the step "$name" of docs/recipes.md has parameters that exist', async (node) => {
	const { description } = await loadNode(nameOf(node.type));
	const { pollTimes: _, ...used } = node.parameters;
	const args = [description.properties, used, true, false, node, description] as const;
	expect(NodeHelpers.getNodeParameters(...args)).toMatchObject(used);
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
	expect(issues?.parameters).toBeUndefined();
});

test('docs/recipes.md has a step for each recipe', () => {
	expect(jsonOf('recipes.md').length).toBeGreaterThanOrEqual(5);
	expect(ours.length).toBeGreaterThanOrEqual(5);
});

test('docs/statuses.md has every status of the nodes, with what it means', () => {
	const rows = readPage('statuses.md').matchAll(
		/^\| `(true|false|null)` +\| [^|]+\| ([^|]+)\|/gm,
	);
	const shown = [...rows].flatMap(([, meaning, words]) =>
		words
			.replace(', and any other', '')
			.split(', ')
			.map((word): [string, unknown] => [word.trim(), JSON.parse(meaning)]),
	);
	expect(shown.map(([word]) => [word, isDeliveredStatus(word)])).toEqual(shown);
	const source = readFileSync(join(root, 'nodes/shared/api/statusWords.ts'), 'utf8');
	const lists = [...source.matchAll(/words\(\s*'([^']+)'/g)].flatMap(([, list]) =>
		list.split(', '),
	);
	expect(shown.map(([word]) => word).sort()).toEqual(lists.sort());
});
