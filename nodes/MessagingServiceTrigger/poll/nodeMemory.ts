/** Triggers of one n8n process of which something is remembered. */
const MAX_NODES = 1_000;

/**
 * What this n8n process remembers of triggers from poll to poll, because n8n saves nothing of polls that
 * fail or return nothing. The trigger that was remembered the longest ago is forgotten first: it then
 * continues as if n8n had been started anew.
 */
export class NodeMemory<T> {
	private readonly byKey = new Map<string, T>();

	constructor(private readonly max = MAX_NODES) {}

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
