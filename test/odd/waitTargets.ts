import type { OddField } from './model';
import type { Target } from './target';

/** Several recipients are several requests: test/wait has them. */
const isSeveral = (given: unknown): boolean =>
	Array.isArray(given) || (typeof given === 'string' && /[,;\n]/.test(given));

/** One input item is one wait, and only a step can wait. */
export const waitTarget = (target: Target, { key }: OddField): Target => ({
	...target,
	isPerItem: false,
	hasFile: true,
	expected: (given, manner) =>
		/^(phone|email)$/i.test(key) && isSeveral(given) ? [] : target.expected(given, manner),
});
