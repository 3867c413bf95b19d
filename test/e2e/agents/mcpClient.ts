import { createRequire } from 'node:module';
import { join } from 'node:path';
import { playgroundDir } from '../../../playground/paths';
import { until } from '../../support/until';

export interface ToolResult {
	isError?: boolean;
	content: Array<{ type: string; text: string }>;
}

export interface McpClient {
	connect: (transport: object) => Promise<void>;
	listTools: () => Promise<{
		tools: Array<{ name: string; inputSchema: { properties?: object } }>;
	}>;
	callTool: (call: { name: string; arguments: object }) => Promise<ToolResult>;
	close: () => Promise<void>;
}

/** The parts of the SDK that are used here. */
interface Sdk {
	Client: new (info: { name: string; version: string }) => McpClient;
	StreamableHTTPClientTransport: new (
		url: URL,
		options: { requestInit: { headers: Record<string, string> } },
	) => object;
}

/** Connects the MCP client of n8n's SDK over streamable HTTP. */
export async function connectMcpClient(
	url: string,
	headers: Record<string, string> = {},
): Promise<McpClient> {
	const load = createRequire(join(playgroundDir, 'package.json'));
	const { Client, StreamableHTTPClientTransport } = {
		...(load('@modelcontextprotocol/sdk/client/index.js') as object),
		...(load('@modelcontextprotocol/sdk/client/streamableHttp.js') as object),
	} as Sdk;
	const connect = async () => {
		const client = new Client({ name: 'test', version: '1.0.0' });
		const requestInit = { headers };
		await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
		return client;
	};
	let client: McpClient | undefined;
	// A published server needs a moment.
	await until('the MCP server answers', 120, async () => {
		client = await connect().catch(() => undefined);
		return client !== undefined;
	});
	return client!;
}
