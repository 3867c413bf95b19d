import type { IDataObject } from 'n8n-workflow';

import type { World } from '../n8n/harness';

/** Values from earlier steps, e.g. the ID of a prepared message. */
export type Known = IDataObject;

/** One operation of a node, executed once. */
export interface Step {
	/** `<resource>:<operation>` as workflows store it. */
	does: string;
	/** The operation of the API that this must call, once. */
	api: string;
	/** The node's parameters besides resource and operation. */
	with: (known: Known) => IDataObject;
	/** Input items; one empty item unless told. */
	items?: IDataObject[];
	/** Fields that the first output item must have. */
	gives: string[];
	/** Fields of the first output item that later steps need: name there, by name in the item. */
	keep?: Record<string, string>;
	/** True if the execution waits after it. */
	waits?: true;
	/** Actions outside of n8n before this step. */
	before?: (world: Pick<World, 'sandbox'>, known: Known) => Promise<void> | void;
}

/** The steps of one node, in the order in which they run. */
export interface NodeSteps {
	/** The node's type without the package's name. */
	node: string;
	steps: Step[];
}

/** A resource locator as the editor stores an ID that was typed. */
export const byId = (value: unknown) => ({ __rl: true as const, mode: 'id', value: String(value) });

/** Identifiers that the sandbox has from the start. */
export const seeded = { alphaname: 1363, vibername: 21, list: 1001, template: 1002 };

/** Batches appear in their status a moment after they were accepted. */
export const aMoment = async (): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, 500));
