import type {
	IDataObject,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { isSecretOf } from '../values/secret';
import { acceptedResponse, acceptResponse } from './decisions';
import { CODE_PARAMETER } from './link';
import { waitingStep, type WebResponse } from './n8nWait';
import { type ResponseProblem, readFormResponse, respondedItem } from './outcome';
import { PAGE_HEADERS } from './page/headers';
import { renderPage } from './page/renderPage';
import type { PageTexts, WaitPage } from './page/types';
import { storedWait, type Wait } from './state';

/** Max length of an invalid response that the form shows again. */
const MAX_SHOWN_AGAIN = 64 * 1024;

const resumeWebhook = { name: 'default', restartWebhook: true, isFullPath: true } as const;
// With empty response data, n8n sends the page that the webhook returns.
const respondWebhook = { ...resumeWebhook, responseMode: 'onReceived', responseData: '' } as const;
/** The paths of signed and of short links. */
const WEBHOOK_PATHS = ['={{ $nodeId }}', ''];

/** The webhooks of Send and Wait. n8n calls them only while a step waits. */
export const waitWebhooks: INodeTypeDescription['webhooks'] = WEBHOOK_PATHS.flatMap((path) =>
	['GET', 'POST'].map((httpMethod) => ({ ...respondWebhook, httpMethod, path })),
);

export const waitingNodeTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the recipient\'s response" : "" }}';

/**
 * Shows the page of a link, or accepts the response that its form posts. No other function accepts responses.
 */
export async function showPageOrAcceptResponse(
	this: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	try {
		return await respond(this);
	} catch {
		// Caught, because n8n would resume the execution with the error.
		return sendPage(this, 500, { kind: 'notFound', texts: {} });
	}
}

async function respond(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const step = waitingStep(context);
	const wait = step && storedWait(step.stored);
	// The signature of the link decides nothing, because anyone who can read the execution can make n8n
	// accept one (docs/adr/0012-decide-by-post-with-a-code-per-link.md).
	const { [CODE_PARAMETER]: code } = context.getQueryData() as Record<string, unknown>;
	const recipient = wait?.recipients.find(({ codeHash }) => isSecretOf(code, codeHash));
	if (!step?.item || !wait || !recipient) {
		const isOld = wait?.earlierHashes.some((hash) => isSecretOf(code, hash));
		const texts = { language: wait?.texts.language };
		return sendPage(context, isOld ? 410 : 404, { kind: isOld ? 'old' : 'notFound', texts });
	}
	const { id, question, texts, until } = wait;
	const isPost = context.getRequestObject().method === 'POST';
	if (until !== null && Date.now() >= until) return sendPage(context, 410, expiredPage(texts));
	const earlier = await acceptedResponse(id);
	if (earlier) {
		const { label: decision, respondedAt } = earlier;
		const zone = context.getTimezone();
		return sendPage(context, 409, { kind: 'decided', decision, respondedAt, zone, texts });
	}
	if (!isPost) return sendPage(context, 200, { kind: 'question', question, texts });
	const { response } = readForm(context);
	const decision = readFormResponse(question, response);
	if ('problem' in decision) return showProblem(context, wait, decision.problem);
	const { label, value } = decision;
	const respondedAt = new Date().toISOString();
	const details = { respondedAt, responder: recipient.address };
	const webResponse = responseOf(context);
	if (!acceptResponse(id, webResponse, label, respondedAt)) return await respond(context);
	for (const [name, value] of Object.entries(PAGE_HEADERS)) webResponse.setHeader(name, value);
	return {
		workflowData: [[respondedItem(step.item, question, value, details)]],
		// n8n sends this page once it has resumed the execution.
		webhookResponse: renderPage({ kind: 'thanks', decision: label, texts }),
	};
}

/** Returns the page for a wait that is over. It does not show the question. */
const expiredPage = ({ language, organization }: PageTexts): WaitPage => ({
	kind: 'expired',
	texts: { language, organization },
});

const responseOf = (context: IWebhookFunctions): WebResponse => context.getResponseObject();

const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded';

/** Shows the question again, with an error for the invalid response. */
function showProblem(
	context: IWebhookFunctions,
	{ question, texts }: Wait,
	error: ResponseProblem,
) {
	const { response } = readForm(context);
	const isShort = typeof response === 'string' && response.length <= MAX_SHOWN_AGAIN;
	const entered = isShort ? response : undefined;
	return sendPage(context, 400, { kind: 'question', question, texts, error, entered });
}

/** Returns the fields of a posted form. Empty for any other content type. */
function readForm(context: IWebhookFunctions): Record<string, unknown> {
	const { 'content-type': type = '' } = context.getHeaderData();
	// n8n returns undefined for a form without fields.
	const body = context.getBodyData() as IDataObject | undefined;
	return type.toLowerCase().startsWith(FORM_CONTENT_TYPE) ? (body ?? {}) : {};
}

/** Sends a page without resuming the execution. */
function sendPage(
	context: IWebhookFunctions,
	status: number,
	page: WaitPage,
): IWebhookResponseData {
	responseOf(context).writeHead(status, PAGE_HEADERS).end(renderPage(page));
	return { noWebhookResponse: true };
}
