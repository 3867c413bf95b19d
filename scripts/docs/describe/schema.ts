import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFolder, type NodeName } from '../../../test/support/engine/nodeTypes';

/** A JSON schema, as far as the files in `__schema__/` use it. */
export interface Schema {
	type?: string | string[];
	/** When an item has the field, if not always. */
	description?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	required?: string[];
	anyOf?: Schema[];
}

/** The schema of an operation's output items, which the editor shows too. */
export function schemaOf(node: NodeName, resource: string, operation: string): Schema {
	const file = join(nodeFolder(node), '__schema__/v1.0.0', resource, `${operation}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}
