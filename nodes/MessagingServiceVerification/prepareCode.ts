import { randomInt } from 'node:crypto';
import type { ItemRequest, Values } from '../shared/run/operation';
import { createCodeToken } from './codeToken';
import { codeField, codeLength, CODE_PLACEHOLDER, returnCodeAs, validForMinutes } from './fields';

function generateRandomCode(values: Values): string {
	const digits = Number(values[codeLength.name]);
	return Array.from({ length: digits }, () => randomInt(10)).join('');
}

/**
 * Returns a function that writes the code into the message, and adds a token or the generated code to the
 * output.
 *
 * @param messageOf builds the message from the code and the text of the step
 */
const createCodePreparer =
	(messageOf: (code: string, text: string) => string) =>
	({ values, request, account }: ItemRequest): void => {
		const isGenerated = values.generateCode === 1;
		const code = isGenerated ? generateRandomCode(values) : String(values[codeField.name]);
		const phone = String(request.qs.phone);
		const message = messageOf(code, String(request.qs.message));
		request.qs = { ...request.qs, message };
		request.oneTimeCode = code;
		if (values[returnCodeAs.name] === 'code') {
			if (isGenerated) request.makeExtraOutputFields = () => ({ code });
			return;
		}
		const minutes = Number(values[validForMinutes.name]);
		// A short code that the user entered is hidden only where the whole message appears,
		// because counts and times may contain the same digits.
		if (isGenerated || code.length >= 4) request.hiddenCode = code;
		else if (message !== code) request.secrets = [message];
		// The token is created after sending, so that the code is valid for its full time.
		request.makeExtraOutputFields = () => {
			const expiresAtMs = Date.now() + minutes * 60_000;
			return { token: createCodeToken(account, { phone, code, expiresAtMs }) };
		};
	};

export const prepareCodeOnlyMessage = createCodePreparer((code) => code);

export const prepareCodeInText = createCodePreparer((code, text) =>
	text.replaceAll(CODE_PLACEHOLDER, code),
);
