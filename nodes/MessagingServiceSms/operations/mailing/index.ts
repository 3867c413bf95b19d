import { confirmMailing } from './confirm';
import { createMailing } from './create';
import { getAllMailings } from './getAll';
import { getMailingInfo } from './getInfo';

export const mailingOperations = [createMailing, confirmMailing, getMailingInfo, getAllMailings];
