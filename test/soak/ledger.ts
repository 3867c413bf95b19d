/** How often somebody may have got a message, after what n8n said about it. */
export type Outcome = 'once' | 'perhaps' | 'never';

const MAYBE = /may have been sent anyway/;

/** What an error of the package says about the item that it stands for. */
export const outcomeOf = (error: unknown): Outcome =>
	error === undefined ? 'once' : MAYBE.test(String(error)) ? 'perhaps' : 'never';

/** What n8n promised of every person, to be compared with what they got. */
export class Ledger {
	private readonly outcomes = new Map<string, Outcome>();

	note(person: string, outcome: Outcome): void {
		if (this.outcomes.has(person)) throw new Error(`${person} was in two orders`);
		this.outcomes.set(person, outcome);
	}

	/** What became of somebody is known better now. */
	correct(person: string, outcome: Outcome): void {
		if (!this.outcomes.has(person)) throw new Error(`${person} was in no order`);
		this.outcomes.set(person, outcome);
	}

	count(outcome: Outcome): number {
		return [...this.outcomes.values()].filter((one) => one === outcome).length;
	}

	/** Everyone who got more or fewer messages than n8n said; nobody may have got two. */
	wrong(received: (person: string) => number): string[] {
		return [...this.outcomes].flatMap(([person, outcome]) => {
			const times = received(person);
			const right =
				outcome === 'perhaps' ? times <= 1 : times === (outcome === 'once' ? 1 : 0);
			return right ? [] : [`${person}: ${outcome}, but ${times} times`];
		});
	}
}
