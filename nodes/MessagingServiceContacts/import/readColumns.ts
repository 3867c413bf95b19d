import type { IDataObject } from 'n8n-workflow';
import { isTool, getToolArguments } from '../../shared/http/n8nInternals';
import type { Run } from '../../shared/run/operation';
import { exactOptionParser } from '../../shared/values/choices';
import { describeValue, isBlank, ValidationError, runWithLabel } from '../../shared/values/formats';
import {
	assertNoUnevaluatedCode,
	createItemValueReader,
} from '../../shared/values/itemExpressions';
import { isRecord } from '../../shared/values/json';
import { parseSingleLine } from '../../shared/values/singleLine';
import { additionalColumns, columns as mapper, MAPPER_LABELS } from '../fields';
import { toHeadingKey } from './headings';

const parseMappingMode = exactOptionParser(['autoMapInputData', 'defineBelow']);
type MappingMode = 'autoMapInputData' | 'defineBelow';

interface Column {
	heading: string;
	readValue: (index: number) => unknown;
	/** Label of the n8n field that contains the column. Used in errors. */
	fieldLabel: string;
	/**
	 * True if the user added the column without a value. With Map Automatically, the input field of
	 * the same name fills such a column.
	 */
	hasNoValue?: boolean;
}

export interface ColumnValue {
	heading: string;
	value: unknown;
	fieldLabel: string;
	/** True if Map Automatically took the value from an input field. */
	isAutoMapped?: true;
}

/**
 * Reads the columns of an import: input fields or mapped columns, and the columns that the user added.
 *
 * @throws ValidationError
 */
export function createColumnReader(run: Run) {
	const read = () =>
		parseMappingMode(run.parameterReaderOf(0)(`${mapper.name}.mappingMode`), '') as MappingMode;
	const mode = runWithLabel(MAPPER_LABELS.mode, read);
	const label = MAPPER_LABELS[mode];
	const isManual = mode === 'defineBelow';
	const inputOf = isManual ? () => [] : createInputFieldReader(run);
	const additional = readAdditionalColumns(run);
	const columns = [
		...(isManual ? readMappedColumns(run) : []),
		...additional.filter(({ hasNoValue }) => isManual || !hasNoValue),
	];
	const valuesOf = (index: number): ColumnValue[] => [
		...inputOf(index).map(([heading, value]) => ({
			heading,
			value,
			fieldLabel: label,
			isAutoMapped: true as const,
		})),
		...columns.map(({ readValue, ...column }) => ({ ...column, value: readValue(index) })),
	];
	const headings = columns.map(({ heading }) => heading);
	return {
		label,
		inputOf,
		valuesOf,
		headings,
		useOf: createInputFieldClassifier(run, additional),
	};
}

/**
 * Returns a function that classifies an input field. A field fills a column only if the form lists the column,
 * or if the user added the column without a value. Any other field would create a column, and columns cannot be
 * deleted.
 */
function createInputFieldClassifier({ parameterReaderOf }: Run, additional: Column[]) {
	const schema = parameterReaderOf(0)(`${mapper.name}.schema`);
	const listed = (Array.isArray(schema) ? schema : []).map((column) =>
		String((column as IDataObject).id),
	);
	const named = additional.filter(({ hasNoValue }) => hasNoValue);
	const filled = new Set([...listed, ...named.map(({ heading }) => heading)].map(toHeadingKey));
	const others = additional.filter(({ hasNoValue }) => !hasNoValue);
	const replaced = new Set(others.map(({ heading }) => toHeadingKey(heading)));
	return (heading: string): 'filled' | 'replaced' | 'left out' => {
		const key = toHeadingKey(heading);
		if (replaced.has(key)) return 'replaced';
		return filled.has(key) ? 'filled' : 'left out';
	};
}

/** Keys that n8n's agents, chats and reviews add to the arguments of a tool call. */
const KEYS_ADDED_BY_AGENTS = ['action', 'chatInput', 'sessionId', 'tool', 'toolCallId'];

/**
 * Returns a function that reads the fields of an item. For a tool, the fields are the arguments of the call,
 * because the input of the agent is not a contact.
 *
 * @throws ValidationError if arguments and input cannot be distinguished
 */
function createInputFieldReader({
	context,
	items,
}: Run): (index: number) => Array<[heading: string, value: unknown]> {
	// Calls `isTool` once for all items, because n8n copies the whole node at each call.
	if (!isTool(context)) {
		// The error output of an earlier step sets hidden fields to `undefined`. These values must not clear
		// columns.
		return (index) =>
			Object.entries(items[index].json ?? {}).filter(([, value]) => value !== undefined);
	}
	const callArguments = getToolArguments(context);
	if (callArguments) {
		const fields = Object.entries(callArguments).filter(
			([name]) => !KEYS_ADDED_BY_AGENTS.includes(name),
		);
		return () => fields;
	}
	throw new ValidationError(
		'cannot be used in a tool, because this version of n8n mixes the input of the agent with the arguments of the tool call',
		'Choose "Map Each Column Manually", or update n8n.',
		MAPPER_LABELS.autoMapInputData,
	);
}

function readMappedColumns({ context, items, parameterReaderOf }: Run): Column[] {
	const label = MAPPER_LABELS.defineBelow;
	const path = `${mapper.name}.value`;
	const raw: unknown = context.getNodeParameter(path, 0, null, { rawExpressions: true }) ?? {};
	if (!isRecord(raw)) {
		const advice = 'Give each column its own value or expression.';
		throw new ValidationError(`is ${describeValue(raw)}, which is not a column`, advice, label);
	}
	runWithLabel(label, () => assertNoUnevaluatedCode(raw));
	return Object.entries(raw).map(([heading, value]) => ({
		heading,
		fieldLabel: label,
		readValue: createItemValueReader(
			value,
			items,
			(index) => (parameterReaderOf(index)(path) as IDataObject)[heading],
		),
	}));
}

/** @throws ValidationError for a column without a name */
function readAdditionalColumns({ context, items, parameterReaderOf }: Run): Column[] {
	const { name: option, displayName: label } = additionalColumns;
	const path = `options.${option}`;
	const read = (from: string) =>
		context.getNodeParameter(from, 0, null, { rawExpressions: true }) as IDataObject[] | null;
	const raw = read(`${path}.column`) ?? [];
	// n8n also empties the option if a single expression sets all columns.
	if (raw.length === 0 && read(path) !== null) {
		const advice = 'Add each column with a name and a value, or remove this option.';
		throw new ValidationError('has no column', advice, label);
	}
	runWithLabel(label, () => assertNoUnevaluatedCode(raw));
	return raw.map(({ value }, position) => {
		// Reads the name of the column from item 0, but not its value, because an error in the value must not
		// prevent the import of other contacts.
		const name = parameterReaderOf(0)(`${path}.column[${position}].name`);
		if (isBlank(name)) {
			const advice = 'Enter a name for the column, or remove the column.';
			throw new ValidationError('has a column without a name', advice, label);
		}
		const heading = String(runWithLabel(label, () => parseSingleLine(name, '')));
		const evaluate = (index: number) =>
			(parameterReaderOf(index)(`${path}.column`) as IDataObject[])[position].value;
		const hasNoValue = isBlank(value);
		return {
			heading,
			fieldLabel: label,
			readValue: createItemValueReader(value, items, evaluate),
			hasNoValue,
		};
	});
}
