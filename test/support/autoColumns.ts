/** What n8n saves of columns that are mapped automatically, for a list with these columns besides phone and email. */
export const autoColumns = (names: Iterable<string> = []) => ({
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: [],
	schema: [...new Set(['phone', 'email', ...names])].map((id) => ({ id })),
});
