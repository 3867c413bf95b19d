import type { Resource } from '../../shared/operation';
import { codeOperations } from './code';

export const resources: Resource[] = [{ name: 'Code', value: 'code', operations: codeOperations }];
