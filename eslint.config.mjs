import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';
import { wording } from './scripts/wording.mjs';

const sources = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const nodesBase = (set, files, off = []) => ({
	files,
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	languageOptions: { parser: tseslint.parser },
	rules: {
		...n8nNodesBase.configs[set].rules,
		...Object.fromEntries(off.map((rule) => [`n8n-nodes-base/${rule}`, 'off'])),
	},
});

/** Each rule of the plugin as an error, also the ones that it only warns of, or has off for now. */
const everyRule = ({ rules }, prefix) =>
	Object.fromEntries(Object.keys(rules).map((rule) => [`${prefix}/${rule}`, 'error']));

const ANY_ERROR = 'require-node-api-error';
const anyError = n8nCommunityNodesPlugin.rules[ANY_ERROR];
const CALL_INSTEAD =
	"n8n's reviewers run this rule on each file, and it knows no ValidationError. In a catch clause, throw what " +
	'a function returns, as aboutEntry in onlySendTo.ts does. A NodeApiError belongs into errors/ alone.';

/** A rule of n8n with advice that is right where a ValidationError is thrown. */
const shared = {
	files: ['nodes/shared/**/*.ts'],
	plugins: {
		shared: {
			rules: {
				[ANY_ERROR]: {
					...anyError,
					meta: {
						...anyError.meta,
						messages: Object.fromEntries(
							Object.keys(anyError.meta.messages).map((id) => [id, CALL_INSTEAD]),
						),
					},
				},
			},
		},
	},
	rules: {
		[`@n8n/community-nodes/${ANY_ERROR}`]: 'off',
		[`shared/${ANY_ERROR}`]: 'error',
	},
};

// Imports run one way, down, so that a folder can be read without those above it.

/** Its files may import nothing from these folders, nor what one of the patterns matches. */
const without = (files, message, folders, ...patterns) => ({
	files,
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [`^\\.+/(.*/)?(${folders.join('|')})(/|$)`, ...patterns].map((regex) => ({
					regex,
					message,
				})),
			},
		],
	},
});

/** The rooms of each folder from top to bottom. ARCHITECTURE.md shows them. */
const roomsOf = JSON.parse(readFileSync(join(import.meta.dirname, 'rooms.json'), 'utf8'));

/** The rooms that the credential imports, or that these import: they import nothing of it. */
const belowCredential = ['values', 'api'];

/** Each room of a folder imports only those below it. */
const oneWay = (folder, elsewhere, ...patterns) => {
	const names = roomsOf[folder];
	return names.map((name, index) =>
		without(
			[`${folder}/${name}/**/*.ts`],
			`Imports of ${folder} run one way: ${names.join(' → ')}.`,
			[
				...names.slice(0, index),
				...elsewhere,
				...(belowCredential.includes(name) ? ['credentials'] : []),
			],
			...patterns,
		),
	);
};

const tools = ['bench', 'playground', 'scripts', 'test'];
/** Folders that no file of nodes/ imports: other nodes, the sandbox, and tools. */
const elsewhere = ['MessagingService\\w+', 'sandbox', ...tools];
const nodeFile = '\\.node$';

const node = 'nodes/!(shared)';
const oneWayInNode = 'Imports of a node run one way: <Node>.node → operations → fields → shared.';
const trigger = 'nodes/MessagingServiceTrigger';

// A later block replaces an earlier one for the same file: each says all that its files may not import.
const rooms = [
	without([`${node}/*.node.ts`], 'A node imports nothing of another node.', elsewhere),
	without([`${node}/operations/**/*.ts`], oneWayInNode, elsewhere, nodeFile),
	without(
		[`${node}/!(*.node).ts`, 'nodes/MessagingServiceContacts/import/**/*.ts'],
		oneWayInNode,
		['operations', ...elsewhere],
		nodeFile,
	),
	...oneWay('nodes/shared', elsewhere),
	without(
		[`${trigger}/{state,encoding}.ts`],
		'The state of the trigger needs nothing else of the trigger.',
		elsewhere,
		'^\\./(?!encoding$)',
	),
	without(['credentials/**/*.ts'], 'The credential needs only the values of the nodes.', [
		'nodes(?!/shared/values/)',
		...elsewhere,
	]),
	without(['sandbox/*.ts'], 'The sandbox shares no code with the nodes.', [
		'nodes',
		'credentials',
		...tools,
	]),
	...oneWay('sandbox', ['nodes', 'credentials', ...tools]),
];

export default tseslint.config(
	{
		ignores: [
			'dist',
			'.build',
			'playground/.data',
			'**/node_modules',
			'**/__schema__/**',
			'**/tsconfig*.json',
			'**/package-lock.json',
		],
	},
	{ files: ['**/*.ts', '**/*.js', '**/*.mjs'], extends: [js.configs.recommended] },
	{ files: ['**/*.ts'], extends: [...tseslint.configs.recommended] },
	{
		files: ['**/*.ts', '**/*.js', '**/*.mjs'],
		plugins: { wording: { rules: { comments: wording } } },
		rules: { 'wording/comments': 'error' },
	},
	{
		files: ['**/*.ts'],
		// Those are checked as n8n's tool does it, which knows no such underscore.
		ignores: sources,
		rules: {
			// A leading underscore says that a value is left out on purpose.
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
			],
		},
	},
	{
		files: ['*.js', '*.mjs', 'scripts/*.mjs', 'test/support/*.js', 'test/mutation/*.mjs'],
		languageOptions: {
			globals: {
				require: 'readonly',
				module: 'writable',
				exports: 'writable',
				process: 'readonly',
				console: 'readonly',
			},
		},
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: [...sources, 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		languageOptions: { parser: tseslint.parser },
		rules: everyRule(n8nCommunityNodesPlugin, '@n8n/community-nodes'),
	},
	nodesBase('community', ['package.json']),
	// The five rules that n8n's own tooling turns off too.
	nodesBase(
		'credentials',
		['credentials/**/*.ts'],
		[
			'cred-class-field-documentation-url-miscased',
			'cred-class-field-type-options-password-missing',
		],
	),
	nodesBase(
		'nodes',
		['nodes/**/*.ts', 'nodes/**/*.node.json'],
		[
			'node-class-description-inputs-wrong-regular-node',
			'node-class-description-outputs-wrong',
			'node-param-type-options-max-value-present',
		],
	),
	shared,
	...rooms,
	{
		files: sources,
		// A function fits on a screen, and takes few parameters.
		rules: { 'max-lines-per-function': ['error', 40], 'max-params': ['error', 4] },
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/shared/out/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'NewExpression[callee.name=/^Node(Operation|Api)Error$/]',
					message: 'Throw a Problem or a ValidationError: only out/ makes errors of n8n.',
				},
			],
		},
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: [
			'nodes/shared/in/**',
			// n8n's own expressions, and a wrapper of them for one item.
			'nodes/shared/wait/{link,n8nWait}.ts',
			'nodes/shared/http/n8nInternals.ts',
			// A call outside a run.
			'nodes/shared/node/unknownOperation.ts',
			// The trigger, which has no input items.
			'nodes/MessagingServiceTrigger/settings.ts',
			// The columns of an import are fields that the list defines.
			'nodes/MessagingServiceContacts/import/readColumns.ts',
		],
		rules: {
			'no-restricted-properties': [
				'error',
				...['getNodeParameter', 'evaluateExpression'].map((property) => ({
					property,
					message: 'Only in/ reads parameters.',
				})),
			],
		},
	},
);
