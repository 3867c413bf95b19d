import { sendMessage } from './send';

export const messageOperations = [sendMessage];
