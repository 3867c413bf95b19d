import type { IDataObject } from 'n8n-workflow';
import type { ResponseShape } from '../../nodes/shared/api/responseShapes';
import { addStatusFlags, pickIdentifiers } from '../../nodes/shared/response/addedFields';
import { isRecord } from '../../nodes/shared/values/json';
import type { Schema } from '../docs/describe/schema';
import type { Reading } from './readings';

/** Differences between a response and its documentation, in names and types. Contains no values. */
export interface Differences {
	records: 'no record' | 'one record' | 'several records';
	differences: string[];
}

/** Fields that the package adds to records, so schemas have them and responses do not. */
const ADDED = new Set([
	...Object.keys(addStatusFlags({}, 'recipient')),
	...Object.keys(addStatusFlags({}, 'mailing')),
]);

const kindOf = (value: unknown): string => {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	return typeof value === 'object' ? 'record' : typeof value;
};

/** Hides a field name that may be account data, because a map can have e.g. IDs as keys. */
const safeName = (name: string): string => {
	if (/^\d+$/.test(name)) return '<number>';
	return /^[a-z][a-zA-Z0-9_]{0,39}$/.test(name) ? name : '<other name>';
};

/** Types of fields by path, e.g. `success[].phone`. */
type Kinds = Map<string, Set<string>>;

/** Maximum depth of a compared field. The service's records are less deep. */
const DEEPEST = 5;

function collect(value: unknown, path: string, into: Kinds, depth = 0): void {
	if (path !== '') into.set(path, (into.get(path) ?? new Set()).add(kindOf(value)));
	if (depth > DEEPEST) return;
	if (Array.isArray(value))
		for (const entry of value) collect(entry, `${path}[]`, into, depth + 1);
	if (!isRecord(value)) return;
	for (const [name, field] of Object.entries(value)) {
		collect(field, path === '' ? safeName(name) : `${path}.${safeName(name)}`, into, depth + 1);
	}
}

/**
 * Returns the documented fields of a response by path, without fields that the node or its options
 * add.
 */
function documented(schema: Schema, path = ''): Map<string, Schema> {
	const found = new Map<string, Schema>();
	for (const [name, fieldSchema] of Object.entries(schema.properties ?? {})) {
		if (ADDED.has(name) || fieldSchema.description?.startsWith('Only with')) continue;
		// The package renames `error`, because n8n treats an item with an `error` as failed.
		const fieldPath = path + (name === 'error_text' ? 'error' : name);
		found.set(fieldPath, fieldSchema);
		if (!fieldSchema.items) continue;
		found.set(`${fieldPath}[]`, fieldSchema.items);
		for (const [deep, nestedSchema] of documented(fieldSchema.items, `${fieldPath}[].`))
			found.set(deep, nestedSchema);
	}
	return found;
}

const KINDS: Record<string, string> = { array: 'list', object: 'record' };
const kindsOf = ({ type = [] }: Schema) => [type].flat().map((kind) => KINDS[kind] ?? kind);

const isAllowed = (kind: string, kinds: string[]) =>
	kinds.includes(kind) || (kind === 'integer' && kinds.includes('number'));

/** Returns `success[]` for `success[].phone`, and '' for a field of the record itself. */
const parentOf = (path: string): string =>
	path.endsWith('[]') ? path.slice(0, -2) : path.slice(0, Math.max(path.lastIndexOf('.'), 0));

/** @param requestIds IDs of the request, which a record need not repeat */
function differencesOf(records: unknown[], expected: Map<string, Schema>, requestIds: Set<string>) {
	const found: Kinds = new Map();
	for (const record of records) collect(record, '', found);
	const isIn = (paths: ReadonlyMap<string, unknown>, path: string) =>
		path === '' || paths.has(path);
	const missing = [...expected].filter(
		([path, schema]) =>
			!found.has(path) &&
			isIn(found, parentOf(path)) &&
			!requestIds.has(path) &&
			// The service may omit an empty list.
			!path.endsWith('[]') &&
			!kindsOf(schema).includes('list'),
	);
	const added = [...found.keys()].filter(
		(path) => !expected.has(path) && isIn(expected, parentOf(path)),
	);
	const types = [...found].flatMap(([path, kinds]) => {
		const wanted = kindsOf(expected.get(path) ?? {});
		const others = [...kinds].filter((kind) => !isAllowed(kind, wanted));
		if (wanted.length === 0 || others.length === 0) return [];
		return [`${path} (${others.join(' or ')}, not ${wanted.join(' or ')})`];
	});
	return [
		...listed(
			'missing',
			missing.map(([path]) => path),
		),
		...listed('new', added),
		...listed('type', types),
	];
}

const listed = (title: string, entries: string[]) =>
	entries.length > 0 ? [`${title}: ${entries.join(', ')}`] : [];

/** Unwraps the records of a body, and describes how the envelope differs from the documentation. */
function unwrap(
	body: unknown,
	{ expectedData, dataKey: key, envelopeStatus: status }: ResponseShape,
) {
	if (key === undefined || expectedData === 'anything') {
		const isInside = isRecord(body) && typeof body.result === 'object' && body.result !== null;
		const { records, shape } = entriesOf(isInside ? body.result : body, expectedData);
		const outside = isInside && expectedData !== 'anything' ? ['inside result'] : [];
		return { records, shape: [...outside, ...shape] };
	}
	if (!isRecord(body)) {
		const { records, shape } = entriesOf(body, expectedData);
		return { records, shape: [`no record with ${key} around it`, ...shape] };
	}
	const beside = Object.keys(body).filter((name) => ![key, 'status'].includes(name));
	const { records, shape } = entriesOf(body[key], expectedData);
	const outside = [
		...(key in body ? [] : [`no ${key}`]),
		...(status !== undefined && body.status === undefined ? ['no status'] : []),
		...listed(`beside ${key}`, [...new Set(beside.map(safeName))]),
	];
	return { records, shape: [...outside, ...shape] };
}

function entriesOf(data: unknown, expects: ResponseShape['expectedData']) {
	if (data === undefined) return { records: [], shape: [] };
	const isList = Array.isArray(data);
	const records: unknown[] = isList ? data : [data];
	if (expects === 'list' && !isList) {
		const entries = isRecord(data) ? Object.values(data) : [];
		// Does not show the keys of a map, because the keys are account data, e.g. IDs.
		const isMap = entries.length > 0 && entries.every(isRecord);
		if (isMap) return { records: entries, shape: ['map of records, not a list'] };
		return { records, shape: [`${kindOf(data)}, not a list`] };
	}
	if (typeof expects === 'object' && !isRecord(data)) {
		const kind = isList ? `list of ${data.length === 1 ? 'one' : 'several'}` : kindOf(data);
		return { records, shape: [`${kind}, not a record`] };
	}
	return { records, shape: [] };
}

export function compare(body: unknown, reading: Reading, sent: IDataObject): Differences {
	const { records, shape } = unwrap(body, reading.endpoint.response);
	const { schema, besides, endpoint } = reading;
	const count = records.length;
	const number = count === 0 ? 'no record' : count === 1 ? 'one record' : 'several records';
	const outside = listed('shape', shape);
	if (!schema || count === 0) return { records: number, differences: outside };
	const { expectedData } = endpoint.response;
	const requestIds = new Set(Object.keys(pickIdentifiers(sent)));
	if (typeof expectedData === 'object') requestIds.delete(expectedData.requiredKey);
	const expected = documented({ properties: { ...schema.properties, ...besides } });
	return {
		records: number,
		differences: [...outside, ...differencesOf(records, expected, requestIds)],
	};
}

/** Describes the shape of an undocumented response. Shows only the names in `safeNames`. */
export function shapeOf(body: unknown, safeNames: Set<string>, depth = 0): string {
	if (depth > DEEPEST) return kindOf(body);
	if (Array.isArray(body)) {
		const kinds = new Set(body.map((entry: unknown) => shapeOf(entry, safeNames, depth + 1)));
		return kinds.size === 0 ? 'empty list' : `list of ${[...kinds].join(' or ')}`;
	}
	if (!isRecord(body)) return kindOf(body);
	const entries = Object.entries(body);
	const parts = new Set(
		entries.map(([name, field]) => {
			const kind = shapeOf(field, safeNames, depth + 1);
			if (/^\d+$/.test(name)) return `<number>: ${kind}`;
			return `${safeNames.has(name) ? name : '<other name>'}: ${kind}`;
		}),
	);
	return `{ ${[...parts].join(', ')} }`;
}

/** Returns all documented field names, which reveal nothing about an account. */
export const knownNames = (all: Reading[]): Set<string> =>
	new Set([
		...['status', 'result', 'data', 'error', 'message', 'id', 'name', 'title'],
		...['alphaname', 'alphaname_id', 'vibername', 'vibername_id'],
		...all.flatMap(({ schema }) => Object.keys(schema?.properties ?? {})),
	]);
