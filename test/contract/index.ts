import { contactsContract } from './contacts';
import { emailContract } from './email';
import type { ContractRow } from './row';
import { smsContract } from './sms';
import { waitContract } from './waits/sendAndWait';
import { templatesContract } from './templates';
import { verificationContract } from './verification';
import { viberContract } from './viber';

/**
 * Requests of every operation for its parameters, and output for a response. Typed from the API document,
 * not from the nodes. A new operation gets at least one row in its node's file.
 */
export const contract: ContractRow[] = [
	...[smsContract, viberContract, verificationContract, emailContract].flat(),
	...[contactsContract, templatesContract, waitContract].flat(),
];

/** The operation of a row, in one text. */
export const keyOf = ({ node, resource, operation }: ContractRow): string =>
	`${node} ${resource} ${operation}`;

/** Reports whether a row is the first one of its operation. */
export const isFirst = (row: ContractRow): boolean =>
	contract.find((one) => keyOf(one) === keyOf(row)) === row;
