import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFolder, type NodeName } from '../../../test/support/engine/nodeTypes';

/** A JSON schema, limited to the keywords in `__schema__/`. */
export interface Schema {
	type?: string | string[];
	/** Condition under which an item has the field; undefined for a field of every item. */
	description?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	required?: string[];
	anyOf?: Schema[];
}

export function schemaOf(node: NodeName, resource: string, operation: string): Schema {
	const file = join(nodeFolder(node), '__schema__/v1.0.0', resource, `${operation}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}
