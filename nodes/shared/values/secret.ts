import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 96 bits. Not longer, because the secret is part of a link in an SMS, which is charged by its length. */
const SECRET_BYTES = 12;

/** Creates 16 URL-safe characters for a link that only one recipient knows. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Returns 43 characters that can be stored instead of the secret. */
export const hashSecret = (secret: string): string =>
	createHash('sha256').update(secret).digest('base64url');

export function matchesSecretHash(text: unknown, hash: string): boolean {
	if (typeof text !== 'string') return false;
	const [actual, expected] = [Buffer.from(hashSecret(text)), Buffer.from(hash)];
	return actual.length === expected.length && timingSafeEqual(actual, expected);
}
