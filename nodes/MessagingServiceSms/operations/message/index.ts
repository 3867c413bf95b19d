import { getAllMessages } from './getAll';
import { getMessageDelivery } from './getDelivery';
import { getMessageRecipients } from './getRecipients';
import { getMessageStatus } from './getStatus';
import { prepareMessage } from './prepare';
import { sendMessage } from './send';
import { sendPreparedMessage } from './sendPrepared';

export const messageOperations = [
	sendMessage,
	prepareMessage,
	sendPreparedMessage,
	getMessageStatus,
	getMessageDelivery,
	getAllMessages,
	getMessageRecipients,
];
