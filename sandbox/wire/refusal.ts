/** Rejects a request; the response is `{"error": reason}`. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly reason: string,
	) {
		super(reason);
	}
}

/** The default: HTTP 400 with a reason that names the parameter. */
export const refuse = (parameter: string, reason: string): Refusal =>
	new Refusal(400, `${parameter}: ${reason}`);

/** @throws Refusal if the account does not have what the parameter names */
export function orRefuse<T>(found: T | undefined, parameter: string): T {
	if (found === undefined) throw refuse(parameter, 'unknown');
	return found;
}
