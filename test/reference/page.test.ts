import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf } from '../../scripts/docs/files';
import { anchor } from '../../scripts/docs/markdown/text';
import { className, nodeFolder } from '../support/engine/nodeTypes';
import { nameOf, page, reference } from './readReference';

test('the page is what npm run docs writes', () => {
	// Not toBe of the texts: it would print both.
	expect(pageOf(reference).text === page ? 'current' : 'stale').toBe('current');
});

const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
const anchors = headings.map(anchor);

test('each heading of the reference has an anchor of its own', () => {
	expect(anchors.filter((one, position) => anchors.indexOf(one) < position)).toEqual([]);
});

test('each link of the reference leads to a heading', () => {
	const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, to]) => to);
	expect(links.length).toBeGreaterThan(reference.nodes.length);
	expect(links.filter((one) => !anchors.includes(one))).toEqual([]);
});

test.each(reference.nodes)('the documentation link of $type leads to its part', (node) => {
	const name = nameOf(node.type);
	const file = join(nodeFolder(name), `${className(name)}.node.json`);
	const { resources } = JSON.parse(readFileSync(file, 'utf8')) as {
		resources: { primaryDocumentation: Array<{ url: string }> };
	};
	const [{ url }] = resources.primaryDocumentation;
	expect(url).toMatch(/\/n8n-nodes-messaging-service\/blob\/main\/docs\/reference\.md#/);
	expect(url.split('#')[1]).toBe(anchor(node.displayName));
});

test.each(reference.nodes)('the workflow of $type connects its nodes', ({ type, workflow }) => {
	const nodes = workflow.nodes as Array<{ name: string; type: string }>;
	const names = nodes.map(({ name }) => name);
	expect(nodes.map((one) => one.type)).toContain(type);
	expect(Object.entries(workflow.connections as object)).toEqual([
		[names[0], { main: [[{ node: names[1], type: 'main', index: 0 }]] }],
	]);
});

const parameters = reference.nodes.flatMap(({ operations, trigger }) =>
	[...operations, ...(trigger ? [trigger] : [])].flatMap((one) => one.parameters),
);

test('the reference calls no option and no field with a use when empty required', () => {
	const required = parameters.filter((one) => one.required).map(({ name }) => name);
	expect(required.filter((name) => /^options\.\w+$/.test(name))).toEqual([]);
	expect(required).not.toContain('scheduleTime');
	expect(required).toContain('phone');
});

test('the reference says what each choice does', () => {
	const choices = parameters.flatMap(({ values = [] }) => values);
	const described = choices.filter(({ description }) => description !== undefined);
	expect(described.length).toBeGreaterThan(10);
	const missing = described.filter(
		({ value, description }) =>
			!page.includes(`\`${value}\` (${description?.replace(/\.$/, '')})`),
	);
	expect(missing).toEqual([]);
});
