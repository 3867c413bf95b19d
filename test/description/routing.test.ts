import { type ApiOperation, apiTable, interfaceTable, type Place } from '../contract/apiTable';
import { readNode } from '../support/engine/nodeTypes';
import { operationsOf, withNested } from './declared';

const api: Record<string, ApiOperation> = apiTable;
/** Operations without `routing`, because they send JSON or lists, or add a link to each message. */
const WITHOUT_ROUTING = /^(batch:send|contact:import|message:sendAndWait|reply:markAsRead)$/;
const PLACES: Record<Exclude<Place, 'file'>, string> = { query: 'query', form: 'body' };

describe.each(interfaceTable)(
	'%s %s:%s in the built description',
	(node, resource, value, name) => {
		const { method, path, parameters } = api[name];
		const read = async () => {
			const { description } = await readNode(node);
			const found = operationsOf(description).find(
				(one) => one.resource === resource && one.operation.value === value,
			);
			if (!found) throw new Error('It is not declared');
			return found;
		};

		test('has the method and the path of the API document', async () => {
			const { operation } = await read();
			const { request } = operation.routing ?? {};
			expect([request?.method, request?.url]).toEqual([method, path]);
			for (const [place, fixed = {}] of [
				['query', request?.qs],
				['form', request?.body],
			] as const) {
				for (const parameter of Object.keys(fixed as object)) {
					expect(parameters).toContainEqual(
						expect.objectContaining({ name: parameter, place }),
					);
				}
			}
		});

		test('routes each field to its parameter, with nothing that the runner does not read', async () => {
			const { fields, operation } = await read();
			const routed = fields
				.flatMap((field) => withNested(field))
				.flatMap(({ property }) => property.routing ?? []);
			const documented = parameters
				.filter(({ place }) => place !== 'file')
				.map(({ name: property, place }) => ({
					send: {
						type: PLACES[place as 'query'],
						property,
						propertyInDotNotation: false,
					},
				}));
			for (const routing of routed) expect(documented).toContainEqual(routing);
			if (WITHOUT_ROUTING.test(`${resource}:${value}`)) {
				expect(routed).toEqual([]);
				return;
			}
			const { qs, body } = operation.routing?.request ?? {};
			const sent = [
				...routed.map(({ send }) => send?.property),
				...Object.keys({ ...qs, ...(body as object) }),
			];
			const required = parameters.filter((one) => one.required && one.name !== 'token');
			expect(sent).toEqual(expect.arrayContaining(required.map((one) => one.name)));
		});
	},
);
