import type { IDataObject } from 'n8n-workflow';

import type { World } from '../n8n/harness';

/** Values from earlier steps, e.g. the ID of a prepared message. */
export type Known = IDataObject;

/** One operation of a node, executed once. */
export interface Step {
	/** `<resource>:<operation>` as workflows store it. */
	does: string;
	/** The node's parameters besides resource and operation. */
	with: (known: Known) => IDataObject;
	/** Input items; one empty item unless told. */
	items?: IDataObject[];
	/** Fields of the first output item that later steps need: the name for them, by field. */
	keep?: Record<string, string>;
	/** Actions outside of n8n before this step. */
	before?: (world: Pick<World, 'sandbox'>, known: Known) => Promise<void> | void;
}

/** A resource locator as the editor stores an ID that was typed. */
export const byId = (value: unknown) => ({ __rl: true as const, mode: 'id', value: String(value) });

/** Identifiers that the sandbox has from the start. */
export const seeded = { alphaname: 1363, vibername: 21, list: 1001, template: 1002 };

/** Waits a moment, because a batch has a status only shortly after it was accepted. */
export const aMoment = async (): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, 500));
