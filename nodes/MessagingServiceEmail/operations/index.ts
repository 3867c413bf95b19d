import type { Resource } from '../../shared/run/operation';
import { resubscribeAddress } from './address/resubscribe';
import { unsubscribeAddress } from './address/unsubscribe';
import { getBatchStatus } from './batch/getStatus';
import { sendBatch } from './batch/send';
import { sendMailing } from './mailing/send';
import { getMailingRecipients } from './mailing/getRecipients';
import { sendMessage } from './message/send';
import { sendAndWaitMessage } from './message/sendAndWait';
import { getAllTemplates } from './template/getAll';

export const resources: Resource[] = [
	{ name: 'Message', value: 'message', operations: [sendMessage, sendAndWaitMessage] },
	{ name: 'Mailing', value: 'mailing', operations: [sendMailing, getMailingRecipients] },
	{ name: 'Batch', value: 'batch', operations: [sendBatch, getBatchStatus] },
	{ name: 'Address', value: 'address', operations: [unsubscribeAddress, resubscribeAddress] },
	{ name: 'Template', value: 'template', operations: [getAllTemplates] },
];
