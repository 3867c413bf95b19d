import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { type AnyOperation, isLocal, type Resource } from '../../../nodes/shared/run/operation';
import { nodeFolder, type NodeName, readNode } from '../../../test/support/engine/nodeTypes';
import { type FlatField, flatten } from './fields';
import { type Schema, schemaOf } from './schema';

const root = join(__dirname, '..', '..', '..');

export interface LoadedNode {
	name: NodeName;
	type: INodeType;
	operations: LoadedOperation[];
}

export interface LoadedOperation {
	node: NodeName;
	/** `<resource>:<operation>` */
	key: string;
	resource: string;
	declared: AnyOperation;
	fields: FlatField[];
	schema: Schema;
}

interface Manifest {
	name: string;
	n8n: { nodes: string[] };
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
export const packageName = manifest.name;

export async function loadNodes(): Promise<LoadedNode[]> {
	const names = manifest.n8n.nodes.map((file) => {
		const [, className] = /(\w+)\.node\.js$/.exec(file) ?? [];
		return (className.charAt(0).toLowerCase() + className.slice(1)) as NodeName;
	});
	return await Promise.all(
		names.map(async (name) => ({
			name,
			type: await readNode(name),
			operations: await loadOperations(name),
		})),
	);
}

async function loadOperations(node: NodeName): Promise<LoadedOperation[]> {
	const folder = join(nodeFolder(node), 'operations');
	if (!existsSync(folder)) return [];
	const { resources } = (await import(folder)) as { resources: Resource[] };
	return resources.flatMap(({ value: resource, operations }) =>
		operations.map((declared) => ({
			node,
			key: `${resource}:${declared.value}`,
			resource,
			declared,
			fields: flatten(declared.fields),
			schema: schemaOf(node, resource, declared.value),
		})),
	);
}

export const takesAllItems = ({ declared }: LoadedOperation): boolean =>
	!isLocal(declared) && declared.plan !== undefined && declared.value !== 'sendAndWait';
