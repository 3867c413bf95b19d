import type { NodeName } from '../support/engine/nodeTypes';
import { interfaceTable } from './apiTable';

export { interfaceTable };

/** Operations that make no request. */
export const localOperations: Array<[node: NodeName, resource: string, operation: string]> = [
	['messagingServiceVerification', 'code', 'check'],
	['messagingServiceContacts', 'phone', 'normalize'],
];

export const nodeNames: NodeName[] = [...new Set(interfaceTable.map(([node]) => node))];
