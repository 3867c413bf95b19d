import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunResult, type RunSetting } from '../support/engine/runNode';
import { autoColumns } from '../support/autoColumns';

export const callbackUrl = 'https://example.com/done';

/** Returns different phones. */
export const phones = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => String(380500000000 + index));

export const itemsOf = (records: IDataObject[]) => records.map((json) => ({ json }));

type Setting = Omit<RunSetting, 'parameters'> & { parameters: INodeParameters };
type More = Partial<Omit<RunSetting, 'parameters' | 'node'>>;

const batch =
	(node: NodeName, common: INodeParameters) =>
	(given: IDataObject = {}, more: More = {}): Setting => {
		const { callbackUrl: url, options, ...parameters } = { ...common, ...given };
		return {
			node,
			parameters: {
				resource: 'batch',
				operation: 'send',
				...parameters,
				options: { ...(url !== undefined && { callbackUrl: url }), ...(options as object) },
			} as INodeParameters,
			...more,
		};
	};

const viberOrSms = { mailingName: 'March', phone: '={{ $json.phone }}', message: 'Hello' };
export const smsBatch = batch('messagingServiceSms', {
	...viberOrSms,
	sender: byId('1363'),
	callbackUrl,
});
export const viberBatch = batch('messagingServiceViber', {
	...viberOrSms,
	batchSender: byId('1363'),
});
export const emailBatch = batch('messagingServiceEmail', {
	senderEmail: 'shop@example.com',
	email: '={{ $json.email }}',
	subject: 'Sale',
	message: '<p>Hello</p>',
});

export const importing = (
	listId: string | number,
	parameters: IDataObject = {},
	more: More = {},
): Setting => ({
	node: 'messagingServiceContacts',
	parameters: {
		resource: 'contact',
		operation: 'import',
		listId: byId(listId),
		columns: autoColumns((more.items ?? []).flatMap(({ json }) => Object.keys(json))),
		...parameters,
	} as INodeParameters,
	...more,
});

/** Starts a sandbox, and returns functions that run nodes against it. */
async function startWorld() {
	const sandbox: Sandbox = await startSandbox({ batchDelayMs: 0, paceMs: 60_000 });
	const credentials = { baseUrl: sandbox.url, token: sandbox.token };
	return {
		sandbox,
		run: async (setting: RunSetting): Promise<RunResult> =>
			await runNode({ credentials, ...setting }),
		sentTo: (): string[] => sandbox.messages.map(({ to }) => to),
	};
}

type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts one sandbox for all tests of a file or a block. Each test begins without messages. */
export function useWorld(): World {
	const world = {} as World;
	beforeAll(async () => {
		Object.assign(world, await startWorld());
	});
	beforeEach(() => world.sandbox.reset());
	afterAll(async () => await world.sandbox.close());
	return world;
}

export const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

/** Returns the indexes of an output item's input items. */
export function pairsOf({ pairedItem }: INodeExecutionData): number[] {
	const pairs = pairedItem === undefined ? [] : [pairedItem].flat();
	return pairs.map((pair) => (typeof pair === 'number' ? pair : pair.item));
}

/** Returns the texts of an error that the editor shows. */
export function shown(error: Error | undefined): string {
	const { description } = (error ?? {}) as { description?: string };
	return `${error?.message}\n${description}`;
}
