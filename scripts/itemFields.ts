/**
 * Writes nodes/shared/api/itemFields.ts from the schemas of the output items. `npx tsx scripts/itemFields.ts`
 * runs it, and so does `npm run docs`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localOperations, interfaceTable } from '../test/contract/interfaceTable';
import { nodeFolder } from '../test/support/engine/nodeTypes';
import type { Resource } from '../nodes/shared/run/operation';
import { schemaOf } from './docs/describe/schema';

const file = join(__dirname, '..', 'nodes', 'shared', 'api', 'itemFields.ts');

/** The fields of the items of each operation, by its action. */
export async function itemFields(): Promise<Record<string, string>> {
	const byAction: Record<string, string> = {};
	for (const [node, resource, value] of [...interfaceTable, ...localOperations]) {
		const { resources } = (await import(`${nodeFolder(node)}/operations`)) as {
			resources: Resource[];
		};
		const operations = resources.find((one) => one.value === resource)?.operations ?? [];
		const action = operations.find((one) => one.value === value)?.action ?? '';
		const { properties = {} } = schemaOf(node, resource, value);
		byAction[action] = Object.keys(properties).sort().join(' ');
	}
	return byAction;
}

export async function writeItemFields(): Promise<void> {
	// Jest loads no module that imports others while it runs.
	const { format, resolveConfig } = await import('prettier');
	const source = `/**
 * The fields that the items of each operation have by themselves, by its action. Written by scripts/itemFields.ts
 * from \`__schema__\`.
 */
export const itemFields: Record<string, string> = ${JSON.stringify(await itemFields())};
`;
	writeFileSync(file, await format(source, { ...(await resolveConfig(file)), filepath: file }));
}

if (require.main === module) {
	writeItemFields().catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	});
}
