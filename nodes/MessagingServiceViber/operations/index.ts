import type { Resource } from '../../shared/describe/operation';
import { batchOperations } from './batch';
import { mailingOperations } from './mailing';
import { messageOperations } from './message';
import { replyOperations } from './reply';

export const resources: Resource[] = [
	{ name: 'Message', value: 'message', operations: messageOperations },
	{ name: 'Mailing', value: 'mailing', operations: mailingOperations },
	{ name: 'Batch', value: 'batch', operations: batchOperations },
	{ name: 'Reply', value: 'reply', operations: replyOperations },
];
