import { resubscribeAddress } from './resubscribe';
import { unsubscribeAddress } from './unsubscribe';

export const addressOperations = [unsubscribeAddress, resubscribeAddress];
