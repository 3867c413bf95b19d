import type { IDataObject } from 'n8n-workflow';
import { isTool, toolArguments } from '../../shared/http/n8nInternals';
import type { Run } from '../../shared/run/operation';
import { oneOf } from '../../shared/values/choices';
import { excerpt, isBlank, ValidationError, withLabel } from '../../shared/values/formats';
import { assertEvaluated, itemValues } from '../../shared/values/itemExpressions';
import { isRecord } from '../../shared/values/json';
import { singleLine } from '../../shared/values/singleLine';
import { additionalColumns, columns as mapper, MAPPER } from '../fields';
import { headingKey } from './headings';

const mappingMode = oneOf(['autoMapInputData', 'defineBelow']);
type MappingMode = 'autoMapInputData' | 'defineBelow';

/** A column that the user mapped or added, and the label of its field. */
interface Column {
	heading: string;
	read: (index: number) => unknown;
	label: string;
	/** Whether it was added without a value: mapped automatically, it is the input field of this name. */
	isOnlyName?: boolean;
}

/** A value that an item has for a column. */
export interface Value {
	heading: string;
	value: unknown;
	/** Label of the field that it is from. */
	label: string;
	/** Whether it is a field of the input, mapped automatically. */
	isInput?: true;
}

/**
 * Reads what fills the columns: the fields of the input if they are mapped automatically, or the columns that the
 * user mapped; and those that the user added.
 *
 * @throws ValidationError
 */
export function readColumns(run: Run) {
	const read = () => mappingMode(run.at(0)(`${mapper.name}.mappingMode`), '') as MappingMode;
	const mode = withLabel(MAPPER.mode, read);
	const label = MAPPER[mode];
	const isManual = mode === 'defineBelow';
	const inputOf = isManual ? () => [] : inputFields(run);
	const additional = readAdditional(run);
	const columns = [
		...(isManual ? readMapped(run) : []),
		...additional.filter(({ isOnlyName }) => isManual || !isOnlyName),
	];
	const valuesOf = (index: number): Value[] => [
		...inputOf(index).map(([heading, value]) => ({
			heading,
			value,
			label,
			isInput: true as const,
		})),
		...columns.map(({ read, ...column }) => ({ ...column, value: read(index) })),
	];
	const headings = columns.map(({ heading }) => heading);
	return { label, inputOf, valuesOf, headings, useOf: useOfInput(run, additional) };
}

/**
 * Tells whether an input field fills a column: one of the list, as the form shows it, or one that the user named.
 * A field of another name would become a column, and columns cannot be deleted.
 */
function useOfInput({ at }: Run, additional: Column[]) {
	const schema = at(0)(`${mapper.name}.schema`);
	const listed = (Array.isArray(schema) ? schema : []).map((column) =>
		String((column as IDataObject).id),
	);
	const named = additional.filter(({ isOnlyName }) => isOnlyName);
	const filled = new Set([...listed, ...named.map(({ heading }) => heading)].map(headingKey));
	const others = additional.filter(({ isOnlyName }) => !isOnlyName);
	const replaced = new Set(others.map(({ heading }) => headingKey(heading)));
	return (heading: string): 'filled' | 'replaced' | 'left out' => {
		const key = headingKey(heading);
		if (replaced.has(key)) return 'replaced';
		return filled.has(key) ? 'filled' : 'left out';
	};
}

/** What n8n's agents, chats and reviews add to the arguments of a tool. */
const AGENT_KEYS = ['action', 'chatInput', 'sessionId', 'tool', 'toolCallId'];

/**
 * The keys of each item. In a tool, the arguments of the call only: the input of the agent is no contact.
 *
 * @throws ValidationError if n8n does not tell the arguments
 */
function inputFields({
	context,
	items,
}: Run): (index: number) => Array<[heading: string, value: unknown]> {
	// Asked once, because n8n copies the whole node for each question.
	if (!isTool(context)) {
		// The error output of an earlier step sets hidden fields to `undefined`. Those columns stay unchanged.
		return (index) =>
			Object.entries(items[index].json ?? {}).filter(([, value]) => value !== undefined);
	}
	const callArguments = toolArguments(context);
	if (callArguments) {
		const fields = Object.entries(callArguments).filter(([name]) => !AGENT_KEYS.includes(name));
		return () => fields;
	}
	throw new ValidationError(
		'may read the input of the agent: this n8n mixes it with the arguments of the call',
		'Choose "Map Each Column Manually", or update n8n.',
		MAPPER.autoMapInputData,
	);
}

/** The columns of the resource mapper; all of them are evaluated together, once per item. */
function readMapped({ context, items, at }: Run): Column[] {
	const label = MAPPER.defineBelow;
	const path = `${mapper.name}.value`;
	const raw: unknown = context.getNodeParameter(path, 0, null, { rawExpressions: true }) ?? {};
	if (!isRecord(raw)) {
		const advice = 'Give each column a value, or an expression, of its own.';
		throw new ValidationError(`is ${excerpt(raw)}, which is not a column`, advice, label);
	}
	withLabel(label, () => assertEvaluated(raw));
	return Object.entries(raw).map(([heading, value]) => ({
		heading,
		label,
		read: itemValues(value, items, (index) => (at(index)(path) as IDataObject)[heading]),
	}));
}

/** The columns that are not in the list yet. @throws ValidationError for one without a name */
function readAdditional({ context, items, at }: Run): Column[] {
	const { name: option, displayName: label } = additionalColumns;
	const path = `options.${option}`;
	const read = (from: string) =>
		context.getNodeParameter(from, 0, null, { rawExpressions: true }) as IDataObject[] | null;
	const raw = read(`${path}.column`) ?? [];
	// n8n empties the option if one expression sets all columns.
	if (raw.length === 0 && read(path) !== null) {
		const advice = 'Add each column with a name and a value, or remove this option.';
		throw new ValidationError('has no column', advice, label);
	}
	withLabel(label, () => assertEvaluated(raw));
	return raw.map(({ value }, position) => {
		// Without its value: that of the first item may throw, and the others are still imported.
		const name = at(0)(`${path}.column[${position}].name`);
		if (isBlank(name)) {
			const advice = 'Name the column, or remove it.';
			throw new ValidationError('has a column without a name', advice, label);
		}
		const heading = String(withLabel(label, () => singleLine(name, '')));
		const evaluate = (index: number) =>
			(at(index)(`${path}.column`) as IDataObject[])[position].value;
		const isOnlyName = isBlank(value);
		return { heading, label, read: itemValues(value, items, evaluate), isOnlyName };
	});
}
