/**
 * Automatically mapped columns as n8n saves them. `names` are the columns besides phone and email.
 */
export const autoColumns = (names: Iterable<string> = []) => ({
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: [],
	schema: [...new Set(['phone', 'email', ...names])].map((id) => ({ id })),
});
