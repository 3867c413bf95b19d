import type { Resource } from '../../shared/operation';
import { templateOperations } from './template';

export const resources: Resource[] = [
	{ name: 'Template', value: 'template', operations: templateOperations },
];
