import type { Resource } from '../../shared/run/operation';
import { getBatchStatus } from './batch/getStatus';
import { sendBatch } from './batch/send';
import { confirmMailing } from './mailing/confirm';
import { createMailing } from './mailing/create';
import { getMailing } from './mailing/get';
import { getAllMailings } from './mailing/getAll';
import { getMailingRecipients } from './mailing/getRecipients';
import { getMessageDelivery } from './message/getDelivery';
import { sendMessage } from './message/send';
import { sendAndWaitMessage } from './message/sendAndWait';
import { getAllReplies } from './reply/getAll';
import { markRepliesAsRead } from './reply/markAsRead';

export const resources: Resource[] = [
	{
		name: 'Message',
		value: 'message',
		description: 'A Viber message to one recipient',
		operations: [sendMessage, sendAndWaitMessage, getMessageDelivery],
	},
	{
		name: 'Mailing',
		value: 'mailing',
		description: 'A Viber message to a contact list of your account',
		operations: [
			createMailing,
			confirmMailing,
			getMailing,
			getMailingRecipients,
			getAllMailings,
		],
	},
	{
		name: 'Batch',
		value: 'batch',
		description: 'Viber messages sent as one batch, one per input item',
		operations: [sendBatch, getBatchStatus],
	},
	{
		name: 'Reply',
		value: 'reply',
		description: 'Replies of recipients to Viber messages',
		operations: [getAllReplies, markRepliesAsRead],
	},
];
