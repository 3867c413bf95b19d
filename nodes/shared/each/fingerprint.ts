import { createHash } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import { sendBetween } from '../describe/options';
import type { CheckedRequest, Run, Values } from '../run/operation';

/**
 * Identifies the request of an item: all its parameters, its file and its sending hours. The recipient is
 * compared by itself, because a mailbox has several spellings. Only a hash is kept, because a later try still
 * compares with what an earlier one has sent.
 *
 * @returns undefined if it does not go to one recipient
 */
export function fingerprintOf(
	run: Run,
	item: number,
	{ qs, body, file, unmoved }: CheckedRequest,
	values: Values,
): string | undefined {
	const { effect, knowsRecipients } = run.operation;
	if (effect !== 'send' || !knowsRecipients) return undefined;
	const parameters = { ...qs, ...body, ...unmoved, phone: undefined, email: undefined };
	const hours = values[sendBetween.name];
	const request = JSON.stringify([parameters, fileIn(run.items[item], file), hours]);
	return createHash('sha256').update(request).digest('base64');
}

/** Identifies a file by n8n's ID of it, or by its bytes if n8n keeps them in the item. */
function fileIn({ binary = {} }: INodeExecutionData, field: string | undefined) {
	if (field === undefined) return undefined;
	const { id, data, fileName, fileExtension, mimeType } = binary[field];
	return [id ?? data, fileName, fileExtension, mimeType];
}
