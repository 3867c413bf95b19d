import { isRecord } from '../../nodes/shared/values/json';
import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { newNode } from '../support/newNode';
import { token } from '../support/engine/credentials';
import { loadNode } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import type { SentRequest } from '../support/engine/service';
import { contract } from '.';
import type { ContractRow } from './row';

/** Where the routing of a property puts its value: `query phone`. */
type Place = string;

const isBlank = (value: unknown): boolean =>
	isRecord(value) && '__rl' in value ? isBlank(value.value) : value === undefined || value === '';

/** What the routing of the properties that n8n shows says about the values that are filled in. */
function declaredPlaces(row: ContractRow, description: INodeTypeDescription): Place[] {
	const { resource, operation, parameters } = row;
	const node = newNode('Tested', row.node, { resource, operation, ...parameters });
	const filled = NodeHelpers.getNodeParameters(
		description.properties,
		node.parameters,
		true,
		false,
		node,
		description,
	) as INodeParameters;
	const placesOf = (properties: INodeProperties[], values: INodeParameters): Place[] =>
		properties
			.filter((one) => NodeHelpers.displayParameter(values, one, node, description, filled))
			.flatMap((property): Place[] => {
				const value = values[property.name];
				if (property.type === 'collection') {
					const chosen = value as INodeParameters;
					const options = (property.options as INodeProperties[]).filter(
						({ name }) => name in chosen,
					);
					return placesOf(options, chosen);
				}
				const { type, property: name } = property.routing?.send ?? {};
				return name === undefined || isBlank(value) ? [] : [`${type} ${name}`];
			});
	return placesOf(description.properties, filled);
}

/** The request that the chosen operation declares. */
function declaredRequest(
	{ resource, operation }: ContractRow,
	{ properties }: INodeTypeDescription,
) {
	const choice = properties
		.filter(({ name, displayOptions }) => {
			const resources = displayOptions?.show?.resource ?? [];
			return name === 'operation' && resources.includes(resource);
		})
		.flatMap(({ options = [] }) => options)
		.find((option) => 'value' in option && option.value === operation);
	return choice && 'routing' in choice ? choice.routing : undefined;
}

/** Everything that a request carries; `limit_offset` and `limit_rows` count the pages of a list. */
function sentPlaces({ query, form = [], parts = [] }: SentRequest): Place[] {
	const fields = parts.filter(({ fileName }) => fileName === undefined);
	return [
		...query.map(([name]) => `query ${name}`),
		...form.map(([name]) => `body ${name}`),
		...fields.map(({ name }) => `body ${name}`),
	].filter((place) => !/ limit_(offset|rows)$/.test(place));
}

/** Whether the operation plans its requests itself. */
const isPlanned = ({ resource, operation }: ContractRow): boolean =>
	['batch:send', 'contact:import', 'message:sendAndWait', 'reply:markAsRead'].includes(
		`${resource}:${operation}`,
	);

const rows = contract.map((row): [string, ContractRow] => [
	`${row.node} ${row.resource}:${row.operation} ${row.title}`,
	row,
]);

test.each(rows)('%s is sent as the routing declares', async (_, row) => {
	const { description } = await loadNode(row.node);
	const {
		request: { method, url, qs = {}, body = {} } = {},
		send,
		operations,
	} = declaredRequest(row, description) ?? {};
	const ofRequest = [
		...Object.keys(qs).map((name) => `query ${name}`),
		...Object.keys(body as object).map((name) => `body ${name}`),
	];
	expect(send).toEqual({ paginate: true });
	expect(typeof operations?.pagination).toBe('function');

	const { node, resource, operation, parameters, timezone, followedBy } = row;
	const service: Service = new Service(() => ({
		body: row.sends[service.requests.length - 1]?.answer,
	}));
	try {
		const run = await runNode({
			node,
			parameters: { resource, operation, ...parameters },
			items: row.items,
			timezone,
			followedBy,
		});
		expect(run.error).toBeUndefined();
		for (const sent of service.requests) {
			expect([sent.method, sent.path]).toEqual([method, url]);
			const places = sentPlaces(sent);
			const declared = [...ofRequest, ...declaredPlaces(row, description)];
			if (isPlanned(row)) {
				// Its own code makes one request of all items: only the token is declared.
				expect(declared).toEqual(ofRequest);
				if (sent.json) expect(sent.json).toHaveProperty('token', token);
				else expect(places).toEqual(expect.arrayContaining(ofRequest));
			} else expect(places.sort()).toEqual(declared.sort());
		}
	} finally {
		service.close();
	}
});
