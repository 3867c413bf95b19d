import { getMessageDelivery } from './getDelivery';
import { sendMessage } from './send';

export const messageOperations = [sendMessage, getMessageDelivery];
