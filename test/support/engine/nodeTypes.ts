import { join } from 'node:path';
import { DirectoryLoader, RoutingNode, type ExecuteContext } from 'n8n-core';
import type { ICredentialType, INodeType, INodeTypeDescription, INodeTypes } from 'n8n-workflow';

const root = join(__dirname, '..', '..', '..');
const packageName = 'n8n-nodes-messaging-service';

export type NodeName =
	| 'messagingServiceSms'
	| 'messagingServiceViber'
	| 'messagingServiceVerification'
	| 'messagingServiceEmail'
	| 'messagingServiceContacts'
	| 'messagingServiceTemplates'
	| 'messagingServiceTrigger';

export const className = (name: NodeName): string => name.charAt(0).toUpperCase() + name.slice(1);
export const nodeFolder = (name: NodeName): string => join(root, 'nodes', className(name));
export const nodeTypeName = (name: NodeName): string => `${packageName}.${name}`;

async function instantiate<T>(file: string, exported: string): Promise<T> {
	const loaded = (await import(file)) as Record<string, (new () => T) | undefined>;
	const found = loaded[exported];
	if (found === undefined) throw new Error(`${file} does not export a class ${exported}`);
	return new found();
}

const readType = async (name: NodeName): Promise<INodeType> =>
	await instantiate<INodeType>(
		join(nodeFolder(name), `${className(name)}.node.ts`),
		className(name),
	);

/** Reads the declaration of a node without n8n's Request Options. */
export async function readNode(name: NodeName): Promise<INodeType> {
	const type = await readType(name);
	const { properties } = type.description;
	type.description.properties = properties.filter(({ isNodeSetting }) => !isNodeSetting);
	return type;
}

export async function readCredential(): Promise<ICredentialType> {
	const file = join(root, 'credentials', 'MessagingServiceApi.credentials.ts');
	return await instantiate<ICredentialType>(file, 'MessagingServiceApi');
}

/** Prepares a node type as n8n's server does. */
function prepare(type: INodeType): INodeType {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(type);
	const declarative = type.description.requestDefaults !== undefined;
	const ownWay = type.execute ?? type.poll ?? type.trigger;
	if (ownWay === undefined && (declarative || !(type.webhook ?? type.methods))) {
		type.execute = async function () {
			return (await new RoutingNode(this as ExecuteContext, type).runNode()) ?? [];
		};
	}
	return type;
}

const prepared = new Map<NodeName, INodeType>();

export async function loadNode(name: NodeName): Promise<INodeType> {
	const nodeType = prepared.get(name) ?? prepare(await readType(name));
	prepared.set(name, nodeType);
	return nodeType;
}

/** Returns a placeholder, without output, for one of n8n's own nodes. */
function placeholderNode(name: string): INodeType {
	const description: INodeTypeDescription = {
		displayName: name,
		name,
		description: '',
		version: [1, 1.1],
		defaults: { name },
		group: name.endsWith('Trigger') ? ['trigger'] : ['transform'],
		inputs: name.endsWith('Trigger') ? [] : ['main'],
		outputs: ['main'],
		properties: [],
	};
	return { description, execute: async () => [[]] };
}

/**
 * Returns a node with only its declared `routing`, so that n8n's RoutingNode makes the requests
 * without our runner. The credential replaces the empty `token` in the query.
 */
async function declaredNode(name: NodeName): Promise<INodeType> {
	const type = await readType(name);
	for (const property of type.description.properties) {
		for (const field of [property, ...(property.options ?? [])]) {
			const routing = 'routing' in field ? field.routing : undefined;
			delete routing?.operations;
			if (!routing?.request) continue;
			// Copies the query, because all nodes share the declared request.
			const qs = { token: '', ...routing.request.qs };
			routing.request = { ...routing.request, qs };
		}
	}
	return prepare(Object.assign(type, { customOperations: undefined }));
}

/** @param isDeclared removes our own functions: `customOperations` and pagination */
export async function nodeTypesFor(name: NodeName, isDeclared = false): Promise<INodeTypes> {
	const type = isDeclared ? await declaredNode(name) : await loadNode(name);
	const getByNameAndVersion = (wanted: string): INodeType =>
		wanted.replace(/HitlTool$/, '') === nodeTypeName(name)
			? type
			: placeholderNode(wanted.split('.').pop() ?? wanted);
	return { getByName: getByNameAndVersion, getByNameAndVersion, getKnownTypes: () => ({}) };
}
