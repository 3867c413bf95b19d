import type { IDataObject } from 'n8n-workflow';

import type { World } from '../n8n/harness';

/** Values from earlier steps, e.g. the ID of a prepared message. */
export type Known = IDataObject;

export interface Step {
	/** `<resource>:<operation>` */
	does: string;
	/** Returns the node's parameters besides resource and operation. */
	with: (known: Known) => IDataObject;
	/** Input items; default: one empty item. */
	items?: IDataObject[];
	/** Names for values that later steps need, by field of the first output item. */
	keep?: Record<string, string>;
	/** Actions outside of n8n before this step. */
	before?: (world: Pick<World, 'sandbox'>, known: Known) => Promise<void> | void;
}

/** Returns a resource locator as the editor saves a typed ID. */
export const byId = (value: unknown) => ({ __rl: true as const, mode: 'id', value: String(value) });

/** IDs of records that each sandbox has at the start. */
export const seeded = { alphaname: 1363, vibername: 21, list: 1001, template: 1002 };

/** Waits until the status of a batch is available. */
export const aMoment = async (): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, 500));
