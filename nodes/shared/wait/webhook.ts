import type {
	IDataObject,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { matchesSecretHash } from '../values/secret';
import { awaitAcceptedResponse, recordFirstResponse } from './decisions';
import { CODE_PARAMETER } from './link';
import { readWaitingStepData, type WebResponse } from './n8nWait';
import { readFormResponse, buildRespondedItem } from './outcome';
import { PAGE_HEADERS } from './page/headers';
import { renderPage } from './page/renderPage';
import type { PageTexts, ResponseProblem, WaitPage } from './page/types';
import { readStoredWait, type WaitState } from './state';

/** If an invalid response is longer than this, the form does not show the response again. */
const MAX_REDISPLAYED_RESPONSE_LENGTH = 64 * 1024;

const BASE_WEBHOOK = {
	name: 'default',
	restartWebhook: true,
	isFullPath: true,
	responseMode: 'onReceived',
	// If the response data is empty, n8n sends the page that the webhook returns.
	responseData: '',
} as const;
/** The paths of signed and of short links. */
const WEBHOOK_PATHS = ['={{ $nodeId }}', ''];

export const waitWebhooks: INodeTypeDescription['webhooks'] = WEBHOOK_PATHS.flatMap((path) =>
	['GET', 'POST'].map((httpMethod) => ({ ...BASE_WEBHOOK, httpMethod, path })),
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
		return await handleRequest(this);
	} catch {
		// Caught, because otherwise n8n would resume the execution with the error.
		return sendPage(this, 500, { kind: 'notFound', texts: {} });
	}
}

async function handleRequest(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const step = readWaitingStepData(context);
	const wait = step && readStoredWait(step.stored);
	// A response needs the code of a recipient. A signature is not enough, because anyone who can read the
	// execution can get a signature (docs/adr/0012-decide-by-post-with-a-code-per-link.md).
	const { [CODE_PARAMETER]: code } = context.getQueryData() as Record<string, unknown>;
	const recipient = wait?.recipients.find(({ codeHash }) => matchesSecretHash(code, codeHash));
	if (!step?.item || !wait || !recipient) {
		const isOld = wait?.earlierHashes.some((hash) => matchesSecretHash(code, hash));
		const texts = { language: wait?.texts.language };
		return sendPage(context, isOld ? 410 : 404, { kind: isOld ? 'old' : 'notFound', texts });
	}
	const { id, question, texts, until } = wait;
	const isPost = context.getRequestObject().method === 'POST';
	if (until !== null && Date.now() >= until)
		return sendPage(context, 410, buildExpiredPage(texts));
	const earlier = await awaitAcceptedResponse(id);
	if (earlier) {
		const { displayedResponse, respondedAt } = earlier;
		const timeZone = context.getTimezone();
		const decided = { displayedResponse, respondedAt, timeZone, texts };
		return sendPage(context, 409, { kind: 'decided', ...decided });
	}
	if (!isPost) return sendPage(context, 200, { kind: 'question', question, texts });
	const { response } = readPostedForm(context);
	const posted = readFormResponse(question, response);
	if ('problem' in posted) return sendQuestionWithProblem(context, wait, posted.problem);
	const { displayedResponse, outputValue } = posted;
	const respondedAt = new Date().toISOString();
	const details = { respondedAt, responder: recipient.address };
	const webResponse = getWebResponse(context);
	if (!recordFirstResponse(id, webResponse, displayedResponse, respondedAt))
		return await handleRequest(context);
	for (const [name, value] of Object.entries(PAGE_HEADERS)) webResponse.setHeader(name, value);
	return {
		workflowData: [[buildRespondedItem(step.item, question, outputValue, details)]],
		// n8n sends this page once it has resumed the execution.
		webhookResponse: renderPage({ kind: 'thanks', displayedResponse, texts }),
	};
}

const buildExpiredPage = ({ language, organization }: PageTexts): WaitPage => ({
	kind: 'expired',
	texts: { language, organization },
});

const getWebResponse = (context: IWebhookFunctions): WebResponse => context.getResponseObject();

const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded';

function sendQuestionWithProblem(
	context: IWebhookFunctions,
	{ question, texts }: WaitState,
	problem: ResponseProblem,
) {
	const { response } = readPostedForm(context);
	const isShort =
		typeof response === 'string' && response.length <= MAX_REDISPLAYED_RESPONSE_LENGTH;
	const enteredResponse = isShort ? response : undefined;
	return sendPage(context, 400, { kind: 'question', question, texts, problem, enteredResponse });
}

/** Returns the fields of a posted form. Empty for any other content type. */
function readPostedForm(context: IWebhookFunctions): Record<string, unknown> {
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
	getWebResponse(context).writeHead(status, PAGE_HEADERS).end(renderPage(page));
	return { noWebhookResponse: true };
}
