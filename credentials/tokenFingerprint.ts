import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * A number that says that a token has changed. It may be stored: it has 16 bits, and one in 65,536 of
 * all tokens has the same. So it does not contain a token, and a guess that matches proves nothing.
 * It has no salt: several triggers with one credential have the same number and tell no more than one.
 */
export function tokenFingerprint({ token }: ICredentialDataDecryptedObject): number {
	const text = String(token ?? '').trim();
	return createHash('sha256').update(text).digest().readUInt16BE();
}
