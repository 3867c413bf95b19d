import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../../support/listen';

export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties?: Record<string, { description?: string }>; required?: string[] };
}

/** What a model chooses: a tool with arguments, or an answer in words. */
export type Choice = { tool: string; arguments: Record<string, unknown> } | { say: string };

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: OfferedTool }>;
}

export interface FakeModel {
	/** For an OpenAI credential. */
	url: string;
	/** The tools that n8n offered, by their names. */
	offered: Map<string, OfferedTool>;
	/** What the tools answered, as the model reads it. */
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
	const calls = [{ id: `call_${turn}`, type: 'function', function: call }];
	return { role: 'assistant', content: null, tool_calls: calls };
}

/** A chat model on loopback that speaks OpenAI's protocol and makes the given choices in turn. */
export async function startFakeModel(choices: Choice[]): Promise<FakeModel> {
	const offered = new Map<string, OfferedTool>();
	const toolAnswers: string[] = [];
	let turn = 0;
	const server = createServer((request, response) => {
		void read(request).then(({ messages, tools = [] }) => {
			for (const { function: tool } of tools) offered.set(tool.name, tool);
			const last = messages.at(-1);
			if (last?.role === 'tool') toolAnswers.push(JSON.stringify(last.content));
			const choice = choices[turn] ?? { say: 'Nothing left to do' };
			const message = messageOf(choice, turn++);
			const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			const answer = { id: `chat-${turn}`, object: 'chat.completion', created: 0, usage };
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					...answer,
					model: 'made-up',
					choices: [{ index: 0, message, finish_reason }],
				}),
			);
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
