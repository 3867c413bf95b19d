import * as endpoints from '../../nodes/shared/api/endpoints';
import type { Endpoint } from '../../nodes/shared/api/endpoint';
import { packageOptions } from '../../nodes/shared/describe/options';
import { type AnyOperation, isLocal, type Resource } from '../../nodes/shared/run/operation';
import { nodeFolder, type NodeName } from '../support/engine/nodeTypes';
import { type ApiEffect, type ApiOperation, apiTable } from '../contract/apiTable';
import { interfaceTable, localOperations } from '../contract/interfaceTable';

const api: Record<string, ApiOperation> = apiTable;

/** Endpoints that the document names as sources of IDs but does not describe. */
const UNDESCRIBED = ['v1/getAlphanames', 'v1/getVibernames', 'v2/getVibernames'].map(
	(path) => `/api/${path}`,
);

async function declared(node: NodeName, resource: string, value: string): Promise<AnyOperation> {
	const { resources } = (await import(`${nodeFolder(node)}/operations`)) as {
		resources: Resource[];
	};
	const found = resources
		.find((one) => one.value === resource)
		?.operations.find((one) => one.value === value);
	if (!found) throw new Error(`${node} has no ${resource}:${value}`);
	return found;
}

/** Returns the documented effect, which may depend on a fixed parameter of the operation. */
function effectOf({ effect }: ApiOperation, operation: AnyOperation): ApiEffect {
	if (typeof effect === 'string') return effect;
	const constants = isLocal(operation) ? undefined : operation.routing.request.body;
	return effect.values[String(constants?.[effect.parameter])];
}

test.each(interfaceTable)(
	'%s %s:%s has the effect of %s in the API document, and can resend only if a recipient gets something',
	async (node, resource, value, name) => {
		const operation = await declared(node, resource, value);
		expect(operation.effect).toBe(effectOf(api[name], operation));
		const options = packageOptions(operation).map(({ displayName }) => displayName);
		expect(options.includes('Resend If Unknown')).toBe(operation.effect === 'send');
	},
);

test.each(Object.entries<Endpoint>({ ...endpoints }))(
	'the endpoint %s has the effect in the API document',
	(_, { routing, effect }) => {
		const path = routing.request.url;
		const known = Object.values(api).find((one) => one.path === path);
		expect(effect).toBe(known?.effect ?? (UNDESCRIBED.includes(path) ? 'read' : 'unknown'));
	},
);

test.each(localOperations)('%s %s:%s makes no request, and has no effect', async (...names) => {
	const operation = await declared(...names);
	expect([isLocal(operation), operation.effect]).toEqual([true, undefined]);
	expect(operation).not.toHaveProperty('routing');
});
