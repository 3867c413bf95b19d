import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runNode, type RunResult, type RunSetting } from './engine/runNode';
import { Service } from './engine/service';
import { serveWait } from './serveWait';

export interface Waiting {
	result: RunResult;
	/** The mocked service. It is closed, but keeps its recorded requests. */
	service: Service;
	/** The links in the sent messages, rewritten to point to the server of this test. */
	links: string[];
	resumed: IDataObject[];
	outputAfterTimeLimit: () => INodeExecutionData | undefined;
	setResumeFails: (fails: boolean) => void;
	close: () => Promise<void>;
}

const LINK = /https:\/\/n8n\.example\S+?signature=[\w-]+/;
/** Finds the links in the values. In an email, `&` is `&amp;`. */
const found = (values: string[]) =>
	values.flatMap((value) => LINK.exec(value.replaceAll('&amp;', '&'))?.[0] ?? []);

export const sentLinks = ({ requests }: Service): string[] =>
	requests.flatMap(({ query, form = [] }) =>
		found([...query, ...form].map(([, value]) => value)),
	);

/** Runs a step that sends and waits, and serves its webhook. */
export async function startWaiting(setting: RunSetting, answer: unknown): Promise<Waiting> {
	const service = new Service(() => ({ body: answer }));
	const result = await runNode(setting).finally(() => service.close());
	const { url, resumed, setResumeFails, close } = await serveWait(setting, result);
	return {
		result,
		service,
		links: sentLinks(service).map((link) => link.replace('https://n8n.example', url)),
		resumed,
		outputAfterTimeLimit: () =>
			result.execution?.data.executionData?.nodeExecutionStack[0].data.main?.[0]?.[0],
		setResumeFails,
		close,
	};
}

export const respond = async (link: string, response: string): Promise<Response> =>
	await fetch(link, { method: 'POST', body: new URLSearchParams({ response }) });
