import type { IDataObject } from 'n8n-workflow';

type Poll = (data: IDataObject) => Promise<IDataObject[] | null>;

/**
 * Lifetime of a polling node's static data in memory. `open`: between polls. `fresh`: each
 * poll is a job that loads the workflow from the database (queue mode, durable scheduler).
 */
export type Engine = 'open' | 'fresh';

/** The part of n8n that keeps the state of a polling node. */
export class N8n {
	/** Content of the database. */
	private saved = '{}';

	private data: IDataObject = {};

	private active = false;

	constructor(
		private readonly engine: Engine,
		private readonly node: Poll,
	) {}

	/** Polls; the first poll is the activation. A crash loses the state, but not the items. */
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

	/** Deletes the state, as a person might who edits the database. */
	damage(): void {
		if (!this.active) return;
		this.data.state = null;
		this.saved = JSON.stringify(this.data);
	}

	/** `kill -9`: the next poll is an activation with the saved state. */
	restart(): void {
		this.active = false;
	}

	get state(): string {
		return JSON.stringify(this.data);
	}
}
