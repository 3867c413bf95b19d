import type { IDataObject } from 'n8n-workflow';
import { apiTable, type ApiOperation, type ApiOperationName, type Place } from './apiTable';
import type { ContractRow, Exchange, SentFile } from './row';
import { origin, token } from '../support/engine/credentials';
import type { Pair, SentRequest } from '../support/engine/service';
import { interfaceTable } from './interfaceTable';

/** The parts of a request that the API document specifies, sorted by name, for comparison. */
export interface WireRequest {
	method: string;
	path: string;
	query: Pair[];
	form?: Pair[];
	files?: Array<[name: string, file: SentFile]>;
	json?: unknown;
	/** A body of any other kind. */
	otherBody?: string;
}

const sorted = (pairs: Pair[]): Pair[] =>
	[...pairs].sort(([a, x], [b, y]) => a.localeCompare(b) || x.localeCompare(y));

export function apiOf({ node, resource, operation }: ContractRow): ApiOperation {
	const found = interfaceTable.find(
		([n, r, o]) => n === node && r === resource && o === operation,
	);
	if (!found) throw new Error(`${node} ${resource}:${operation} is not in the interface table`);
	return apiTable[found[3]];
}

/** Returns the query parameters of an object. */
const flat = (value: unknown, name = ''): Pair[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) =>
				flat(inner, name === '' ? key : `${name}[${key}]`),
			)
		: [[name, String(value)]];

/** Returns the parameters, or nothing if the URL would exceed 8,000 bytes. */
function fitting(path: string, pairs: Pair[]): Pair[] {
	const all: Pair[] = [...pairs, ['token', token]];
	const query = all.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
	return `${origin}${path}?${query}`.length <= 8_000 ? pairs : [];
}

/**
 * Returns the expected request of a contract row, with method, path and token from the API table.
 */
export function expectedRequest(row: ContractRow, exchange: Exchange): WireRequest {
	const { method, path, parameters } = apiOf(row);
	const inQuery = parameters.some(({ name, place }) => name === 'token' && place === 'query');
	const { query, form, files, json } = exchange;
	const pairs = query ? Object.entries(query) : json ? fitting(path, flat(json)) : [];
	const expected: WireRequest = { method, path, query: sorted(pairs) };
	if (json) expected.json = { ...json, token };
	if (inQuery) expected.query = sorted([...expected.query, ['token', token]]);
	if (form ?? !inQuery) {
		const tokens: Pair[] = inQuery ? [] : [['token', token]];
		expected.form = sorted([...Object.entries(form ?? {}), ...tokens]);
	}
	if (files) expected.files = Object.entries(files);
	return expected;
}

/** Matches a link to the page of Send and Wait, which differs each time. */
const LINK =
	/https:\/\/n8n\.example\/webhook-waiting\/[^\s?]+\?r=[\w-]{16}&(amp;)?signature=[\w-]+/g;
const withoutLinks = (pairs: Pair[]): Pair[] =>
	pairs.map(([name, value]) => [name, value.replace(LINK, '<link>')]);

export function actualRequest(request: SentRequest): WireRequest {
	const { method, path, parts, json, body } = request;
	const query = withoutLinks(request.query);
	const form = request.form && withoutLinks(request.form);
	const actual: WireRequest = { method, path, query: sorted(query) };
	if (form) actual.form = sorted(form);
	else if (parts) {
		const fields = parts.filter(({ fileName }) => fileName === undefined);
		actual.form = sorted(fields.map(({ name, value }): Pair => [name, value]));
		actual.files = parts.flatMap(({ name, value, fileName, contentType = '' }) =>
			fileName === undefined ? [] : [[name, { value, fileName, contentType }]],
		);
	} else if (json !== undefined) actual.json = json;
	else if (body !== '') actual.otherBody = body;
	return actual;
}

/** Converts `messages[0][delivery_list][3][phone]` to the API table's name. */
const tableName = (name: string): string =>
	name.replace(/\[(\w+)\]/g, (_, key: string) => (/^\d+$/.test(key) ? '[]' : `.${key}`));

function jsonNames(value: unknown, name: string): string[] {
	if (Array.isArray(value)) return value.flatMap((one) => jsonNames(one, `${name}[]`));
	if (typeof value !== 'object' || value === null) return [name];
	return Object.entries(value as IDataObject).flatMap(([key, one]) =>
		jsonNames(one, name === '' ? key : `${name}.${key}`),
	);
}

/** Returns the parameters of a request, by name and place as in the API table. */
export function carried({ query, form, files, json }: WireRequest): Array<[string, Place]> {
	const placed = (place: Place, names: string[]): Array<[string, Place]> =>
		[...new Set(names)].map((name) => [name, place]);
	return [
		...placed('query', [
			...query.map(([name]) => tableName(name)),
			...jsonNames(json ?? {}, ''),
		]),
		...placed(
			'form',
			(form ?? []).map(([name]) => tableName(name)),
		),
		...placed(
			'file',
			(files ?? []).map(([name]) => name),
		),
	];
}

/** Returns the parameters that the API table lacks, and missing required parameters. */
export function tableViolations(operation: ApiOperation, request: WireRequest): string[] {
	const names = carried(request);
	const known = ([name, place]: [string, Place]): boolean =>
		operation.parameters.some((one) => one.name === name && one.place === place);
	const missing = operation.parameters.filter(
		({ name, place, required }) =>
			required && !names.some(([n, p]) => n === name && p === place),
	);
	return [
		...names.filter((one) => !known(one)).map(([name, place]) => `sends ${name} (${place})`),
		...missing.map(({ name, place }) => `lacks ${name} (${place})`),
	];
}

export const operationNames = Object.keys(apiTable) as ApiOperationName[];
