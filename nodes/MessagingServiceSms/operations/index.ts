import type { Resource } from '../../shared/describe/operation';
import { batchOperations } from './batch';
import { mailingOperations } from './mailing';
import { messageOperations } from './message';

export const resources: Resource[] = [
	{ name: 'Message', value: 'message', operations: messageOperations },
	{ name: 'Mailing', value: 'mailing', operations: mailingOperations },
	{ name: 'Batch', value: 'batch', operations: batchOperations },
];
