import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { IDataObject, INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { className, nodeFolder, nodeTypeName, readNode } from '../support/engine/nodeTypes';
import { localOperations, nodeNames } from '../contract/interfaceTable';
import { refusals, rejectedIfEmpty } from '../contract/refusalRows';
import { waitRefusals } from '../contract/waits/refusals';
import {
	allFields,
	choicesOf,
	labelOf,
	nameOf,
	operationsOf,
	withNested,
	type DeclaredOperation,
	type Placed,
} from './declared';
import { expectIcons } from './icons';
import { locators } from './locators';
import { alphabetical, expressionsIn, isTitleCase, periodIsRight } from './wording';

const root = join(__dirname, '..', '..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe.each(nodeNames)('%s', (node) => {
	let type: INodeType;
	let description: INodeTypeDescription;
	let operations: DeclaredOperation[];
	let fields: Placed[];
	// Not once for all: a mutant of what a node is made of belongs to the test that it fails.
	beforeEach(async () => {
		type = await readNode(node);
		({ description } = type);
		operations = operationsOf(description);
		fields = allFields(description);
	});

	/** Asserts a rule for every field that it applies to; a failure lists those that break it. */
	const everyField = (
		applies: (field: INodeProperties) => boolean,
		holds: (field: INodeProperties) => boolean,
	): void => {
		const breaking = fields.filter(({ property }) => applies(property) && !holds(property));
		expect(breaking.map(({ path }) => path)).toEqual([]);
	};
	/** Asserts that no operation has a problem; a failure lists operations and problems. */
	const everyOperation = (problemsOf: (one: DeclaredOperation) => string[]): void => {
		const found = operations.flatMap((one) =>
			problemsOf(one).map((problem) => `${nameOf(one)} ${problem}`),
		);
		expect(found).toEqual([]);
	};
	describe('the operations', () => {
		test('have a name, a unique action and a description', () => {
			everyOperation(({ operation: { name, action, description: text = '' } }) => [
				...(isTitleCase(name) ? [] : [`is named ${name}`]),
				...(action ? [] : ['has no action']),
				...(/\b(an?|the)\b/i.test(action ?? '') ? [`has an article in ${action}`] : []),
				...(text && periodIsRight(text) ? [] : [`is described as ${text}`]),
			]);
			const actions = operations.map(({ operation }) => operation.action);
			expect(new Set(actions).size).toBe(actions.length);
		});
	});

	describe('the fields', () => {
		test('are marked as required exactly if they are rejected when they are empty', () => {
			everyOperation(({ resource, operation: { value }, fields: shown }) => {
				const where = [node, resource, String(value)] as const;
				if (localOperations.some((local) => local.join() === where.join())) return [];
				const rejected = new Set(rejectedIfEmpty([...refusals, ...waitRefusals], ...where));
				const required = new Set(
					shown.filter(({ required }) => required).map(({ name }) => name),
				);
				return [
					...[...rejected]
						.filter((name) => !required.has(name))
						.map((name) => `does not mark ${name} as required`),
					...[...required]
						.filter((name) => !rejected.has(name))
						.map((name) => `needs a row for ${name} in test/contract/refusalRows.ts`),
				];
			});
		});

		test("tell n8n's AI builder which resource locators are required, because all look optional to it", () => {
			everyField(
				({ type: kind }) => kind === 'resourceLocator',
				({ required, builderHint }) =>
					/^Required\. .*"mode": "id"/.test(builderHint?.propertyHint ?? '') ===
					(required === true),
			);
		});

		test('are resource locators if the service lists the identifiers', () => {
			everyOperation((one) => {
				const found = one.fields
					.flatMap((field) => withNested(field))
					.filter(({ property }) => property.type === 'resourceLocator')
					.map(({ property }) => property.name);
				const wanted = locators[`${node} ${nameOf(one)}`] ?? [];
				return found.sort().join() === wanted.join()
					? []
					: [`has the pickers ${found.join()} instead of ${wanted.join()}`];
			});
			everyField(
				({ type: kind }) => kind === 'resourceLocator',
				({ modes = [] }) => {
					const names = modes.map(({ name }) => name).sort();
					return names.join() === 'id,list';
				},
			);
			const searches = Object.keys(type.methods?.listSearch ?? {});
			everyField(
				({ modes }) => modes !== undefined,
				({ modes = [] }) =>
					modes.every(
						({ name, typeOptions }) =>
							name !== 'list' ||
							searches.includes(typeOptions?.searchListMethod ?? 'none'),
					),
			);
		});

		test('limit lists with Return All and Limit', () => {
			everyOperation(({ operation: { value, name }, fields: shown }) => {
				if (value === 'getAll' && name !== 'Get Many') return ['is not called Get Many'];
				if (!['getAll', 'getRecipients'].includes(String(value))) return [];
				const all = shown.find((field) => field.name === 'returnAll');
				const limit = shown.find((field) => field.name === 'limit');
				return [
					...(all?.type === 'boolean' && all.default === false
						? []
						: ['lacks Return All']),
					...(limit?.default === 50 ? [] : ['has no limit of 50']),
					...(limit?.typeOptions?.minValue === 1 ? [] : ['allows a limit below 1']),
					...(limit?.displayOptions?.show?.returnAll?.includes(false)
						? []
						: ['shows Limit together with Return All']),
				];
			});
		});

		test('have no expression in their routing', () => {
			everyField(
				({ routing }) => routing !== undefined,
				({ routing }) => expressionsIn(routing).length === 0,
			);
			everyOperation(({ operation: { routing } }) => expressionsIn(routing));
			expect(expressionsIn(description.requestDefaults)).toEqual([]);
		});

		// Operations are in the order of use: panel.test.ts.
		test('keep options in one alphabetical list, as n8n does', () => {
			everyField(
				({ type: kind }) => kind === 'collection',
				(field) => {
					const labels = choicesOf(field).map(labelOf);
					return labels.join() === alphabetical(labels).join();
				},
			);
		});

		// n8n's rule is for hints.
		test('have hints and notices that can be read in passing', () => {
			everyField(
				({ hint }) => hint !== undefined,
				({ hint = '' }) => hint.length <= 120,
			);
			everyField(
				({ type: kind }) => kind === 'notice',
				({ displayName }) => displayName.length <= 120,
			);
		});

		// n8n cuts a label after some 33 characters, and the description of a choice after two lines.
		test('have options and choices that n8n shows whole', () => {
			everyField(
				({ type: kind }) => kind === 'collection',
				(field) => choicesOf(field).every((one) => labelOf(one).length <= 33),
			);
			everyField(
				({ type: kind }) => /^(multiO|o)ptions$/.test(kind),
				(field) =>
					choicesOf(field).every(
						(one) =>
							!('description' in one) || String(one.description ?? '').length <= 100,
					),
			);
		});

		test('have a hint only where n8n shows it', () => {
			everyField(
				({ type: kind }) => kind === 'resourceMapper',
				({ hint }) => hint === undefined,
			);
		});

		test('offer no expression for the resource and the operation', () => {
			everyField(
				({ name }) => name === 'resource' || name === 'operation',
				({ type: kind, noDataExpression }) =>
					kind === 'options' && noDataExpression === true,
			);
		});

		test('say what each resource is, where there are several', () => {
			everyField(
				({ name }) => name === 'resource',
				({ options = [] }) =>
					options.length === 1 ||
					options.every((one) => 'description' in one && Boolean(one.description)),
			);
		});

		test('have each switch among the options on when it is added', () => {
			everyField(
				({ type: kind }) => kind === 'collection',
				({ options = [] }) =>
					(options as INodeProperties[]).every(
						({ type: kind, default: added }) => kind !== 'boolean' || added === true,
					),
			);
		});

		test('use the wording of n8n', () => {
			everyField(
				({ type: kind }) => kind !== 'notice',
				({ displayName }) => isTitleCase(displayName),
			);
			everyField(
				({ type: kind }) => kind === 'boolean',
				({ description: text = '' }) => text.startsWith('Whether '),
			);
			everyField(
				({ description: text }) => text !== undefined,
				({ description: text = '' }) => /^\W*[A-Z0-9]/.test(text) && periodIsRight(text),
			);
			everyField(
				({ placeholder, type: kind }) =>
					placeholder !== undefined && !/collection$/i.test(kind),
				// A step of the name in `$('…')` is not there.
				({ placeholder = '' }) => /^e\.g\. (?!.*\$\()/.test(placeholder),
			);
		});
	});

	describe('the node', () => {
		test('introduces itself as n8n expects', () => {
			expect(description.name).toBe(node);
			expect(description.displayName).toMatch(/^Messaging Service/);
			expect(description).toMatchObject({
				group: ['output'],
				version: 1,
				defaults: { name: description.displayName },
				inputs: ['main'],
				outputs: ['main'],
			});
			expect(description.usableAsTool).toBe(true);
			expect(description.requestDefaults).toBeDefined();
			expect(description.credentials).toEqual([
				{ name: 'messagingServiceApi', required: true },
			]);
		});

		test('has a light and a dark icon', () => expectIcons(node, description));

		test('has a codex file', () => {
			const file = join(nodeFolder(node), `${className(node)}.node.json`);
			expect(existsSync(file) ? 'exists' : `${relative(root, file)} is missing`).toBe(
				'exists',
			);
			const { categories, ...codex } = readJson(file) as IDataObject;
			expect(codex).toMatchObject({
				node: nodeTypeName(node),
				nodeVersion: '1.0',
				codexVersion: '1.0',
			});
			expect(categories).not.toHaveLength(0);
		});
	});
});
