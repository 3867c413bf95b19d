import { createHash, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../credentials/account';
import { ValidationError } from '../shared/values/formats';

interface IssuedCode {
	/** Digits with the country code, as sent. */
	phone: string;
	code: string;
	expiresAtMs: number;
}

export interface VerifiedCodeToken {
	expiresAtMs: number;
	/** Identifies the token without revealing it. */
	id: string;
	/** Compares in constant time. */
	matchesPhoneAndCode: (phone: string, code: string) => boolean;
}

const SIGNING_PURPOSE = 'one-time code';
const TOKEN_PATTERN = /^(([0-9a-z]{1,9})\.([\w-]{43}))\.([\w-]{43})$/;

const signCode = (account: Account, { phone, code, expiresAtMs }: IssuedCode): string =>
	account.sign(SIGNING_PURPOSE, JSON.stringify([phone, code, expiresAtMs]));
const signTokenBody = (account: Account, sealed: string): string =>
	account.sign(`${SIGNING_PURPOSE}: token`, sealed);

/**
 * Creates a token with which Check can verify the code: `<expiry>.<signature>.<seal>`. The signature covers
 * phone, code and expiry. The token does not contain the code. The seal distinguishes a forged token from a
 * wrong code.
 */
export function createCodeToken(account: Account, code: IssuedCode): string {
	const sealed = `${code.expiresAtMs.toString(36)}.${signCode(account, code)}`;
	return `${sealed}.${signTokenBody(account, sealed)}`;
}

/** @throws ValidationError for a token that this account did not issue */
export function verifyCodeToken(account: Account, text: string): VerifiedCodeToken {
	const [token, sealed, time, signature, seal] = TOKEN_PATTERN.exec(text) ?? [];
	if (!token || !isSameSignature(seal, signTokenBody(account, sealed))) {
		throw new ValidationError(
			'was not issued by this account',
			'Enter the complete and unchanged token that Send returned, and use the same credential.',
			'Token',
		);
	}
	const expiresAtMs = parseInt(time, 36);
	return {
		expiresAtMs,
		id: createHash('sha256').update(token).digest('base64url'),
		matchesPhoneAndCode: (phone, code) =>
			isSameSignature(signature, signCode(account, { phone, code, expiresAtMs })),
	};
}

const isSameSignature = (a: string, b: string): boolean =>
	timingSafeEqual(Buffer.from(a), Buffer.from(b));
