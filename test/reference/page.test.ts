import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writtenFiles } from '../../scripts/docs/files';
import { pagesOf } from '../../scripts/docs/markdown/page';
import { anchor } from '../../scripts/docs/markdown/text';
import { interfaceTable, localOperations } from '../contract/interfaceTable';
import { className, nodeFolder } from '../support/engine/nodeTypes';
import { nameOf, reference } from './readReference';

const pages = pagesOf(reference);
const all = pages.map(({ text }) => text).join('\n');

test('each generated file is up to date with npm run docs', async () => {
	const files = writtenFiles(reference);
	expect(files.length).toBeGreaterThan(reference.nodes.length + 4);
	// A list of paths, because `toBe` would print both texts.
	const stale = files.filter(({ path, text }) => readFileSync(path, 'utf8') !== text);
	expect(stale.map(({ path }) => path)).toEqual([]);
});

const headings = [...all.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading));

test('each heading of the reference has an anchor of its own', () => {
	expect(headings.filter((one, position) => headings.indexOf(one) < position)).toEqual([]);
});

test('the reference has each operation of the interface, and docs/operations.md a row for it', () => {
	const named = reference.nodes.flatMap(({ type, operations: own }) =>
		own.map(({ key }) => `${nameOf(type)} ${key}`),
	);
	const known = [...interfaceTable, ...localOperations];
	expect(named.sort()).toEqual(known.map(([node, r, o]) => `${node} ${r}:${o}`).sort());
	const [, table] = pages.map(({ text }) =>
		text.split('\n').filter((line) => /^\| \[/.test(line)),
	);
	expect(table).toHaveLength(operations.length);
});

const WAITS = /^options\.(waitFor\w+|limitWaitTime)$/;
const operations = reference.nodes.flatMap((node) => node.operations);

test.each(operations)('the reference of $action shows a failed and a timed-out item', (one) => {
	const { failed, timedOut } = one.example;
	// These outputs report their failure themselves.
	const { error_kind, marked, is_valid } = failed?.output ?? {};
	expect(error_kind ?? marked ?? is_valid).toBeDefined();
	const waits = one.parameters.some(({ name }) => WAITS.test(name));
	expect(timedOut !== undefined).toBe(waits);
});

test.each(reference.nodes)('the documentation link of $type leads to its reference', (node) => {
	const name = nameOf(node.type);
	const file = join(nodeFolder(name), `${className(name)}.node.json`);
	const { resources } = JSON.parse(readFileSync(file, 'utf8')) as {
		resources: { primaryDocumentation: Array<{ url: string }> };
	};
	const [{ url }] = resources.primaryDocumentation;
	const [repository, path] = url.split('/blob/main/docs/');
	expect(repository).toMatch(/\/n8n-nodes-messaging-service$/);
	expect(pages.find((page) => page.path === path)?.text).toContain(`# ${node.displayName}\n`);
});

const parameters = reference.nodes.flatMap(({ operations, trigger }) =>
	[...operations, ...(trigger ? [trigger] : [])].flatMap((one) => one.parameters),
);

test('the reference does not call an option required, nor a field that may be empty', () => {
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
			!all.includes(`\`${value}\` (${description?.replace(/\.$/, '')})`),
	);
	expect(missing).toEqual([]);
});
