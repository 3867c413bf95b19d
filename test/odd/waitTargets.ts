import type { Form } from './documented/forms';
import type { OddField } from './model';
import type { Target } from './target';

/** Several recipients are several requests: test/wait has them. */
const isSeveral = (given: unknown): boolean =>
	Array.isArray(given) || (typeof given === 'string' && /[,;\n]/.test(given));

/** One value of a list, e.g. of the phones. */
const oneOfList = (form: Form): Form => ({
	...form,
	judge: (given) => (isSeveral(given) ? [] : form.judge(given)),
});

/** One input item is one wait, and only a step can wait. */
export const waitTarget = (target: Target, field: OddField): Target => ({
	...target,
	isPerItem: false,
	hasFile: true,
	form: ['phone', 'email'].includes(field.key) ? oneOfList(field.form) : target.form,
});
