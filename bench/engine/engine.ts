import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { StoredCredentials } from '../../test/support/engine/credentials';
import type { NodeCase } from '../cases';
import { loadHttpRequest } from '../httpRequest';
import { MinimalImport, MinimalPool, MinimalSms } from '../minimal';
import { execute, prepare, TESTED } from './execute';

const OURS = 'n8n-nodes-messaging-service';
const root = join(__dirname, '..', '..');
const require = createRequire(__filename);

function instantiate<T>(folder: string, name: string, ending: string): T {
	const module = require(join(root, folder, name + ending)) as Record<string, new () => T>;
	return new module[name]();
}

const ours = (name: string) => () => instantiate<INodeType>(`dist/nodes/${name}`, name, '.node.js');
const minimalNodes: Record<string, (() => INodeType) | undefined> = {
	[`${OURS}.messagingServiceSms`]: ours('MessagingServiceSms'),
	[`${OURS}.messagingServiceContacts`]: ours('MessagingServiceContacts'),
	'bench.minimalSms': () => new MinimalSms(),
	'bench.minimalPool': () => new MinimalPool(),
	'bench.minimalImport': () => new MinimalImport(),
};
const credential = instantiate<ICredentialType>(
	'dist/credentials',
	'MessagingServiceApi',
	'.credentials.js',
);

function load(name: string, version: number): INodeType {
	if (name === 'n8n-nodes-base.httpRequest') {
		return loadHttpRequest().getNodeType(version);
	}
	return prepare(
		minimalNodes[name]?.() ?? { description: { ...new MinimalSms().description, name } },
	);
}

const loaded = new Map<string, INodeType>();
function typeOf(name: string, version = 1): INodeType {
	const type = loaded.get(name) ?? load(name, version);
	loaded.set(name, type);
	return type;
}
const nodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: typeOf,
	getKnownTypes: () => ({}),
};

const node = ({ type, version, parameters }: NodeCase): INode => ({
	id: TESTED,
	name: TESTED,
	type,
	typeVersion: version,
	position: [0, 0],
	parameters,
	credentials: { messagingServiceApi: { id: '1', name: 'Bench' } },
});

/**
 * Runs one node over the items through n8n's engine.
 * @throws the error that stopped the node
 */
export async function runNode(
	nodeSetting: NodeCase,
	items: INodeExecutionData[],
	credentials: { baseUrl: string; token: string },
): Promise<INodeExecutionData[]> {
	const helper = new StoredCredentials(credential, credentials);
	const { data } = await execute(node(nodeSetting), nodeTypes, helper, items);
	const [result] = data.resultData.runData[TESTED] ?? [];
	const error = data.resultData.error ?? result.error;
	if (error) throw error;
	return result.data?.main[0] ?? [];
}
