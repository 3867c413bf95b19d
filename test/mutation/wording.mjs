/**
 * Properties with texts for users. Mutants of these texts are ignored, because only their rules are
 * tested (structure.test.ts).
 */
const labels = new Set(['displayName', 'description', 'hint', 'placeholder', 'action']);

const isLabel = (path) =>
	(path.isStringLiteral() || path.isTemplateLiteral()) &&
	path.parentPath?.isObjectProperty() &&
	path.key === 'value' &&
	labels.has(path.parentPath.node.key.name);

export const strykerPlugins = [
	{
		kind: 'Ignore',
		name: 'wording',
		value: { shouldIgnore: (path) => (isLabel(path) ? 'a text for people' : undefined) },
	},
];
