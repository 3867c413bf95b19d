import type { Resource } from '../../shared/describe/operation';
import { codeOperations } from './code';

export const resources: Resource[] = [{ name: 'Code', value: 'code', operations: codeOperations }];
