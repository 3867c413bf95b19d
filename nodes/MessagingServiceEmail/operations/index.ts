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
	{
		name: 'Message',
		value: 'message',
		description: 'An email to one recipient',
		operations: [sendMessage, sendAndWaitMessage],
	},
	{
		name: 'Mailing',
		value: 'mailing',
		description: 'An email to a contact list of your account',
		operations: [sendMailing, getMailingRecipients],
	},
	{
		name: 'Batch',
		value: 'batch',
		description: 'Emails sent as one batch, one per input item',
		operations: [sendBatch, getBatchStatus],
	},
	{
		name: 'Address',
		value: 'address',
		description: 'The mailing subscriptions of an email address',
		operations: [unsubscribeAddress, resubscribeAddress],
	},
	{
		name: 'Template',
		value: 'template',
		description: 'Email templates of your account',
		operations: [getAllTemplates],
	},
];
