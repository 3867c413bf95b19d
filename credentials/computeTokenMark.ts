import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * Returns a number that changes with the token. Storing the number is safe: one in 65,536 tokens has the same
 * 16 bits, so a matching guess proves nothing. The number has no salt, so all triggers with the same
 * credential store the same number.
 */
export function computeTokenMark({ token }: ICredentialDataDecryptedObject): number {
	const text = String(token ?? '').trim();
	return createHash('sha256').update(text).digest().readUInt16BE();
}
