import type { Endpoint } from '../../nodes/shared/api/endpoint';
import { senderNames, viberNames } from '../../nodes/shared/api/endpoints';
import { type Field, type SentField, findSentFields } from '../../nodes/shared/describe/field';
import { batchUuidField } from '../../nodes/shared/describe/fields';
import { isLocal } from '../../nodes/shared/run/operation';
import { parseId } from '../../nodes/shared/values/formats';
import { loadNodes, type LoadedOperation } from '../docs/describe/nodes';
import type { Schema } from '../docs/describe/schema';

type Pairs = Record<string, string>;

/** A read request of an operation, and its documented response. */
export interface Reading {
	/** e.g. `sms message:getDelivery` */
	name: string;
	endpoint: Endpoint;
	constants: Pairs;
	/**
	 * The ID that the request needs. `name` is the command's argument for this ID, e.g.
	 * `sms.smsId`.
	 */
	takes?: { name: string; field: SentField };
	/**
	 * If the request needs more than an ID, the labels of the required parameters. Such a request
	 * is skipped.
	 */
	needs?: string;
	/** Schema of an output item; undefined if the body is not documented. */
	schema?: Schema;
	/** Fields that the schema lacks because Simplify removes them. */
	besides: Record<string, Schema>;
	/** The request to try after a 404. */
	otherwise?: Reading;
}

/** Page size of a list. */
const ROWS = '50';
const text: Schema = { type: 'string' };

/** Documented fields that Simplify removes, by the URL of the request. */
const LEFT_OUT_BY_SIMPLIFY: Record<string, Record<string, Schema>> = {
	'/api/v1/getSMSMessages': { type: text, parts: text },
	'/api/v2/getViberMessages': { button_caption: text, button_link: text, image_file: text },
	'/api/v2/getViberMessageData': { button_caption: text, button_link: text, image_file: text },
};

/** Returns all read requests. Requests without an ID come first. */
export async function readings(): Promise<Reading[]> {
	const operations = (await loadNodes()).flatMap((node) => node.operations);
	const all = operations.flatMap((loaded) => readingOf(loaded) ?? []);
	return [
		names('sms senders', senderNames),
		{
			...names('viber senders', viberNames),
			// Published client libraries request the names from this URL.
			otherwise: names('viber senders', {
				...viberNames,
				routing: { request: { method: 'GET', url: '/api/v1/getVibernames' } },
			}),
		},
		...all.filter(({ takes }) => takes === undefined),
		...all.filter(({ takes }) => takes !== undefined),
	];
}

const names = (name: string, endpoint: Endpoint): Reading => ({
	name,
	endpoint,
	constants: {},
	besides: {},
});

/** Returns the request of an operation; undefined if the operation does more than read. */
export function readingOf({ node, key, declared, schema }: LoadedOperation): Reading | undefined {
	if (isLocal(declared) || declared.effect !== 'read') return undefined;
	// Skips Fill In, because Get makes the same request.
	if (declared.cachesResponses) return undefined;
	const area = node.replace('messagingService', '').toLowerCase();
	const required = findSentFields(declared).filter((sentField) => sentField.required);
	const [field] = required.length === 1 ? required.filter(isId) : [];
	return {
		name: `${area} ${key}`,
		endpoint: declared,
		constants: Object.fromEntries(
			Object.entries(declared.routing.request.body ?? {}).map(([name, value]) => [
				name,
				String(value),
			]),
		),
		takes: field && { name: `${area}.${field.name}`, field },
		needs: field ? undefined : required.map(({ displayName }) => displayName).join(', '),
		schema,
		besides: LEFT_OUT_BY_SIMPLIFY[declared.routing.request.url] ?? {},
	};
}

const isId = ({ name, parse }: Field) => parse === parseId || name === batchUuidField.name;

/**
 * Sorts the parameters into query and form.
 * @throws ValidationError if the ID is invalid
 */
export function parametersOf(
	{ endpoint, constants, takes }: Reading,
	token: string,
	value?: string,
): Record<'query' | 'form', Pairs> {
	const { tokenIn, pageParametersIn } = endpoint;
	const parameters: Record<'query' | 'form', Pairs> = { query: {}, form: {} };
	Object.assign(parameters[tokenIn], { token }, constants);
	if (pageParametersIn)
		Object.assign(parameters[pageParametersIn], { limit_offset: '0', limit_rows: ROWS });
	if (takes && value !== undefined) {
		const { field } = takes;
		const sent = field.parse ? field.parse(value, 'UTC') : value;
		const { type, property } = field.routing.send;
		parameters[type === 'query' ? 'query' : 'form'][property] = String(sent);
	}
	return parameters;
}
