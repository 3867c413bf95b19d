import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../../support/listen';

export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties?: Record<string, { description?: string }>; required?: string[] };
}

/** The model's response: a tool call, or a text. */
export type Choice = { tool: string; arguments: Record<string, unknown> } | { say: string };

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: OfferedTool }>;
	stream?: boolean;
}

export interface FakeModel {
	/** The base URL for an OpenAI credential. */
	url: string;
	/** The tools that n8n offered, by name. */
	offered: Map<string, OfferedTool>;
	/** The tool results that n8n sent to the model, as JSON. */
	toolAnswers: string[];
	close: () => Promise<void>;
}

async function read(request: IncomingMessage): Promise<ChatRequest> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest;
}

function messageOf(choice: Choice, turn: number) {
	if ('say' in choice) return { role: 'assistant', content: choice.say };
	const call = { name: choice.tool, arguments: JSON.stringify(choice.arguments) };
	const calls = [{ index: 0, id: `call_${turn}`, type: 'function', function: call }];
	return { role: 'assistant', content: null, tool_calls: calls };
}

/** Returns an answer as a stream of one chunk, which n8n Agents request. */
const streamed = (answer: object, message: object, finish_reason: string): string =>
	[
		{ ...answer, choices: [{ index: 0, delta: message, finish_reason: null }] },
		{ ...answer, choices: [{ index: 0, delta: {}, finish_reason }] },
	]
		.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
		.join('') + 'data: [DONE]\n\n';

/**
 * Starts a chat model on loopback that speaks OpenAI's protocol. It responds with the given
 * choices, one after the other.
 */
export async function startFakeModel(wanted: Choice[]): Promise<FakeModel> {
	const offered = new Map<string, OfferedTool>();
	const toolAnswers: string[] = [];
	let turn = 0;
	const server = createServer((request, response) => {
		// n8n Agents first try another protocol.
		if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end();
		void read(request).then(({ messages, tools = [], stream }) => {
			for (const { function: tool } of tools) offered.set(tool.name, tool);
			const last = messages.at(-1);
			if (last?.role === 'tool') toolAnswers.push(JSON.stringify(last.content));
			const choice = wanted[turn] ?? { say: 'Nothing left to do' };
			const message = messageOf(choice, turn++);
			const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			const answer = { id: `chat-${turn}`, created: 0, model: 'made-up', usage };
			if (stream) {
				response.setHeader('content-type', 'text/event-stream');
				const chunk = { ...answer, object: 'chat.completion.chunk' };
				return void response.end(streamed(chunk, message, finish_reason));
			}
			response.setHeader('content-type', 'application/json');
			const choices = [{ index: 0, message, finish_reason }];
			response.end(JSON.stringify({ ...answer, object: 'chat.completion', choices }));
		});
	});
	const { url, close } = await listen(server);
	return {
		url: `${url}/v1`,
		offered,
		toolAnswers,
		close,
	};
}
