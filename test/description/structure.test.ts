import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

type Rule = (field: INodeProperties) => boolean;
const labelsOf = (field: INodeProperties) => choicesOf(field).map(labelOf);
const isSelector: Rule = ({ name }) => name === 'resource' || name === 'operation';
const ofType =
	(pattern: RegExp): Rule =>
	({ type }) =>
		pattern.test(type);
const LOCATOR = ofType(/^resourceLocator$/);
const COLLECTION = ofType(/^collection$/);
/** Rules of n8n for fields: the fields to which a rule applies, and the rule. */
const RULES: Array<[title: string, applies: Rule, holds: Rule]> = [
	[
		"n8n's AI builder reads which resource locators are required, because all look optional to it",
		LOCATOR,
		({ required, builderHint }) =>
			/^Required\. .*"mode": "id"/.test(builderHint?.propertyHint ?? '') ===
			(required === true),
	],
	[
		'resource locators have a list and an ID',
		LOCATOR,
		({ modes = [] }) =>
			modes
				.map(({ name }) => name)
				.sort()
				.join() === 'id,list',
	],
	// panel.test.ts tests the order of operations.
	[
		'options are in one alphabetical list',
		COLLECTION,
		(field) => labelsOf(field).join() === alphabetical(labelsOf(field)).join(),
	],
	// n8n's rule is for hints.
	[
		'hints and notices can be read in passing',
		({ hint, type }) => hint !== undefined || type === 'notice',
		({ hint, displayName, type }) =>
			(hint ?? '').length <= 120 && (type !== 'notice' || displayName.length <= 120),
	],
	// n8n cuts a label after some 33 characters, and the description of a choice after two lines.
	[
		'n8n shows the labels of options whole',
		COLLECTION,
		(field) => labelsOf(field).every((label) => label.length <= 33),
	],
	[
		'n8n shows the descriptions of choices whole',
		ofType(/^(multiO|o)ptions$/),
		(field) =>
			choicesOf(field).every(
				(one) => !('description' in one) || String(one.description ?? '').length <= 100,
			),
	],
	['n8n shows every hint', ofType(/^resourceMapper$/), ({ hint }) => hint === undefined],
	[
		'resource and operation take no expression',
		isSelector,
		({ type, noDataExpression }) => type === 'options' && noDataExpression === true,
	],
	[
		'resources are described if there are several',
		({ name, options = [] }) => name === 'resource' && options.length > 1,
		({ options = [] }) =>
			options.every((one) => 'description' in one && Boolean(one.description)),
	],
	[
		'a switch among the options is on when it is added',
		COLLECTION,
		({ options = [] }) =>
			(options as INodeProperties[]).every(
				({ type, default: added }) => type !== 'boolean' || added === true,
			),
	],
	[
		'labels are in title case',
		({ type }) => type !== 'notice',
		({ displayName }) => isTitleCase(displayName),
	],
	[
		'the description of a switch begins with Whether',
		ofType(/^boolean$/),
		({ description = '' }) => description.startsWith('Whether '),
	],
	[
		'descriptions are sentences',
		({ description }) => description !== undefined,
		({ description = '' }) => /^\W*[A-Z0-9]/.test(description) && periodIsRight(description),
	],
	[
		'placeholders are examples that exist',
		({ placeholder, type }) => placeholder !== undefined && !/collection$/i.test(type),
		// A step in `$('…')` would not exist.
		({ placeholder = '' }) => /^e\.g\. (?!.*\$\()/.test(placeholder),
	],
];

describe.each(nodeNames)('%s', (node) => {
	let type: INodeType;
	let description: INodeTypeDescription;
	let operations: DeclaredOperation[];
	let fields: Placed[];
	// Reads the description in each test, so that mutation testing attributes a failure to the
	// right test.
	beforeEach(async () => {
		type = await readNode(node);
		({ description } = type);
		operations = operationsOf(description);
		fields = allFields(description);
	});

	/** Asserts a rule for every field to which it applies. */
	const everyField = (applies: Rule, holds: Rule): void => {
		const breaking = fields.filter(({ property }) => applies(property) && !holds(property));
		expect(breaking.map(({ path }) => path)).toEqual([]);
	};
	/** Asserts that no operation has a problem. */
	const everyOperation = (problemsOf: (one: DeclaredOperation) => string[]): void => {
		const found = operations.flatMap((one) =>
			problemsOf(one).map((problem) => `${nameOf(one)} ${problem}`),
		);
		expect(found).toEqual([]);
	};

	test('operations have a name, a unique action and a description', () => {
		everyOperation(({ operation: { name, action, description: text = '' } }) => [
			...(isTitleCase(name) ? [] : [`is named ${name}`]),
			...(action ? [] : ['has no action']),
			...(/\b(an?|the)\b/i.test(action ?? '') ? [`has an article in ${action}`] : []),
			...(text && periodIsRight(text) ? [] : [`is described as ${text}`]),
		]);
		const actions = operations.map(({ operation }) => operation.action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	test('fields are marked as required exactly if they are rejected when they are empty', () => {
		everyOperation(({ resource, operation: { value }, fields: shown }) => {
			const where = [node, resource, String(value)] as const;
			if (localOperations.some((local) => local.join() === where.join())) return [];
			const rejected = rejectedIfEmpty([...refusals, ...waitRefusals], ...where);
			const required = shown.filter((field) => field.required).map(({ name }) => name);
			return [
				...rejected
					.filter((name) => !required.includes(name))
					.map((name) => `does not mark ${name} as required`),
				...required
					.filter((name) => !rejected.includes(name))
					.map((name) => `needs a row for ${name} in test/contract/refusalRows.ts`),
			];
		});
	});

	test('identifiers that the service lists are resource locators', () => {
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

	test('lists are limited with Return All and Limit', () => {
		everyOperation(({ operation: { value, name }, fields: shown }) => {
			if (value === 'getAll' && name !== 'Get Many') return ['is not called Get Many'];
			if (!['getAll', 'getRecipients'].includes(String(value))) return [];
			const all = shown.find((field) => field.name === 'returnAll');
			const limit = shown.find((field) => field.name === 'limit');
			const isHidden = limit?.displayOptions?.show?.returnAll?.includes(false);
			return [
				...(all?.type === 'boolean' && all.default === false ? [] : ['lacks Return All']),
				...(limit?.default === 50 ? [] : ['has no limit of 50']),
				...(limit?.typeOptions?.minValue === 1 ? [] : ['allows a limit below 1']),
				...(isHidden ? [] : ['shows Limit together with Return All']),
			];
		});
	});

	test('no routing has an expression', () => {
		everyField(
			({ routing }) => routing !== undefined,
			({ routing }) => expressionsIn(routing).length === 0,
		);
		everyOperation(({ operation: { routing } }) => expressionsIn(routing));
		expect(expressionsIn(description.requestDefaults)).toEqual([]);
	});

	test.each(RULES)('%s', (_, applies, holds) => everyField(applies, holds));

	test('the node introduces itself as n8n expects', () => {
		expect(description.displayName).toMatch(/^Messaging Service/);
		expect(description).toMatchObject({
			...{ name: node, group: ['output'], version: 1, usableAsTool: true },
			...{ defaults: { name: description.displayName }, inputs: ['main'], outputs: ['main'] },
			...{ credentials: [{ name: 'messagingServiceApi', required: true }] },
		});
		expect(description.requestDefaults).toBeDefined();
	});

	test('the node has a light and a dark icon', () => expectIcons(node, description));

	test('the node has a codex file', () => {
		const file = join(nodeFolder(node), `${className(node)}.node.json`);
		const { categories, ...codex } = JSON.parse(readFileSync(file, 'utf8')) as IDataObject;
		const version = { nodeVersion: '1.0', codexVersion: '1.0' };
		expect(codex).toMatchObject({ node: nodeTypeName(node), ...version });
		expect(categories).not.toHaveLength(0);
	});
});
