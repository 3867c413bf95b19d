import type { IDataObject } from 'n8n-workflow';
import { runAgent } from './runAgent';
import { callByN8nAgent, callInWorker, openTool } from './runTool';
import type { Setting } from './workflow';

/**
 * Calls a node as a tool.
 * @returns the records that the caller reads
 * @throws if the caller gets an error instead of records
 */
export type CallTool = (setting: Setting, args: IDataObject) => Promise<IDataObject[]>;

export const callByMcpServer: CallTool = async (setting, args) =>
	JSON.parse((await (await openTool(setting)).invoke(args)) as string) as IDataObject[];

export const callByAgent: CallTool = async (setting, args) => {
	const [items] = await runAgent({ ...setting, calls: [args] });
	return items.map(({ json }) => json);
};

/** Copies the arguments, because a second call with the same object would count as a retry. */
const callByWorker: CallTool = async (setting, args) => await callInWorker(setting, { ...args });

export const toolCallers: Array<[name: string, call: CallTool]> = [
	['an MCP server or an agent before version 3', callByMcpServer],
	['an MCP server in queue mode', callByWorker],
	['an agent of version 3', callByAgent],
	['n8n Agents', callByN8nAgent],
];
