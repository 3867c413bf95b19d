import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../../shared/run/operation';
import { oneOf } from '../../shared/values/choices';
import { excerpt, isBlank, ValidationError, withLabel } from '../../shared/values/formats';
import { singleLine } from '../../shared/values/singleLine';
import { assertEvaluated, itemValues } from '../../shared/values/itemExpressions';
import { isRecord } from '../../shared/values/json';
import { additionalColumns, columns as mapper } from '../fields';

const mappingMode = oneOf(['autoMapInputData', 'defineBelow']);

/** A column with what its field is called on screen. */
type Column = [name: string, read: (index: number) => unknown, label: string];

/** Whether a person maps each column. @throws ValidationError for another mode */
const isMapped = (at: Run['at']): boolean => {
	const mode = at(0)(`${mapper.name}.mappingMode`);
	return withLabel(mapper.displayName, () => mappingMode(mode, '')) === 'defineBelow';
};

/**
 * The columns that a person mapped or added, with their values by item.
 *
 * @throws ValidationError
 */
export function readColumns(run: Run) {
	const mapsEach = isMapped(run.at);
	const columns = [...(mapsEach ? mapped(run) : []), ...added(run)];
	return { isMapped: mapsEach, columns };
}

/** The columns of the resource mapper; all of them are evaluated together, once per item. */
function mapped({ context, items, at }: Run): Column[] {
	const { displayName: label } = mapper;
	const path = `${mapper.name}.value`;
	const raw: unknown = context.getNodeParameter(path, 0, null, { rawExpressions: true }) ?? {};
	if (!isRecord(raw)) {
		const advice = 'Give each column a value, or an expression, of its own.';
		throw new ValidationError(`are ${excerpt(raw)}, which is not a column`, advice, label);
	}
	withLabel(label, () => assertEvaluated(raw));
	return Object.entries(raw).map(([name, value]) => [
		name,
		itemValues(value, items, (index) => (at(index)(path) as IDataObject)[name]),
		label,
	]);
}

/** The columns that are not in the list yet. @throws ValidationError for one without a name */
function added({ context, items, at }: Run): Column[] {
	const { name: option, displayName: label } = additionalColumns;
	const path = `options.${option}`;
	const read = (from: string) =>
		context.getNodeParameter(from, 0, null, { rawExpressions: true }) as IDataObject[] | null;
	const raw = read(`${path}.column`) ?? [];
	// n8n empties the option if one expression sets all columns.
	if (raw.length === 0 && read(path) !== null) {
		const advice = 'Add each column with a name and a value, or remove this option.';
		throw new ValidationError('have no column', advice, label);
	}
	withLabel(label, () => assertEvaluated(raw));
	return raw.map(({ value }, position) => {
		// Without its value: that of the first item may throw, and the others are still imported.
		const name = at(0)(`${path}.column[${position}].name`);
		if (isBlank(name)) {
			const advice = 'Name the column, or remove it.';
			throw new ValidationError('have one without a name', advice, label);
		}
		const heading = String(withLabel(label, () => singleLine(name, '')));
		const evaluate = (index: number) =>
			(at(index)(`${path}.column`) as IDataObject[])[position].value;
		return [heading, itemValues(value, items, evaluate), label];
	});
}
