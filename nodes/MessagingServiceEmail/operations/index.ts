import type { Resource } from '../../shared/describe/operation';
import { addressOperations } from './address';
import { batchOperations } from './batch';
import { mailingOperations } from './mailing';
import { messageOperations } from './message';
import { templateOperations } from './template';

export const resources: Resource[] = [
	{ name: 'Message', value: 'message', operations: messageOperations },
	{ name: 'Mailing', value: 'mailing', operations: mailingOperations },
	{ name: 'Batch', value: 'batch', operations: batchOperations },
	{ name: 'Address', value: 'address', operations: addressOperations },
	{ name: 'Template', value: 'template', operations: templateOperations },
];
