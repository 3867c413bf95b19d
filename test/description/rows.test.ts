import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Resource } from '../../nodes/shared/run/operation';
import { contract } from '../contract';
import { interfaceTable, localOperations, nodeNames } from '../contract/interfaceTable';
import { nodeFolder } from '../support/engine/nodeTypes';

const root = join(__dirname, '..', '..');

/** Returns the operations of a table, e.g. `sms message:send`. */
const keys = (rows: Array<readonly [node: string, resource: string, operation: string]>) =>
	new Set(rows.map(([node, resource, operation]) => `${node} ${resource}:${operation}`));

const known = keys([...interfaceTable, ...localOperations].map(([n, r, o]) => [n, r, o]));
const requested = keys(interfaceTable.map(([n, r, o]) => [n, r, o]));
const inContract = keys(contract.map((row) => [row.node, row.resource, row.operation]));
test.each(nodeNames)('each operation of %s is in every table that must have it', async (node) => {
	const folder = nodeFolder(node);
	const file = (...names: string[]) => relative(root, join(folder, ...names));
	const area = node.replace('messagingService', '').toLowerCase();
	const { resources } = (await import(`${folder}/operations`)) as { resources: Resource[] };
	const declared = keys(
		resources.flatMap(({ value, operations }) =>
			operations.map((one) => [node, value, one.value] as const),
		),
	);
	const needed = [...new Set([...declared, ...known])].filter((key) =>
		key.startsWith(`${node} `),
	);
	const problems = needed.flatMap((key) => {
		const [, resource, operation] = key.split(/[ :]/);
		const schema = file('__schema__', 'v1.0.0', resource, `${operation}.json`);
		const isRequested = requested.has(key);
		const places: Array<[isThere: boolean, place: string]> = [
			[declared.has(key), file('operations', 'index.ts')],
			[existsSync(join(root, schema)), schema],
			[known.has(key), 'interfaceTable of test/contract/apiTable.ts'],
			[!isRequested || inContract.has(key), `test/contract/${area}.ts`],
		];
		return places.filter(([is]) => !is).map(([, place]) => `${key} is missing in ${place}`);
	});
	expect(problems).toEqual([]);
});
