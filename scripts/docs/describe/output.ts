import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFolder, type NodeName } from '../../../test/support/engine/nodeTypes';
import type { OutputField } from '../shape';

/** A JSON schema, as far as the files in `__schema__/` use it. */
export interface Schema {
	type?: string | string[];
	/** When an item has the field, if not always. */
	description?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
}

/** The schema of an operation's output items, which the editor shows too. */
export function schemaOf(node: NodeName, resource: string, operation: string): Schema {
	const file = join(nodeFolder(node), '__schema__/v1.0.0', resource, `${operation}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

/** The fields of an item; those of nested records and lists follow their own. */
export function outputFields({ properties = {}, description }: Schema, prefix = ''): OutputField[] {
	return Object.entries(properties).flatMap(([key, schema]) => {
		const name = prefix + key;
		const when = schema.description ?? description;
		const nested = (inner: Schema, step: string) =>
			outputFields({ ...inner, description: when }, name + step);
		return [
			{ name, type: typeOf(schema), when },
			...(schema.items ? nested(schema.items, '[].') : []),
			...(schema.type === 'object' ? nested(schema, '.') : []),
		];
	});
}

function typeOf({ type, items, anyOf = [] }: Schema): string {
	const kinds = [[type ?? []].flat(), anyOf.map(typeOf)].flat();
	const listed = items && !items.properties ? typeOf(items) : '';
	return kinds
		.map((kind) => (kind === 'array' && listed ? `array of ${listed}` : kind))
		.join(' or ');
}
