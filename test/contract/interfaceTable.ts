import type { NodeName } from '../support/engine/nodeTypes';
import { interfaceTable } from './apiTable';

export { interfaceTable };

export const nodeNames: NodeName[] = [...new Set(interfaceTable.map(([node]) => node))];
