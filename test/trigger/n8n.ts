import type { IDataObject } from 'n8n-workflow';

type Poll = (data: IDataObject) => Promise<IDataObject[] | null>;

/**
 * When n8n keeps a polling node's static data. `open`: the workflow stays in memory between polls.
 * `fresh`: every poll is a job that loads the workflow anew (queue mode, durable scheduler).
 */
export type Engine = 'open' | 'fresh';

/** n8n around one polling node, as far as the node's state is concerned. */
export class N8n {
	/** Content of the database. */
	private saved = '{}';

	private data: IDataObject = {};

	private active = false;

	constructor(
		private readonly engine: Engine,
		private readonly node: Poll,
	) {}

	/** One poll; the first is that of the activation. A crash comes after the items, before the state. */
	async poll(crash = false): Promise<IDataObject[]> {
		if (this.engine === 'fresh' || !this.active)
			this.data = JSON.parse(this.saved) as IDataObject;
		const activating = !this.active;
		const items = await this.node(this.data);
		this.active = true;
		if (crash) this.active = false;
		else if (items || activating) this.saved = JSON.stringify(this.data);
		return items ?? [];
	}

	/** Somebody repairs the database by hand. */
	damage(): void {
		if (!this.active) return;
		this.data.state = null;
		this.saved = JSON.stringify(this.data);
	}

	/** `kill -9`: only what was saved is left, and the next poll is that of a start. */
	restart(): void {
		this.active = false;
	}

	get state(): string {
		return JSON.stringify(this.data);
	}
}
