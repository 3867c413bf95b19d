import { createMailing } from './create';
import { getMailingRecipients } from './getRecipients';

export const mailingOperations = [createMailing, getMailingRecipients];
