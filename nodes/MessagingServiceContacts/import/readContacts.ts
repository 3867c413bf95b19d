import { countryCodeOf } from '../../shared/run/options/countryCode';
import { readField } from '../../shared/run/readField';
import { asOption } from '../../shared/describe/field';
import type { Run } from '../../shared/run/operation';
import { email } from '../../shared/values/email';
import { phone } from '../../shared/values/phone';
import {
	ValidationError,
	type Parser,
	isBlank,
	excerpt,
	withLabel,
} from '../../shared/values/formats';
import { dateAsText } from '../../shared/values/dates';
import { singleLine } from '../../shared/values/singleLine';
import { clearEmpty, columns as mapper } from '../fields';
import { columnNames } from './columnNames';
import { columnNamer, type NamedValue } from './identifierNames';
import { inputFields } from './inputFields';
import { readColumns } from './readColumns';

/** At most so many custom fields per import. */
const FIELDS = 30;

/** One contact: its fields, and their values in the same order. What is absent stays as it is. */
export interface Contact {
	names: string[];
	values: string[];
	/** Whether empty values were omitted. */
	hasEmpty?: boolean;
}

/** Headings that an error shows. */
const SHOWN = 10;

/** What the service knows a contact by. */
const IDENTIFIERS = /^(phone|email)$/;

/** A map: a column may have the name of something that every object has. */
const FORMATS = new Map<string, Parser>(Object.entries({ phone, email }));

/**
 * Reads the contact of an item: its own keys with automatic mapping, else what the columns hold, and
 * the columns that a person added.
 *
 * @returns a function that throws ValidationError if the contact has neither phone nor email, too many
 * fields, a field twice, without a name or with one that cannot be sent, or a value that is no text
 */
export function contactReader(run: Run): (index: number) => Contact {
	const { displayName: label } = mapper;
	const { isMapped, columns } = readColumns(run);
	const nameOf = columnNames();
	const fieldsOf = isMapped ? () => [] : inputFields(run, label);
	const added = columns.map(([heading]) => heading);
	const named = columnNamer(eachOf(run.items.length, fieldsOf), nameOf, added);
	return (index) => {
		const countryCode = countryCodeOf(run, index);
		const clears = readField(asOption(clearEmpty), run.item(index)) === 1;
		const contact: Contact = { names: [], values: [] };
		const headings: string[] = [];
		const wrong: ValidationError[] = [];
		const add = ([heading, value, name]: NamedValue, shownAs: string) => {
			if (isBlank(value) && IDENTIFIERS.test(name)) return;
			headings.push(heading);
			contact.names.push(name);
			const given = dateAsText(value, run.zone);
			contact.values.push(collect(wrong, () => formatted(name, given, shownAs, countryCode)));
		};
		const isKept = ([heading, value]: [string, unknown]) => {
			if (!isBlank(value)) return true;
			if (!isBlank(heading)) contact.hasEmpty = !clears;
			return clears && !isBlank(heading);
		};
		const fields = fieldsOf(index);
		for (const one of withLabel(label, () => named(fields.filter(isKept)))) add(one, label);
		for (const [heading, read, shownAs] of columns) {
			const field: [string, unknown] = [heading, read(index)];
			if (isKept(field)) add([...field, withLabel(shownAs, () => nameOf(heading))], shownAs);
		}
		const given = [
			...fields.map(([heading]) => heading),
			...columns.map(([heading]) => heading),
		];
		assertColumns(headings, contact.names, given, label);
		if (wrong.length > 0) throw allOf(wrong);
		return contact;
	};
}

function* eachOf<T>(count: number, read: (index: number) => T): Generator<T> {
	for (let index = 0; index < count; index++) yield read(index);
}

/**
 * @param headings of the columns that have a value
 * @param names the same as the service knows them
 * @param given the headings of all columns
 */
function assertColumns(headings: string[], names: string[], given: string[], label: string): void {
	if (names.length > FIELDS) {
		throw new ValidationError(
			`have ${names.length} fields; an import takes at most ${FIELDS}`,
			'Map fewer columns, or remove keys from the items before this step.',
			label,
		);
	}
	const unnamed = names.indexOf('');
	if (unnamed >= 0) {
		const advice = 'Name the column, or leave its values empty.';
		throw new ValidationError('have one without a name', advice, label);
	}
	const twice = names.findIndex((name, position) => names.indexOf(name) < position);
	if (twice >= 0) {
		const both = [names.indexOf(names[twice]), twice].map(
			(position) => `"${headings[position].slice(0, 40)}"`,
		);
		throw new ValidationError(
			`have ${both.join(' and ')} for one column`,
			'Keep one of them. Letter case, blanks and invisible characters make no difference.',
			label,
		);
	}
	if (!names.includes('phone') && !names.includes('email')) {
		const found = given.slice(0, SHOWN).map((heading) => excerpt(heading));
		const more = given.length > SHOWN ? ', …' : '';
		throw new ValidationError(
			'give the contact neither a phone nor an email',
			`${found.length > 0 ? `There are ${found.join(', ')}${more}. ` : ''}Fill the column phone or email. With Map Automatically, name an input field so.`,
			label,
		);
	}
}

function formatted(name: string, value: unknown, label: string, countryCode?: string): string {
	if (isBlank(value)) return '';
	const given = typeof value === 'boolean' ? String(value) : value;
	try {
		return String((FORMATS.get(name.toLowerCase()) ?? singleLine)(given, '', countryCode));
	} catch (error) {
		throw columnError(`${label}: ${name.slice(0, 40)}`, value, error as ValidationError);
	}
}

/** What is read; empty if it is wrong, which is added to the others. */
function collect(wrong: ValidationError[], read: () => string): string {
	try {
		return read();
	} catch (error) {
		wrong.push(error as ValidationError);
		return '';
	}
}

/** One error of all values that are wrong. */
function allOf(wrong: ValidationError[]): ValidationError {
	const [first, ...others] = wrong;
	if (others.length === 0) return first;
	const problems = others.map(({ label, problem }) => `'${label}' ${problem}`);
	const advice = wrong.map((one) => `'${one.label}': ${one.advice}`).join(' ');
	return new ValidationError([first.problem, ...problems].join('. '), advice, first.label);
}

const columnError = (label: string, given: unknown, { problem, advice }: ValidationError) =>
	new ValidationError(problem, advice, label, given);
