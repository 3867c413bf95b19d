/** Runs examples of the reference in n8n's engine, against the sandbox. */
import { type IDataObject, type INodeParameters, SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import type { NodeName } from '../../../test/support/engine/nodeTypes';
import { runNode, type RunResult, type RunSetting } from '../../../test/support/engine/runNode';
import { serveWait } from '../../../test/support/serveWait';
import type { Example, Operation } from '../shape';

const MINUTE = 60_000;
const file = { content: 'A file', fileName: 'file.txt', mimeType: 'text/plain' };

export const credentialsOf = ({ url, token }: Pick<Sandbox, 'url' | 'token'>) => ({
	baseUrl: url,
	token,
});

/** Settings of a run that the docs do not show. */
type Changes = Pick<RunSetting, 'credentials' | 'onError'> & {
	hasFile?: boolean;
};

export class Examples {
	private readonly done = new Map<string, IDataObject[]>();

	/**
	 * @param operations the operations of the node, with their examples
	 * @param standsStill if true, nothing is delivered and nobody replies
	 */
	constructor(
		private readonly sandbox: Sandbox,
		private readonly node: NodeName,
		private readonly operations: Operation[],
		private readonly standsStill = false,
	) {}

	/**
	 * Runs an example after the operations that it depends on. Returns its output items.
	 * @throws the error that stopped the node
	 */
	async itemsOf(key: string): Promise<IDataObject[]> {
		const finished = this.done.get(key);
		if (finished) return finished;
		const { example } = this.operations.find((operation) => operation.key === key) as Operation;
		const { items, error } = await this.run(example);
		if (error) throw error;
		const records = items.map(({ json }) => json);
		this.done.set(key, records);
		// 500 ms are enough for the status of a batch to list its entries, but not for a delivery.
		if (this.standsStill) this.sandbox.advance(500);
		else this.letTimePass();
		return records;
	}

	async run(example: Example, changes: Changes = {}): Promise<RunResult> {
		const { hasFile, ...setting } = changes;
		for (const key of example.after ?? []) await this.itemsOf(key);
		const { attachment = 'data' } = (example.parameters.options ?? {}) as IDataObject;
		const input = example.inputFrom ? await this.itemsOf(example.inputFrom) : example.input;
		return await this.runWhileTimePasses({
			node: this.node,
			parameters: this.withSentCode(example.parameters),
			credentials: credentialsOf(this.sandbox),
			items: (input ?? [{}]).map((json) => ({
				json,
				...(hasFile && { files: { data: file, [String(attachment)]: file } }),
			})),
			...setting,
		});
	}

	/** Runs a step. While the step waits for final statuses, the sandbox's clock advances. */
	private async runWhileTimePasses(setting: RunSetting): Promise<RunResult> {
		const { operation, options } = setting.parameters;
		const waits = !this.standsStill && 'waitForFinalStatus' in ((options ?? {}) as object);
		const passing = setInterval(() => waits && this.sandbox.advance(MINUTE), 100);
		const result = await runNode(setting).finally(() => clearInterval(passing));
		if (!result.execution?.waitTill || operation !== SEND_AND_WAIT_OPERATION) return result;
		const { executionData } = result.execution.data;
		const [atTheEnd] = executionData?.nodeExecutionStack[0].data.main[0] ?? [];
		const item = this.standsStill ? atTheEnd : { json: await this.approved(setting, result) };
		return { ...result, items: item ? [item] : [] };
	}

	/** Submits an approval to the sent link, and returns the output of Send and Wait. */
	private async approved(setting: RunSetting, result: RunResult): Promise<IDataObject> {
		const text = JSON.stringify(this.sandbox.messages.at(-1));
		const [link] = /https:\/\/n8n\.example[^\s"\\]+/.exec(text) ?? [''];
		const page = await serveWait(setting, result);
		try {
			const body = new URLSearchParams({ response: 'approve' });
			await fetch(link.replace('https://n8n.example', page.url), { method: 'POST', body });
			return page.resumed[0];
		} finally {
			await page.close();
		}
	}

	/** If the example checks a code, replaces the code with the last sent code. */
	private withSentCode(parameters: INodeParameters): INodeParameters {
		const [sent] = this.sandbox.messages.slice(-1);
		return 'token' in parameters && sent ? { ...parameters, code: sent.text } : parameters;
	}

	/** Delivers the messages, and replies to each Viber message. */
	private letTimePass(): void {
		const { sandbox } = this;
		// Scheduled examples are sent after two hours.
		sandbox.advance(121 * MINUTE);
		const viber = sandbox.messages.filter(({ channel }) => channel === 'viber');
		for (const { to, messageId } of viber) {
			if (
				messageId !== null &&
				!sandbox.replies.some((reply) => reply.messageId === messageId)
			) {
				sandbox.reply(to, 'Yes, please', messageId);
			}
		}
		sandbox.advance(MINUTE);
	}
}

const MOMENT = '2026-12-24 18:30:00';
const ISO_MOMENT = '2026-12-24T18:30:00.000Z';
const UNIX_TIME = Date.parse(`${MOMENT}Z`) / 1_000;
const UUID = '3f2b8c1e-5d0a-4e7b-9c61-2a8d7f40b915';

const TOKEN = `mpjs2r40.${'x'.repeat(43)}.${'x'.repeat(43)}`;

/** Replaces times, UUIDs and code tokens with values that are the same in every run. */
export function withFixedTimes<T>(value: T): T {
	const text = JSON.stringify(value)
		.replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/g, MOMENT)
		.replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, ISO_MOMENT)
		.replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?=[+-])/g, ISO_MOMENT.slice(0, 19))
		.replace(/(?<=\d{2}:\d{2}:\d{2}\.)\d+(?!\d*Z)/g, '000000')
		.replace(/(?<=[:[,])1[789]\d{8}(?=[,}\]])/g, String(UNIX_TIME))
		.replace(/[0-9a-z]{8}\.[\w-]{43}\.[\w-]{43}/g, TOKEN)
		.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, UUID);
	return JSON.parse(text) as T;
}
