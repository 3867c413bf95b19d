import type { Field } from '../describe/field';
import { joinProblems, type Problem, toProblem } from '../errors/problem';
import type { AnyRun, Values } from '../run/operation';
import { defaultCountryCode } from '../describe/options';
import { isOff, isShown, readField } from './readField';

/**
 * Reads the fields of an item, each once.
 *
 * @throws Problem that names every field that is wrong
 */
export function readItem(run: AnyRun, index: number, fields?: Field[]): Values {
	const { values, problems } = tryItem(run, index, fields);
	if (problems.length > 0) throw joinProblems(problems.map(([, problem]) => problem));
	return values;
}

/** Reads the fields of an item, each once, with the problem of each that is wrong by its name. */
export function tryItem(
	run: AnyRun,
	index: number,
	fields = run.fields,
): { values: Values; problems: Array<[name: string, problem: Problem]> } {
	const values: Values = {};
	const problems: Array<[string, Problem]> = [];
	const where = run.where(index);
	let countryCode: string | undefined;
	try {
		countryCode = countryCodeOf(run, index);
	} catch (error) {
		problems.push([defaultCountryCode.name, toProblem(error, where)]);
	}
	const hasCode = problems.length === 0;
	const reader = run.item(index, countryCode);
	for (const field of fields) {
		const { name, isOfRun } = field;
		// Without the code, a phone that needs it is no phone.
		if (isOfRun || (name === 'phone' && !hasCode)) continue;
		try {
			if (!isShown(field, reader.read) || isOff(field, reader.read)) continue;
			values[name] = readField(field, reader);
		} catch (error) {
			problems.push([name, toProblem(error, where)]);
		}
	}
	return { values, problems };
}

/**
 * The default country code of an item: the step's, or else the account's. `+` if all phones include theirs.
 *
 * @throws Problem or UserError that names the field
 */
export function countryCodeOf(run: AnyRun, index: number): string | undefined {
	const option = run.fields.find(({ name }) => name === defaultCountryCode.name);
	const entered = option && readField(option, run.item(index));
	return entered === undefined ? run.account.countryCode : String(entered);
}
