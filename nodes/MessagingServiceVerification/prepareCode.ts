import { randomInt } from 'node:crypto';
import type { PendingRequest, Values } from '../shared/run/operation';
import { codeToken } from './codeToken';
import { code as codeField, codeLength, PLACEHOLDER, returnCodeAs, validFor } from './fields';

/** Decimal digits from a cryptographic source. */
function generated(values: Values): string {
	const digits = Number(values[codeLength.name]);
	return Array.from({ length: digits }, () => randomInt(10)).join('');
}

/**
 * Completes the request of a code: generates it if the step says so, and returns a token in its place, or a
 * generated code itself.
 *
 * @param messageOf makes the message of a code and of the text that the step has for it
 */
const prepareWith =
	(messageOf: (code: string, text: string) => string) =>
	({ values, request, account }: PendingRequest): void => {
		const isGenerated = values.generateCode === 1;
		const code = isGenerated ? generated(values) : String(values[codeField.name]);
		const phone = String(request.qs.phone);
		const message = messageOf(code, String(request.qs.message));
		request.qs = { ...request.qs, message };
		request.code = code;
		if (values[returnCodeAs.name] === 'code') {
			if (isGenerated) request.returns = () => ({ code });
			return;
		}
		const minutes = Number(values[validFor.name]);
		// A code that was given may be as short as one digit, which counts and times have too.
		if (isGenerated || code.length >= 4) request.hidden = code;
		else if (message !== code) request.secrets = [message];
		// Its time begins when the code is sent.
		request.returns = () => {
			const expiry = Date.now() + minutes * 60_000;
			return { token: codeToken(account, { phone, code, expiry }) };
		};
	};

/** The message is the code. */
export const prepareCode = prepareWith((code) => code);

/** The message is a text with the code. */
export const prepareCodeText = prepareWith((code, text) => text.replaceAll(PLACEHOLDER, code));
