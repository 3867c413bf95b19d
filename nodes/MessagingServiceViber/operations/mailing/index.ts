import { confirmMailing } from './confirm';
import { createMailing } from './create';
import { getMailing } from './get';
import { getAllMailings } from './getAll';
import { getMailingRecipients } from './getRecipients';

export const mailingOperations = [
	createMailing,
	confirmMailing,
	getMailing,
	getAllMailings,
	getMailingRecipients,
];
