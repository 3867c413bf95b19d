import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words that are never right, with replacements. */
const words = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'words.json'), 'utf8'));
const UNUSED = new RegExp(`\\b(${Object.keys(words).join('|').replaceAll(' ', '\\s+')})\\b`, 'i');

/** Noun clauses that depend on the preceding text. */
const CLAUSE = /^(Of|What|Whether|That|How|Who|Whose|Whom)\b/;

const textOf = ({ value }) => value.replace(/^\s*\*+ ?/gm, '').trim();

/**
 * ESLint rule: a comment does not begin with a noun clause, and has none of the words in
 * words.json.
 */
export const wording = {
	meta: {
		type: 'suggestion',
		schema: [],
		messages: {
			clause: 'A comment begins with a verb or a noun, not with "{{ word }}": docs/development/wording.md.',
			word: 'Write "{{ instead }}" instead of "{{ word }}".',
		},
	},
	create: (context) => ({
		Program() {
			let previous;
			for (const comment of context.sourceCode.getAllComments()) {
				const text = textOf(comment);
				const isContinued =
					comment.type === 'Line' &&
					previous?.loc.end.line === comment.loc.start.line - 1;
				const [, word] = (!isContinued && CLAUSE.exec(text)) || [];
				if (word) context.report({ loc: comment.loc, messageId: 'clause', data: { word } });
				const unused = UNUSED.exec(text)?.[1];
				if (unused) {
					const instead = words[unused.toLowerCase().replace(/\s+/g, ' ')];
					context.report({
						loc: comment.loc,
						messageId: 'word',
						data: { word: unused, instead },
					});
				}
				previous = comment.type === 'Line' ? comment : undefined;
			}
		},
	}),
};
