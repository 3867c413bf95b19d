import { randomInt } from 'node:crypto';
import { readField } from '../shared/run/readField';
import type { PendingRequest } from '../shared/run/operation';
import { codeToken } from './codeToken';
import { codeLength, returnCodeAs, validFor } from './fields';

/**
 * Completes the request of a code: generates it if the step says so, as decimal digits from a
 * cryptographic source, and returns a token in its place, or a generated code itself.
 */
export function prepareCode({ reader, request, account }: PendingRequest): void {
	const isGenerated = reader.read('generateCode') === true;
	if (isGenerated) {
		const digits = Number(readField(codeLength, reader));
		const generated = Array.from({ length: digits }, () => randomInt(10)).join('');
		request.qs = { ...request.qs, message: generated };
	}
	const [phone, code] = [String(request.qs.phone), String(request.qs.message)];
	if (readField(returnCodeAs, reader) === 'code') {
		if (isGenerated) request.returns = () => ({ code });
		return;
	}
	const minutes = Number(readField(validFor, reader));
	// One that was given may be as short as one digit, which counts and times have too.
	if (isGenerated || code.length >= 4) request.hidden = code;
	// Its time begins when the code is sent.
	request.returns = () => {
		const expiry = Date.now() + minutes * 60_000;
		return { token: codeToken(account, { phone, code, expiry }) };
	};
}
