/** Runs examples of the reference in n8n's engine, against a sandbox of the service. */
import { type IDataObject, type INodeParameters, SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import type { NodeName } from '../../../test/support/engine/nodeTypes';
import {
	type InputItem,
	runNode,
	type RunResult,
	type RunSetting,
} from '../../../test/support/engine/runNode';
import { serveWait } from '../../../test/support/serveWait';
import type { Example } from '../shape';

/** An example, and whether it reads a file of its input. */
export interface Runnable {
	example: Example;
	hasFile?: boolean;
}

const MINUTE = 60_000;
const file = { content: 'A file', fileName: 'file.txt', mimeType: 'text/plain' };

export const credentialsOf = ({ url, token }: Pick<Sandbox, 'url' | 'token'>) => ({
	baseUrl: url,
	token,
});

export class Examples {
	private readonly done = new Map<string, IDataObject[]>();

	/** @param runnable the examples of a node by their key */
	constructor(
		private readonly sandbox: Sandbox,
		private readonly node: NodeName,
		private readonly runnable: (key: string) => Runnable,
	) {}

	/**
	 * The output items of an example, after those that come before it.
	 *
	 * @throws what stopped the node
	 */
	async itemsOf(key: string): Promise<IDataObject[]> {
		const known = this.done.get(key);
		if (known) return known;
		const { items, error } = await this.run(this.runnable(key));
		if (error) throw error;
		const records = items.map(({ json }) => json);
		this.done.set(key, records);
		this.letTimePass();
		return records;
	}

	async run({ example, hasFile }: Runnable, extra: INodeParameters = {}): Promise<RunResult> {
		for (const key of example.after ?? []) await this.itemsOf(key);
		const input = example.inputFrom ? await this.itemsOf(example.inputFrom) : example.input;
		const items: InputItem[] = (input ?? [{}]).map((json) => ({
			json,
			...(hasFile && { files: { data: file } }),
		}));
		const setting: RunSetting = {
			node: this.node,
			parameters: { ...example.parameters, ...extra },
			credentials: credentialsOf(this.sandbox),
			items,
		};
		const result = await this.runWhileTimePasses(setting);
		const asks = example.parameters.operation === SEND_AND_WAIT_OPERATION;
		if (!result.execution?.waitTill || !asks) return result;
		return { ...result, items: [{ json: await this.approved(setting, result) }] };
	}

	/** A batch that waits for its final statuses gets them: the clock of the sandbox stands still. */
	private async runWhileTimePasses(setting: RunSetting): Promise<RunResult> {
		const { waitForFinalStatus } = (setting.parameters?.options ?? {}) as IDataObject;
		if (waitForFinalStatus === undefined) return await runNode(setting);
		const passing = setInterval(() => this.sandbox.advance(MINUTE), 100);
		try {
			return await runNode(setting);
		} finally {
			clearInterval(passing);
		}
	}

	/** What the step returns when the recipient has approved on the page behind the link. */
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

	/** What was sent is delivered, and each recipient of a Viber message replies. */
	letTimePass(): void {
		const { sandbox } = this;
		// What an example schedules is sent in two hours.
		sandbox.advance(121 * MINUTE);
		const viber = sandbox.messages.filter(({ channel }) => channel === 'viber');
		for (const { to, messageId } of viber) {
			if (messageId !== null && !sandbox.replies.some((one) => one.messageId === messageId)) {
				sandbox.reply(to, 'Yes, please', messageId);
			}
		}
		sandbox.advance(MINUTE);
	}
}

/** In place of the values that differ from run to run. */
const MOMENT = '2026-12-24 18:30:00';
const ISO_MOMENT = '2026-12-24T18:30:00.000Z';
const UNIX_TIME = Date.parse(`${MOMENT}Z`) / 1_000;
const UUID = '3f2b8c1e-5d0a-4e7b-9c61-2a8d7f40b915';

/** Of a code that was sent. */
const TOKEN = `mpjs2r40.${'x'.repeat(43)}.${'x'.repeat(43)}`;

/** The same item with the same times and UUIDs in every run. */
export function withFixedTimes<T>(value: T): T {
	const text = JSON.stringify(value)
		.replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/g, MOMENT)
		.replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, ISO_MOMENT)
		.replace(/(?<=\d{2}:\d{2}:\d{2}\.)\d+(?!\d*Z)/g, '000000')
		.replace(/(?<=[:[,])1[789]\d{8}(?=[,}\]])/g, String(UNIX_TIME))
		.replace(/[0-9a-z]{8}\.[\w-]{43}\.[\w-]{43}/g, TOKEN)
		.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, UUID);
	return JSON.parse(text) as T;
}
