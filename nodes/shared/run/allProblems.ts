import type { Field } from '../describe/field';
import { joinProblems, type Problem, problemsOf, toProblem } from '../errors/problem';
import type { AnyRun } from './operation';
import { countryCodeOf } from './options/countryCode';
import { formFields } from './options/stepOptions';
import { isOff, isShown, readField } from './readField';

/**
 * Reads an item. If something of it is wrong, all its other fields are read too, so that one error names all
 * that has to be corrected.
 *
 * @throws Problem
 */
export function withAllProblems<T>(run: AnyRun, index: number, read: () => T): T {
	try {
		return read();
	} catch (error) {
		const first = toProblem(error, run.where(index));
		throw joinProblems([first, ...otherProblems(run, index, first.label)]);
	}
}

/** The problems of the other fields of an item, in the order of the form. */
function otherProblems(run: AnyRun, index: number, known?: string): Problem[] {
	const { problems, collect } = problemsOf(run.where(index));
	const countryCode = collect(() => countryCodeOf(run, index));
	const reader = run.item(index, countryCode);
	const hasCode = problems.length === 0;
	for (const field of formFields(run.operation)) {
		if (field.displayName === known || !hasOneValue(field)) continue;
		// Without the code, a phone that needs it is no phone.
		if (field.name === 'phone' && !hasCode) continue;
		collect(() => {
			if (isShown(field, reader.read) && !isOff(field, reader.read)) readField(field, reader);
		});
	}
	return problems;
}

const hasOneValue = ({ type }: Field): boolean =>
	!['notice', 'fixedCollection', 'resourceMapper'].includes(type);
