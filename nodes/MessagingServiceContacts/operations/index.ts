import type { Resource } from '../../shared/describe/operation';
import { contactOperations } from './contact';
import { listOperations } from './list';

export const resources: Resource[] = [
	{ name: 'List', value: 'list', operations: listOperations },
	{ name: 'Contact', value: 'contact', operations: contactOperations },
];
