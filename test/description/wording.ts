const SMALL = /^(a|an|and|as|at|by|for|from|if|in|is|of|on|or|per|the|to|via|when|with)$/;

export const isTitleCase = (label: string): boolean =>
	!/\bId\b/.test(label) &&
	label
		.split(/[\s/]+/)
		.map((word) => word.replace(/^\W+/, ''))
		.every((word, index) => /^([A-Z0-9]|$)/.test(word) || (index > 0 && SMALL.test(word)));

/** Reports whether a text has a period only if it has several sentences. */
export function periodIsRight(text: string): boolean {
	const plain = text.replace(/<[^>]*>/g, '').replace(/e\.g\. |i\.e\. /g, '');
	return /[.!?] [A-Z]/.test(plain) ? /[.!?]$/.test(plain) : !plain.endsWith('.');
}

export const alphabetical = (labels: string[]): string[] =>
	[...labels].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));

/** Returns the texts that n8n would evaluate as an expression. */
export function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(expressionsIn);
}
