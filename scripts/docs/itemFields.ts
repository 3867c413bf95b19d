/** The source of nodes/shared/api/itemFields.ts, from the schemas of the output items. */
import { join } from 'node:path';
import { loadNodes } from './describe/nodes';

export const file = join(__dirname, '..', '..', 'nodes', 'shared', 'api', 'itemFields.ts');

/** As Prettier writes it. */
const WIDTH = 100 - 3;

export async function itemFields(): Promise<string> {
	const operations = (await loadNodes()).flatMap((node) => node.operations);
	const lines = operations.map(({ declared, schema: { properties = {} } }) => {
		const [name, fields] = [declared.action, Object.keys(properties).sort().join(' ')];
		const line = `\t'${name}': '${fields}',`;
		return line.length > WIDTH ? `\t'${name}':\n\t\t'${fields}',` : line;
	});
	return `/**
 * The fields that the items of each operation have by themselves, by its action. Written by \`npm run docs\`
 * from \`__schema__\`.
 */
export const itemFields: Record<string, string> = {
${lines.join('\n')}
};
`;
}
