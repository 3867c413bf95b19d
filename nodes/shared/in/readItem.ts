import type { Field } from '../describe/field';
import { joinProblems, type Problem, toProblem } from '../errors/problem';
import type { AnyRun, Values } from '../run/operation';
import { defaultCountryCodeOption } from '../describe/options';
import { isDependencyOff, isShown, readField } from './readField';

/** Reads the fields of an item. @throws Problem with all invalid fields */
export function readItem(run: AnyRun, index: number, fields?: Field[]): Values {
	const { values, problems } = readItemWithProblems(run, index, fields);
	if (problems.length > 0) throw joinProblems(problems.map(([, problem]) => problem));
	return values;
}

export function readItemWithProblems(
	run: AnyRun,
	index: number,
	fields = run.stepFields,
): { values: Values; problems: Array<[name: string, problem: Problem]> } {
	const values: Values = {};
	const problems: Array<[string, Problem]> = [];
	const errorContext = run.errorContextOf(index);
	let countryCode: string | undefined;
	const isCountryCodeUsed = fields.some(
		({ name }) => name === 'phone' || name === defaultCountryCodeOption.name,
	);
	try {
		if (isCountryCodeUsed) countryCode = readDefaultCountryCode(run, index);
	} catch (error) {
		problems.push([defaultCountryCodeOption.name, toProblem(error, errorContext)]);
	}
	const hasCode = problems.length === 0;
	const reader = run.readerOf(index, countryCode);
	for (const field of fields) {
		const { name, isReadOnce } = field;
		// If the country code is invalid, an error about the phone would be misleading.
		if (isReadOnce || (name === 'phone' && !hasCode)) continue;
		try {
			if (!isShown(field, reader.read) || isDependencyOff(field, reader.read)) continue;
			values[name] = readField(field, reader);
		} catch (error) {
			problems.push([name, toProblem(error, errorContext)]);
		}
	}
	return { values, problems };
}

/**
 * Returns the default country code of the step, or else of the account. `+` means that phones include their
 * country code.
 *
 * @throws Problem or UserError with the field
 */
export function readDefaultCountryCode(run: AnyRun, index: number): string | undefined {
	const option = run.stepFields.find(({ name }) => name === defaultCountryCodeOption.name);
	const entered = option && readField(option, run.readerOf(index));
	return entered === undefined ? run.account.defaultCountryCode : String(entered);
}
