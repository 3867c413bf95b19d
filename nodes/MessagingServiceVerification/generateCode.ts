import { randomInt } from 'node:crypto';
import { readField } from '../shared/describe/checkField';
import type { PendingRequest } from '../shared/describe/operation';
import { codeLength } from './fields';

/** Generates a code of decimal digits from a cryptographic source, and returns it with the response. */
export function generateCode({ read, request, where }: PendingRequest): undefined {
	if (read('generateCode') !== true) return undefined;
	const digits = Number(readField(codeLength, read, '', where));
	const code = Array.from({ length: digits }, () => randomInt(10)).join('');
	request.qs = { ...request.qs, message: code };
	request.returns = { code };
	return undefined;
}
