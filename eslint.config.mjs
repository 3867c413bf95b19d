import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';
import { rooms } from './eslint.rooms.mjs';

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

export default tseslint.config(
	{
		ignores: [
			'dist',
			'coverage',
			'reports',
			'.stryker-tmp',
			'.playground',
			'.build',
			'**/node_modules',
			'**/__schema__/**',
			'**/tsconfig*.json',
			'**/package-lock.json',
		],
	},
	{ files: ['**/*.ts', '**/*.js', '**/*.mjs'], extends: [js.configs.recommended] },
	{ files: ['**/*.ts'], extends: [...tseslint.configs.recommended] },
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
		files: ['*.js', '*.mjs', 'scripts/*.mjs', 'test/support/*.js'],
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
	...rooms,
	{
		files: sources,
		// A function fits on a screen, and takes few parameters.
		rules: { 'max-lines-per-function': ['error', 40], 'max-params': ['error', 4] },
	},
);
