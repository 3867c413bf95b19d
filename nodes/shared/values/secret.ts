import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 96 bits. More would make links longer, and an SMS is charged by its length. */
const SECRET_BYTES = 12;

/** Creates a secret of 16 URL-safe characters, for a link that only one recipient knows. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Hashes a secret to 43 characters, so that it can be stored. */
export const hashSecret = (secret: string): string =>
	createHash('sha256').update(secret).digest('base64url');

/** Reports whether a text is the secret of a hash. Compares in constant time. */
export function matchesSecretHash(text: unknown, hash: string): boolean {
	if (typeof text !== 'string') return false;
	const [actual, expected] = [Buffer.from(hashSecret(text)), Buffer.from(hash)];
	return actual.length === expected.length && timingSafeEqual(actual, expected);
}
