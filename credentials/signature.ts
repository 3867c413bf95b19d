import { createHmac, hkdfSync } from 'node:crypto';

/**
 * A mark of a text, in 43 characters, that only who has the token can make. Each purpose has a key of
 * its own, derived from the token: no mark says anything about the token, or about another purpose.
 */
export function signatureOf(token: string, purpose: string, text: string): string {
	const key = Buffer.from(hkdfSync('sha256', token, '', purpose, 32));
	return createHmac('sha256', key).update(text).digest('base64url');
}
