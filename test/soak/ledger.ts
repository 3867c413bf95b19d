/** Number of messages for a recipient according to n8n. */
export type Outcome = 'once' | 'perhaps' | 'never';

const MAYBE = /may have been sent/;

/** Returns the outcome of an item with this error of the package. */
export const outcomeOf = (error: unknown): Outcome =>
	error === undefined ? 'once' : MAYBE.test(String(error)) ? 'perhaps' : 'never';

/** Outcomes according to n8n, to compare with the messages that recipients received. */
export class Ledger {
	private readonly outcomes = new Map<string, Outcome>();

	note(person: string, outcome: Outcome): void {
		if (this.outcomes.has(person)) throw new Error(`${person} was in two orders`);
		this.outcomes.set(person, outcome);
	}

	/** Replaces the outcome of a recipient with a more certain outcome. */
	correct(person: string, outcome: Outcome): void {
		if (!this.outcomes.has(person)) throw new Error(`${person} was in no order`);
		this.outcomes.set(person, outcome);
	}

	count(outcome: Outcome): number {
		return [...this.outcomes.values()].filter((one) => one === outcome).length;
	}

	/**
	 * Lists the recipients whose number of messages contradicts the outcome. Two messages are
	 * always wrong.
	 */
	wrong(received: (person: string) => number): string[] {
		return [...this.outcomes].flatMap(([person, outcome]) => {
			const times = received(person);
			const right =
				outcome === 'perhaps' ? times <= 1 : times === (outcome === 'once' ? 1 : 0);
			return right ? [] : [`${person}: ${outcome}, but ${times} times`];
		});
	}
}
