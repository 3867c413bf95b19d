import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { nodeNames } from '../../contract/interfaceTable';
import { readNode, type NodeName } from '../../support/engine/nodeTypes';
import { breaches } from './glossary';

const root = join(__dirname, '..', '..', '..');
const shownKeys = ['displayName', 'description', 'hint', 'placeholder', 'action', 'subtitle'];

/** The texts of a description that the editor shows, those of nested fields included. */
function shownTexts(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(shownTexts);
	if (typeof value !== 'object' || value === null) return [];
	const entries = Object.entries(value);
	// The `name` of a choice is its label; that of a field is stored, and never shown.
	const label = 'value' in value && 'name' in value ? [String(value.name)] : [];
	return [
		...label,
		...entries.flatMap(([key, one]) =>
			typeof one === 'string' && shownKeys.includes(key) ? [one] : shownTexts(one),
		),
	];
}

const described = [...nodeNames, 'messagingServiceTrigger' as NodeName];

describe('the wording of the nodes', () => {
	test.each(described)('%s shows no word that the glossary forbids', async (node) => {
		const { description } = await readNode(node);
		expect(shownTexts(description).flatMap(breaches)).toEqual([]);
	});
});

const sourceFiles = (folder: string): string[] =>
	readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
		.map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** Every text of two words or more: labels, errors and their advice, wherever they are built. */
function phrases(file: string): string[] {
	const text = readFileSync(join(root, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isTemplateExpression(node)) {
			const parts = [
				node.head.text,
				...node.templateSpans.map(({ literal }) => literal.text),
			];
			found.push(parts.join('…'));
		} else if (ts.isStringLiteralLike(node)) found.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found.filter((one) => /\S\s+\S/.test(one));
}

const files = ['nodes', 'credentials'].flatMap(sourceFiles);

describe('the texts of the source', () => {
	test.each(files)('%s contains no phrase that the glossary forbids', (file) => {
		expect(phrases(file).flatMap(breaches)).toEqual([]);
	});
});
