import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Endpoint } from '../../api/endpoint';
import { accountOf } from '../../http/account';
import { policyOf } from '../../run/options/policy';
import { hashOf } from '../../values/secret';
import { takenResponse, takeResponse } from '../../wait/decisions';
import { stillWaits, waitingStep, type WebResponse } from '../../wait/n8nWait';
import { showPageOrDecide } from '../../wait/webhook';
import { afterCall, forgetCalls } from './calls';
import { SECRET } from './callbackUrl';
import { readStatuses } from './readStatuses';
import { isFinal, resultItems, resultsOf } from './results';
import { type ResultWait, storedResultWait } from './state';

/** Milliseconds before the time limit in which n8n resumes the execution, and a call does not. */
const LIMIT_MS = 1_000;

/** The webhook of a node whose steps wait for a response, or for the result of a batch. */
export const webhookOf = (status: Endpoint) =>
	async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const step = waitingStep(this);
		const wait = step && storedResultWait(step.stored);
		if (!wait) return await showPageOrDecide.call(this);
		try {
			return await receive(this, wait, status);
		} catch (error) {
			// n8n would resume the execution with the error.
			tell(this, error);
			return answer(this, 200);
		}
	};

/** A call of the service is a hint. Nothing of it is read but the secret in its URL. */
async function receive(
	context: IWebhookFunctions,
	wait: ResultWait,
	status: Endpoint,
): Promise<IWebhookResponseData> {
	const { [SECRET]: secret } = context.getQueryData() as Record<string, unknown>;
	const hash = typeof secret === 'string' ? hashOf(secret) : '';
	const request = wait.requests.findIndex((one) => one.hash === hash);
	if (request < 0) return answer(context, 404);
	const resumed = await afterCall(wait.id, request, async (isCalled) => {
		if (isOver(wait) || (await takenResponse(wait.id))) return undefined;
		const results = resultsOf(wait, await readIn(context, wait, status));
		const isDone = results.every((own, place) => isCalled(place) || isFinal(own));
		if (!isDone || !(await isTaken(context, wait))) return undefined;
		forgetCalls(wait.id);
		return { workflowData: [resultItems(wait, results)], webhookResponse: '' };
	});
	return resumed ?? answer(context, 200);
}

const isOver = ({ until }: ResultWait): boolean => until !== null && Date.now() >= until - LIMIT_MS;

/** Takes the result, which is the only one from now on, unless the execution went on meanwhile. */
async function isTaken(context: IWebhookFunctions, wait: ResultWait): Promise<boolean> {
	const isSame = await stillWaits(context, (stored) => storedResultWait(stored)?.id === wait.id);
	return isSame && !isOver(wait) && takeResponse(wait.id, responseOf(context), '', '');
}

/** Reads the statuses as the step would. @throws what its credential or its settings have wrong */
async function readIn(context: IWebhookFunctions, wait: ResultWait, status: Endpoint) {
	const account = await accountOf(context);
	const read = (path: string): unknown => context.getNodeParameter(path, '') || undefined;
	const where = { context, action: status.action };
	const policy = policyOf({ read, zone: context.getTimezone(), where }, account);
	// The service may repeat the URL that it has called.
	const secrets = Object.values(context.getQueryData() as Record<string, unknown>)
		.filter((one): one is string => typeof one === 'string')
		.filter((one) => one.length >= MIN_SECRET);
	return await readStatuses({ context, status, account, policy, secrets }, wait);
}

/** Shorter values are no secrets. */
const MIN_SECRET = 8;

const responseOf = (context: IWebhookFunctions): WebResponse => context.getResponseObject();

/** Lets the execution wait. */
function answer(context: IWebhookFunctions, status: 200 | 404): IWebhookResponseData {
	responseOf(context).writeHead(status, { 'Cache-Control': 'no-store' }).end('');
	return { noWebhookResponse: true };
}

/** @param error of a request: it has no token */
function tell(context: IWebhookFunctions, error: unknown): void {
	const reason = error instanceof Error ? error.message : '';
	const { name } = context.getNode();
	const goesOn = 'The execution goes on waiting.';
	context.logger.warn(`${name}: the result of the batch could not be read. ${goesOn} ${reason}`);
}
