import { contactsContract } from './contacts';
import { emailContract } from './email';
import type { ContractRow } from './row';
import { smsContract } from './sms';
import { waitContract } from './waits/sendAndWait';
import { templatesContract } from './templates';
import { verificationContract } from './verification';
import { viberContract } from './viber';

/**
 * The requests of each operation for its parameters, and the output for the response. Typed from
 * the API document, not from the nodes. Each operation needs at least one row.
 */
export const contract: ContractRow[] = [
	...[smsContract, viberContract, verificationContract, emailContract].flat(),
	...[contactsContract, templatesContract, waitContract].flat(),
];

/** Returns the operation of a row, e.g. `Sms message:send`. */
export const keyOf = ({ node, resource, operation }: ContractRow): string =>
	`${node} ${resource} ${operation}`;

/** Reports whether a row is the first row of its operation. */
export const isFirst = (row: ContractRow): boolean =>
	contract.find((one) => keyOf(one) === keyOf(row)) === row;
