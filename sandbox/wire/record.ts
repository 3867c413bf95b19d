import { type Format, text } from './formats';
import { refuse } from './refusal';

/** An object from a body or a query. Tracks the fields that are read, to reject unknown fields. */
export class JsonRecord {
	private readonly asked = new Set<string>();
	private readonly fields: Map<string, unknown>;

	constructor(
		value: unknown,
		private readonly at: string,
	) {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			throw refuse(at, 'must be an object');
		}
		this.fields = new Map(Object.entries(value));
	}

	optional(name: string, format: Format = text): string | undefined {
		this.asked.add(name);
		const value = this.fields.get(name);
		if (value === undefined) return undefined;
		if (typeof value !== 'string') throw refuse(this.path(name), 'must be a text');
		if (value === '') throw refuse(this.path(name), 'empty: leave it out instead');
		const reason = format(value);
		if (reason !== undefined) throw refuse(this.path(name), reason);
		return value;
	}

	text(name: string, format: Format = text): string {
		const value = this.optional(name, format);
		if (value === undefined) throw refuse(this.path(name), 'required');
		return value;
	}

	/** Returns the items of a list, which must not be empty. */
	list(name: string): Array<{ value: unknown; at: string }> {
		this.asked.add(name);
		const value = this.fields.get(name);
		if (!Array.isArray(value) || value.length === 0) {
			throw refuse(this.path(name), 'required: an array with something in it');
		}
		return value.map((item: unknown, i) => ({ value: item, at: `${this.path(name)}[${i}]` }));
	}

	record(name: string): JsonRecord {
		this.asked.add(name);
		return new JsonRecord(this.fields.get(name), this.path(name));
	}

	/** Rejects every field that was not read. Call this last. */
	end(): void {
		for (const name of this.fields.keys()) {
			if (!this.asked.has(name)) throw refuse(this.path(name), 'not allowed here');
		}
	}

	private path(name: string): string {
		return `${this.at}[${name}]`;
	}
}
