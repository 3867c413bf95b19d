import type {
	IDataObject,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { isSecretOf } from '../values/secret';
import { takenResponse, takeResponse } from './decisions';
import { CODE } from './link';
import { waitingStep, type WebResponse } from './n8nWait';
import { type Problem, readResponse, respondedItem } from './outcome';
import { PAGE_HEADERS } from './page/headers';
import { renderPage } from './page/renderPage';
import type { PageTexts, WaitPage } from './page/types';
import { storedWait, type Wait } from './state';

/** Bytes of a form that is read. */
const MAX_BYTES = 64 * 1024;

const restart = { name: 'default', restartWebhook: true, isFullPath: true } as const;
// Without response data of its own, n8n sends the page that the webhook returns.
const responds = { ...restart, responseMode: 'onReceived', responseData: '' } as const;
/** Of a signed link, and of a short one. */
const PATHS = ['={{ $nodeId }}', ''];

/** The URLs that resume a waiting step. n8n calls none of them if no step waits. */
export const waitWebhooks: INodeTypeDescription['webhooks'] = PATHS.flatMap((path) =>
	['GET', 'POST'].map((httpMethod) => ({ ...responds, httpMethod, path })),
);

/** What the editor shows on a step while it waits, as n8n's own nodes have it. */
export const waitingNodeTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the recipient\'s response" : "" }}';

/** Shows the page of a link, and takes the response that its form posts. Nothing else decides. */
export async function showPageOrDecide(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await respond(this);
	} catch {
		// n8n would resume the execution with the error.
		return show(this, 500, { kind: 'notFound', texts: {} });
	}
}

async function respond(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const step = waitingStep(context);
	const wait = step && storedWait(step.stored);
	// n8n's signature of the link decides nothing: who reads the execution can have n8n accept one.
	const { [CODE]: code } = context.getQueryData() as Record<string, unknown>;
	const recipient = wait?.recipients.find(({ codeHash }) => isSecretOf(code, codeHash));
	if (!step?.item || !wait || !recipient) {
		const isOld = wait?.earlierHashes.some((hash) => isSecretOf(code, hash));
		const texts = { language: wait?.texts.language };
		return show(context, isOld ? 410 : 404, { kind: isOld ? 'old' : 'notFound', texts });
	}
	const { id, question, texts, until } = wait;
	const isPost = context.getRequestObject().method === 'POST';
	if (until !== null && Date.now() >= until) return show(context, 410, expiredPage(texts));
	const earlier = await takenResponse(id);
	if (earlier) {
		const { label: decision, respondedAt } = earlier;
		const zone = context.getTimezone();
		return show(context, 409, { kind: 'decided', decision, respondedAt, zone, texts });
	}
	if (!isPost) return show(context, 200, { kind: 'question', question, texts });
	const { response } = formOf(context);
	const decision = readResponse(question, response);
	if ('problem' in decision) return showProblem(context, wait, decision.problem);
	const { label, value } = decision;
	const respondedAt = new Date().toISOString();
	const by = { respondedAt, responder: recipient.address };
	const output = responseOf(context);
	if (!takeResponse(id, output, label, respondedAt)) return await respond(context);
	for (const [name, value] of Object.entries(PAGE_HEADERS)) output.setHeader(name, value);
	return {
		workflowData: [[respondedItem(step.item, question, value, by)]],
		// Sent by n8n once it has resumed the execution, which only one response can do.
		webhookResponse: renderPage({ kind: 'thanks', decision: label, texts }),
	};
}

/** Without the question. */
const expiredPage = ({ language, organization }: PageTexts): WaitPage => ({
	kind: 'expired',
	texts: { language, organization },
});

const responseOf = (context: IWebhookFunctions): WebResponse => context.getResponseObject();

const FORM = 'application/x-www-form-urlencoded';

/** Shows the question again, with what is wrong with the response. */
function showProblem(context: IWebhookFunctions, { question, texts }: Wait, error: Problem) {
	const { response } = formOf(context);
	const isShort = typeof response === 'string' && response.length <= MAX_BYTES;
	const entered = isShort ? response : undefined;
	return show(context, 400, { kind: 'question', question, texts, error, entered });
}

/** The fields of a form; none of anything else. */
function formOf(context: IWebhookFunctions): Record<string, unknown> {
	const { 'content-type': type = '' } = context.getHeaderData();
	// Undefined for a form without any field.
	const body = context.getBodyData() as IDataObject | undefined;
	return type.toLowerCase().startsWith(FORM) ? (body ?? {}) : {};
}

/** Sends a page, and lets the execution wait. */
function show(context: IWebhookFunctions, status: number, shown: WaitPage): IWebhookResponseData {
	responseOf(context).writeHead(status, PAGE_HEADERS).end(renderPage(shown));
	return { noWebhookResponse: true };
}
