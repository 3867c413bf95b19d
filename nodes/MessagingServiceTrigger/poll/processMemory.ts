/** Triggers of one n8n process, or statuses, of which something is remembered. */
const MAX_KEYS = 1_000;

/**
 * What this n8n process remembers from poll to poll, because n8n saves nothing of polls that fail or
 * return nothing. What was remembered the longest ago is forgotten first: a trigger then continues as
 * if n8n had been started anew.
 */
export class ProcessMemory<T> {
	private readonly byKey = new Map<string, T>();

	constructor(private readonly max = MAX_KEYS) {}

	get(key: string): T | undefined {
		return this.byKey.get(key);
	}

	/** Remembers a value, or forgets it if there is none. */
	set(key: string, value: T | undefined): void {
		this.byKey.delete(key);
		if (value !== undefined) this.byKey.set(key, value);
		const [oldest] = this.byKey.keys();
		if (this.byKey.size > this.max) this.byKey.delete(oldest);
	}
}
