import type { Resource } from '../../shared/describe/operation';
import { templateOperations } from './template';

export const resources: Resource[] = [
	{ name: 'Template', value: 'template', operations: templateOperations },
];
