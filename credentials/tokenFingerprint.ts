import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * Returns a number that shows when a token has changed. It may be stored: with 16 bits, one in 65,536 tokens
 * has the same number, so it does not reveal the token, and a matching guess proves nothing. It has no salt, so
 * all triggers with the same credential store the same number.
 */
export function tokenFingerprint({ token }: ICredentialDataDecryptedObject): number {
	const text = String(token ?? '').trim();
	return createHash('sha256').update(text).digest().readUInt16BE();
}
