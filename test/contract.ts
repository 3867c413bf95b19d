import { contactsContract } from './contract/contacts';
import { emailContract } from './contract/email';
import type { ContractRow } from './contract/row';
import { smsContract } from './contract/sms';
import { templatesContract } from './contract/templates';
import { verificationContract } from './contract/verification';
import { viberContract } from './contract/viber';

/**
 * What every operation sends for given parameters, and what comes out for a given answer. Typed from
 * the API document, not from the nodes. A new operation gets at least one row in its node's file.
 */
export const contract: ContractRow[] = [
	...smsContract,
	...viberContract,
	...verificationContract,
	...emailContract,
	...contactsContract,
	...templatesContract,
];
