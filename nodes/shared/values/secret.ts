import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a secret: 96 bits, and no more, because a link is paid as part of an SMS. */
const BYTES = 12;

/** A secret of 16 characters that a URL may have, for a link that only one party knows. */
export const newSecret = (): string => randomBytes(BYTES).toString('base64url');

/** What may be stored of a secret, in 43 characters: it does not lead back to the secret. */
export const hashOf = (secret: string): string =>
	createHash('sha256').update(secret).digest('base64url');

/** Whether a text is the secret of a hash. The time that it takes does not depend on how much is right. */
export function isSecretOf(text: unknown, hash: string): boolean {
	if (typeof text !== 'string') return false;
	const [actual, expected] = [Buffer.from(hashOf(text)), Buffer.from(hash)];
	return actual.length === expected.length && timingSafeEqual(actual, expected);
}
