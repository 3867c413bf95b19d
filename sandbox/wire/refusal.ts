/** Thrown wherever a request is turned down; becomes the answer `{"error": reason}`. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly reason: string,
	) {
		super(reason);
	}
}

/** The usual case: HTTP 400 with a reason that names the parameter. */
export const refuse = (parameter: string, reason: string): Refusal =>
	new Refusal(400, `${parameter}: ${reason}`);

/** @throws Refusal if a parameter names what the account does not have */
export function known<T>(found: T | undefined, parameter: string): T {
	if (found === undefined) throw refuse(parameter, 'unknown');
	return found;
}
