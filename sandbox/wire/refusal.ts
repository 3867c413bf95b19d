/** Rejects a request with the response `{"error": reason}`. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly reason: string,
	) {
		super(reason);
	}
}

export const refuse = (parameter: string, reason: string): Refusal =>
	new Refusal(400, `${parameter}: ${reason}`);

/** @throws Refusal if nothing was found for the parameter */
export function orRefuse<T>(found: T | undefined, parameter: string): T {
	if (found === undefined) throw refuse(parameter, 'unknown');
	return found;
}
