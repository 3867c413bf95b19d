import { asJson, insertAt, splitKey } from './brackets';
import type { Parameter, Place } from './parameters';
import { Refusal, refuse } from './refusal';
import { type UploadedFile, Values } from './values';

export type Pair = [name: string, value: string];

export interface Received {
	query: Pair[];
	form: Pair[];
	files: UploadedFile[];
	/** The parsed JSON body; undefined if there is none. */
	json?: unknown;
}

const PLACES: Record<Place, string> = {
	query: 'the query string',
	form: 'the form body',
	file: 'an uploaded file of a multipart form',
};

export interface RequestRules {
	parameters: Parameter[];
	/** Rules that combine several parameters; they throw a Refusal. */
	rules?: Array<(values: Values) => void>;
	/** True if the parameters may also be sent as a JSON object. */
	json?: boolean;
}

/** @throws Refusal if the request breaks a rule of the operation */
export function check(operation: RequestRules, received: Received, tokenCheck: TokenCheck): Values {
	const values = new Values();
	const table = new Map(operation.parameters.map((parameter) => [parameter.name, parameter]));
	if (received.json !== undefined) readJson(operation, table, received, values);
	else
		for (const [key, value] of received.query) addParameter(table, values, 'query', key, value);
	for (const [key, value] of received.form) addParameter(table, values, 'form', key, value);
	for (const upload of received.files) {
		expect(table, upload.name, 'file');
		if (values.files.has(upload.name)) throw refuse(upload.name, 'given twice');
		values.files.set(upload.name, upload);
	}
	tokenCheck(values.optional('token'));
	for (const parameter of operation.parameters) checkOne(parameter, values);
	for (const rule of operation.rules ?? []) rule(values);
	return values;
}

/** @throws Refusal if the token is not the account's */
export type TokenCheck = (token: string | undefined) => void;

function expect(table: Map<string, Parameter>, name: string, here: Place): Parameter {
	const parameter = table.get(name);
	if (!parameter) throw refuse(name, 'unknown parameter');
	if (parameter.in === here || (parameter.in === 'either' && here !== 'file')) return parameter;
	const documentedPlace = parameter.in === 'either' ? PLACES.query : PLACES[parameter.in];
	throw refuse(name, `must be in ${documentedPlace}, but was in ${PLACES[here]}`);
}

function addParameter(
	table: Map<string, Parameter>,
	values: Values,
	here: Place,
	key: string,
	value: string,
): void {
	const { name, path } = splitKey(key);
	const parameter = expect(table, name, here);
	if (!parameter.indexed) {
		if (path.length > 0) throw refuse(key, `${name} takes no index`);
		if (values.plain.has(name)) throw refuse(name, 'given twice');
		values.plain.set(name, value);
		return;
	}
	if (path.length === 0) throw refuse(name, `must be given as ${name}[0], ${name}[1] …`);
	const tree = values.tree(name);
	insertAt(tree, path, value, key);
	values.trees.set(name, tree);
}

/**
 * Rejects a JSON body unless the operation is a batch. If the query string has parameters, too, the
 * body must have the same values.
 */
function readJson(
	operation: RequestRules,
	table: Map<string, Parameter>,
	received: Received,
	values: Values,
): void {
	const { json } = received;
	if (!operation.json) throw new Refusal(400, 'body: must be a form, not JSON');
	if (typeof json !== 'object' || json === null || Array.isArray(json)) {
		throw new Refusal(400, 'body: must be a JSON object');
	}
	for (const [name, value] of Object.entries(json)) {
		const parameter = table.get(name);
		if (!parameter) throw refuse(name, 'unknown parameter');
		if (parameter.indexed) {
			if (!Array.isArray(value)) throw refuse(name, 'must be an array');
			values.json.set(name, value);
		} else if (typeof value === 'string') {
			values.plain.set(name, value);
		} else {
			throw refuse(name, 'must be a text');
		}
	}
	const inQuery = new Values();
	for (const [key, value] of received.query) addParameter(table, inQuery, 'query', key, value);
	for (const name of table.keys()) {
		if (!inQuery.has(name)) continue;
		const received = inQuery.trees.has(name)
			? asJson(inQuery.tree(name), name)
			: inQuery.optional(name);
		const same = JSON.stringify(values.json.get(name) ?? values.optional(name));
		if (JSON.stringify(received) !== same)
			throw refuse(name, 'differs in the query string and the body');
	}
}

function checkOne(parameter: Parameter, values: Values): void {
	const { name } = parameter;
	if (parameter.required && !values.has(name)) throw refuse(name, 'required');
	const value = values.optional(name);
	if (value === '' && parameter.mayBeEmpty) return;
	if (value === undefined) return;
	if (value === '') {
		throw refuse(name, parameter.required ? 'required' : 'empty: leave it out instead');
	}
	const reason = parameter.format(value);
	if (reason !== undefined) throw refuse(name, reason);
}
