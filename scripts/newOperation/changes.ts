import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interfaceTable } from '../../test/contract/apiTable';
import { insertAfterLast, insertBefore } from './insert';
import { capital, type Names, PREFIX } from './names';
import * as skeletons from './skeletons';

/** The new text of a file, by its path in the project. */
export type Changes = Map<string, string>;

const END_OF_LIST = /,?\s*\];/;

/** Puts an entry at the end of a list, which may be empty. */
const appended = (text: string, entry: string, list: string): string => {
	const isEmpty = text.slice(text.indexOf(list) + list.length).startsWith(']');
	return insertBefore(text, isEmpty ? entry : `,\n${entry}`, list, END_OF_LIST);
};

/** All files of a new operation. Nothing is written yet: a place that is missing leaves no half. */
export function changesFor(root: string, names: Names): Changes {
	const changes: Changes = new Map();
	const read = (path: string) => readFileSync(join(root, path), 'utf8');
	const change = (path: string, edit: (text: string) => string): void => {
		try {
			changes.set(path, edit(changes.get(path) ?? read(path)));
		} catch (error) {
			throw new Error(`${path}: ${(error as Error).message}`);
		}
	};
	const { node, folder, resource, operation } = names;
	const isNew = !interfaceTable.some(([n, r]) => n === node && r === resource);
	const isNewNode = !interfaceTable.some(([n]) => n === node);
	const file = `nodes/${folder}/operations/${resource}/${operation}.ts`;
	if (existsSync(join(root, file))) throw new Error(`${file} exists already.`);
	changes.set(file, skeletons.operationFile(names));
	change(`nodes/${folder}/operations/index.ts`, (text) => listed(text, names));
	changes.set(
		`nodes/${folder}/__schema__/v1.0.0/${resource}/${operation}.json`,
		skeletons.schemaFile,
	);

	change('test/contract/apiTable.ts', (text) =>
		insertAfterLast(
			insertBefore(text, skeletons.apiRow(names), '} satisfies Record<string, ApiOperation>'),
			skeletons.interfaceRow(names),
			new RegExp(
				`^\\t\\['${isNewNode ? 'messagingService' : node}${isNew ? '' : `', '${resource}'`}`,
			),
		),
	);
	const inFolder = (path: string, includes: string) => {
		const files = readdirSync(join(root, path)).filter((name) => name.endsWith('.ts'));
		const found = files.find((name) => read(`${path}/${name}`).includes(includes));
		if (!found) throw new Error(`No file of ${path} has ${includes}.`);
		return `${path}/${found}`;
	};
	change(inFolder('test/contract', `const node = '${node}'`), (text) =>
		appended(text, skeletons.contractRow(names), 'Contract = ['),
	);
	if (isNew) {
		const name = sandboxFileOf(names);
		const constant = `${name}Operations`;
		changes.set(`sandbox/operations/${name}.ts`, skeletons.sandboxFile(names, constant));
		change('sandbox/operations/index.ts', (text) =>
			insertBefore(
				insertBefore(text, `\t...${constant},\n`, 'operations: Operation[] = [', '];'),
				`import { ${constant} } from './${name}';\n`,
				'\nexport const operations',
			),
		);
	} else {
		change(inFolder('sandbox/operations', `'${siblingOf(names)}'`), (text) =>
			appended(text, skeletons.sandboxOperation(names), 'Operations: Operation[] = ['),
		);
	}
	change('test/sandbox/table.ts', (text) =>
		insertBefore(
			text,
			skeletons.sandboxCall(names),
			'function callsOf',
			'\n\treturn {',
			'\n\t};',
			'\t};',
		),
	);
	change(inFolder('test/e2e/operations', `node: '${node}'`), (text) =>
		insertBefore(
			text,
			skeletons.endToEndStep(names),
			`node: '${node}'`,
			/^\t\],|(?<=steps: \[)\],/m,
		),
	);
	change('README.md', (text) =>
		insertAfterLast(
			text,
			skeletons.readmeRow(names),
			new RegExp(`^\\| ${isNewNode ? 'Messaging Service' : names.nodeLabel} .*\`\\w+\``),
		),
	);
	change('CHANGELOG.md', (text) =>
		insertBefore(
			text,
			skeletons.changelogLine(names),
			'## [Unreleased]',
			'### Added',
			'\n- ',
			'- ',
		),
	);
	return changes;
}

/** An operation of the API whose neighbour in the sandbox the new one becomes. */
const siblingOf = ({ node, resource }: Names) =>
	interfaceTable.find(([n, r]) => n === node && r === resource)?.[3];

/** The file of a new resource in the sandbox: `smsAccount`. */
function sandboxFileOf({ folder, resource }: Names): string {
	const node = folder.slice(PREFIX.length);
	return node.charAt(0).toLowerCase() + node.slice(1) + capital(resource);
}

function listed(text: string, { constant, resource, resourceLabel, operation }: Names): string {
	const line = `import { ${constant} } from './${resource}/${operation}';\n`;
	const imported = insertBefore(text, line, '\nexport const resources');
	if (!imported.includes(`value: '${resource}'`)) {
		const added = `{ name: '${resourceLabel}', value: '${resource}', operations: [${constant}] },\n`;
		return insertBefore(imported, added, '\nexport const resources', '];');
	}
	const place = `value: '${resource}'`;
	return insertBefore(imported, `, ${constant}`, place, 'operations: [', /,?\s*\]/);
}
