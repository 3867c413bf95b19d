import { createHash, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../credentials/account';
import { ValidationError } from '../shared/values/formats';

interface Code {
	/** Digits with the country code, as sent. */
	phone: string;
	code: string;
	/** In milliseconds since 1970. */
	expiry: number;
}

/** A token whose seal has been verified. */
export interface CodeToken {
	expiry: number;
	/** Identifies the token without revealing it. */
	id: string;
	/** Reports whether the token was issued for this phone and code. Compares in constant time. */
	isForPhoneAndCode: (phone: string, code: string) => boolean;
}

const SIGNING_PURPOSE = 'one-time code';
const TOKEN_FORMAT = /^(([0-9a-z]{1,9})\.([\w-]{43}))\.([\w-]{43})$/;

const codeSignature = (account: Account, { phone, code, expiry }: Code): string =>
	account.sign(SIGNING_PURPOSE, JSON.stringify([phone, code, expiry]));
const tokenSignature = (account: Account, sealed: string): string =>
	account.sign(`${SIGNING_PURPOSE}: token`, sealed);

/**
 * Creates a token with which Check can verify a code, but which does not contain the code:
 * `<expiry>.<signature>.<seal>`. The signature covers phone, code and expiry. The seal distinguishes a forged
 * token from a wrong code.
 */
export function createCodeToken(account: Account, code: Code): string {
	const sealed = `${code.expiry.toString(36)}.${codeSignature(account, code)}`;
	return `${sealed}.${tokenSignature(account, sealed)}`;
}

/** @throws ValidationError for a token that this account did not issue */
export function readToken(account: Account, text: string): CodeToken {
	const [token, sealed, time, signature, seal] = TOKEN_FORMAT.exec(text) ?? [];
	if (!token || !isSameSignature(seal, tokenSignature(account, sealed))) {
		throw new ValidationError(
			'was not issued by this account',
			'Enter the complete and unchanged token that Send returned, and use the same credential.',
			'Token',
		);
	}
	const expiry = parseInt(time, 36);
	return {
		expiry,
		id: createHash('sha256').update(token).digest('base64url'),
		isForPhoneAndCode: (phone, code) =>
			isSameSignature(signature, codeSignature(account, { phone, code, expiry })),
	};
}

const isSameSignature = (a: string, b: string): boolean =>
	timingSafeEqual(Buffer.from(a), Buffer.from(b));
