import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { apiTable, interfaceTable } from '../contract/apiTable';
import { operationsOf } from '../description/declared';
import { loadNode } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

/** A new step has no text, link, address or ID, so nothing unintended is sent. */
const changing = interfaceTable.filter(([, , , name]) => {
	const { effect } = apiTable[name as keyof typeof apiTable];
	return effect !== 'read';
});

let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: { status: 'OK', result: {} } }));
});
afterEach(() => service.close());

/** The options of an operation as they are when they are added. */
async function addedOptions(...[node, resource, operation]: (typeof changing)[number]) {
	const { description } = await loadNode(node);
	const declared = operationsOf(description).find(
		(one) => one.resource === resource && one.operation.value === operation,
	);
	const options = declared?.fields.find(({ name }) => name === 'options')?.options ?? [];
	const values = (options as INodeProperties[]).map((one) => [one.name, one.default] as const);
	return Object.fromEntries(values) as INodeParameters;
}

test.each(changing)('a new step of %s %s:%s sends nothing', async (...row) => {
	const [node, resource, operation] = row;
	const kinds: INodeParameters[] = [{}, { options: await addedOptions(...row) }];
	for (const more of kinds) {
		const { error } = await runNode({ node, parameters: { resource, operation, ...more } });
		expect(error?.message).toMatch(
			/^'.+' (is|are) empty|^'.+' (give|have|is) |node has issues/s,
		);
		expect(service.requests).toEqual([]);
	}
});
