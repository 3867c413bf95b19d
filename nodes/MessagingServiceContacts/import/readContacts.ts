import { defaultCountryCodeOption } from '../../shared/describe/options';
import { joinProblems, createProblemCollector } from '../../shared/errors/problem';
import type { Run } from '../../shared/run/operation';
import { readDefaultCountryCode, readItem } from '../../shared/in/readItem';
import { formatIfDate } from '../../shared/values/dates';
import { parseEmail } from '../../shared/values/email';
import {
	ValidationError,
	type Parser,
	isBlank,
	describeValue,
	runWithLabel,
} from '../../shared/values/formats';
import { parsePhone } from '../../shared/values/phone';
import { parseSingleLine } from '../../shared/values/singleLine';
import { clearEmptyColumns, targetList } from '../fields';
import { createColumnNamer, createIdentifyingColumnFinder } from './headings';
import type { Contact } from './mergeContacts';
import { createColumnReader, type ColumnValue } from './readColumns';

export const PER_ITEM_FIELD_NAMES = [targetList, clearEmptyColumns, defaultCountryCodeOption].map(
	({ name }) => name,
);

const MAX_COLUMNS = 30;

const MAX_NAMED_HEADINGS = 10;

export const IDENTIFYING_COLUMN_PATTERN = /^(phone|email)$/;

/** A Map, because a column may be named like a property of every object, e.g. `constructor`. */
const PARSER_BY_COLUMN = new Map<string, Parser>(
	Object.entries({ phone: parsePhone, email: parseEmail }),
);

/** A value, with the name of its column in the service. */
interface Cell extends ColumnValue {
	columnName: string;
}

/**
 * @returns `contactOf`, which throws if the contact has neither phone nor email, too many columns, a duplicate
 *   or unnamed column, or an invalid name or value; `leftOut`, the input fields without a column
 */
export function createContactReader(run: Run) {
	const { label, inputOf, valuesOf, headings, useOf } = createColumnReader(run);
	const nameOf = createColumnNamer();
	const identifierOf = createIdentifyingColumnFinder(
		readEachItem(run.items.length, inputOf),
		headings,
	);
	const leftOut = new Set<string>();
	const perItem = run.stepFields.filter(({ name }) => PER_ITEM_FIELD_NAMES.includes(name));
	const cellOf = (value: ColumnValue): Cell[] => {
		const { heading, isAutoMapped } = value;
		return runWithLabel(value.fieldLabel, () => {
			const identifier = isAutoMapped && identifierOf(heading, value.value);
			const use = isAutoMapped && !identifier ? useOf(heading) : 'filled';
			if (use === 'left out') leftOut.add(heading);
			if (use !== 'filled') return [];
			return [{ ...value, columnName: identifier || nameOf(heading) }];
		});
	};
	const contactOf = (index: number): Contact => {
		const fields = readItem(run, index, perItem);
		const listId = fields[targetList.name] ?? '';
		const clears = fields[clearEmptyColumns.name] === 1;
		const values = valuesOf(index);
		const kept = values.filter(
			({ heading, value }) => !isBlank(value) || (clears && !isBlank(heading)),
		);
		const cells = kept
			.flatMap(cellOf)
			// A phone or an email is never cleared.
			.filter(
				({ value, columnName }) =>
					!isBlank(value) || !IDENTIFYING_COLUMN_PATTERN.test(columnName),
			);
		runWithLabel(label, () => assertColumns(cells, values));
		const hasOmittedEmptyColumn = !clears && kept.length < values.length;
		return { listId, columnValues: parseCells(run, index, cells), hasOmittedEmptyColumn };
	};
	return { label, leftOut, contactOf };
}

function* readEachItem<T>(count: number, read: (index: number) => T): Generator<T> {
	for (let index = 0; index < count; index++) yield read(index);
}

/** @param values the values of all columns, including empty values */
function assertColumns(cells: Cell[], values: ColumnValue[]): void {
	const names = cells.map(({ columnName }) => columnName);
	const wrong = (problem: string, advice: string) => new ValidationError(problem, advice);
	if (names.length > MAX_COLUMNS) {
		throw wrong(
			`has ${names.length} columns; an import takes at most ${MAX_COLUMNS}`,
			'Map fewer columns, or remove fields from the items before this step.',
		);
	}
	if (names.includes('')) {
		throw wrong(
			'has a column without a name',
			'Enter a name for the column, or leave its values empty.',
		);
	}
	const twice = names.find((name, position) => names.indexOf(name) < position);
	if (twice !== undefined) {
		const [first, second] = cells
			.filter(({ columnName }) => columnName === twice)
			.map(shortenHeading);
		throw wrong(
			`has "${first}" and "${second}", which are the same column`,
			'Keep one of the two columns. Letter case, spaces and invisible characters make no difference.',
		);
	}
	if (names.some((name) => IDENTIFYING_COLUMN_PATTERN.test(name))) return;
	const found = values.slice(0, MAX_NAMED_HEADINGS).map(({ heading }) => describeValue(heading));
	const more = values.length > MAX_NAMED_HEADINGS ? ', …' : '';
	throw wrong(
		'gives the contact neither a phone nor an email',
		`${found.length > 0 ? `The columns are ${found.join(', ')}${more}. ` : ''}Fill the column "phone" or "email". With Map Automatically, rename an input field to "phone" or "email".`,
	);
}

const shortenHeading = ({ heading }: ColumnValue) => heading.slice(0, 40);

/** @throws Problem with all invalid values */
function parseCells(run: Run, index: number, cells: Cell[]): Map<string, string> {
	const { problems, collect } = createProblemCollector(run.errorContextOf(index));
	const countryCode = readDefaultCountryCode(run, index);
	const texts = new Map<string, string>();
	for (const cell of cells) {
		const text = collect(() => parseCell(cell, run.zone, countryCode));
		texts.set(cell.columnName, text ?? '');
	}
	if (problems.length > 0) throw joinProblems(problems);
	return texts;
}

function parseCell(
	{ columnName, value, fieldLabel }: Cell,
	zone: string,
	countryCode?: string,
): string {
	if (isBlank(value)) return '';
	const entered = typeof value === 'boolean' ? String(value) : formatIfDate(value, zone);
	const parse = PARSER_BY_COLUMN.get(columnName) ?? parseSingleLine;
	try {
		return String(parse(entered, '', countryCode));
	} catch (error) {
		throw columnValueError(
			`${fieldLabel}: ${columnName.slice(0, 40)}`,
			entered,
			error as ValidationError,
		);
	}
}

const columnValueError = (label: string, values: unknown, { problem, advice }: ValidationError) =>
	new ValidationError(problem, advice, label, values);
