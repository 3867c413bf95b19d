import { randomInt } from 'node:crypto';
import { readField } from '../shared/describe/checkField';
import type { PendingRequest } from '../shared/describe/operation';
import { codeToken } from './codeToken';
import { codeLength, returnCodeAs, validFor } from './fields';

/** Generates a code of decimal digits from a cryptographic source. It returns the code, or a token. */
export function generateCode({ read, request, where, service }: PendingRequest): undefined {
	if (read('generateCode') !== true) return undefined;
	const digits = Number(readField(codeLength, read, '', where));
	const code = Array.from({ length: digits }, () => randomInt(10)).join('');
	const phone = String(request.qs.phone);
	request.qs = { ...request.qs, message: code };
	if (readField(returnCodeAs, read, '', where) === 'code') {
		request.returns = () => ({ code });
		return undefined;
	}
	request.hidden = code;
	const minutes = Number(readField(validFor, read, '', where));
	// Its time begins when the code is sent.
	request.returns = () => {
		const expiry = Date.now() + minutes * 60_000;
		return { token: codeToken(service, { phone, code, expiry }) };
	};
	return undefined;
}
