import type { Resource } from '../../shared/run/operation';
import { getBatchStatus } from './batch/getStatus';
import { sendBatch } from './batch/send';
import { confirmMailing } from './mailing/confirm';
import { createMailing } from './mailing/create';
import { getMailing } from './mailing/get';
import { getAllMailings } from './mailing/getAll';
import { getMailingRecipients } from './mailing/getRecipients';
import { getAllPreparedMessages } from './message/getAll';
import { getMessageDelivery } from './message/getDelivery';
import { getPreparedMessageRecipients } from './message/getRecipients';
import { getPreparedMessageStatus } from './message/getStatus';
import { prepareMessage } from './message/prepare';
import { sendMessage } from './message/send';
import { sendAndWaitMessage } from './message/sendAndWait';
import { sendPreparedMessage } from './message/sendPrepared';

export const resources: Resource[] = [
	{
		name: 'Message',
		value: 'message',
		description: 'An SMS to one recipient',
		operations: [
			sendMessage,
			sendAndWaitMessage,
			getMessageDelivery,
			prepareMessage,
			sendPreparedMessage,
			getPreparedMessageStatus,
			getPreparedMessageRecipients,
			getAllPreparedMessages,
		],
	},
	{
		name: 'Mailing',
		value: 'mailing',
		description: 'An SMS to a contact list of your account',
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
		description: 'SMS sent as one batch, one per input item',
		operations: [sendBatch, getBatchStatus],
	},
];
