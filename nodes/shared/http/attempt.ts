import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { type Account, bindToAccount } from '../../../credentials/account';
import { Redactor } from '../../../credentials/redact';
import { toSingleLine } from '../values/singleLine';
import { hideCode, hideCodeInText } from '../response/hideCode';
import { readBody } from '../response/readBody';
import { Deadline } from './deadline';
import type { RequestFailure } from '../errors/requestFailure';
import { buildHttpOptions, type Request } from './httpOptions';
import { makeConnectionFailure, type NetworkError, readNetworkCode } from './connectionError';
import type { ReceivedRecords } from '../response/judge';
import { readResponse } from '../response/readResponse';
import { callWithCancelSignal } from './n8nInternals';

export type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

const CREDENTIAL_NAME = 'messagingServiceApi';

export const getCancelSignal = (context: RequestContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

export async function attemptRequest(
	context: RequestContext,
	request: Request,
	account: Account,
): Promise<ReceivedRecords | RequestFailure> {
	const options = buildHttpOptions(request);
	bindToAccount(options, account);
	const tokenSlots = [options.qs, options.body as IDataObject | undefined];
	// Reads the token after the request, because the credential adds the token while n8n sends the
	// request.
	const redactor = () => {
		const tokens = tokenSlots.map((slot) => String(slot?.token ?? ''));
		return new Redactor([...(request.secrets ?? []), ...tokens]);
	};
	const deadline = new Deadline(options.timeout, request.signal ?? getCancelSignal(context));
	try {
		options.abortSignal = deadline.signal;
		const { httpRequestWithAuthentication: send } = context.helpers;
		const response = (await callWithCancelSignal(context, deadline.signal, () =>
			send.call(context, CREDENTIAL_NAME, options),
		)) as IN8nHttpFullResponse;
		return await readRedactedOutcome(response, request, redactor());
	} catch (error) {
		const { message, cause } = error as NetworkError;
		// Only n8n and the credential raise errors with a level, and they do so before anything is sent.
		const isRejected = [cause, cause?.cause].some((error) => error?.level !== undefined);
		const wasSent = !isRejected && tokenSlots.some((slot) => slot?.token);
		const code = deadline.hasTimedOut ? 'ETIMEDOUT' : readNetworkCode(error as NetworkError);
		return makeConnectionFailure(
			code,
			redactor().redactText(message),
			wasSent,
			Boolean(options.proxy),
		);
	} finally {
		deadline.removeListeners();
	}
}

async function readRedactedOutcome(
	{ statusCode: status, headers, body }: IN8nHttpFullResponse,
	{ endpoint, listSizeSoFar, hiddenCode }: Request,
	secrets: Redactor,
): Promise<ReceivedRecords | RequestFailure> {
	const chunks = body as AsyncIterable<Uint8Array>;
	// Redacted before an error shortens the content type, because a shortened secret would not be
	// recognized.
	const contentType = secrets.redactText(String(headers['content-type'] ?? ''));
	const arriving = { chunks, status, contentType };
	const { text, unreadableReason } = await readBody(arriving, endpoint, listSizeSoFar);
	const received = { text, unreadableReason, status, retryAfter: headers['retry-after'] };
	const outcome = readResponse(received, endpoint);
	if ('records' in outcome) {
		const records = secrets.redactJson(outcome.records, text);
		return {
			...outcome,
			records: hiddenCode === undefined ? records : hideCode(records, hiddenCode),
		};
	}
	// Redacted first, because a shortened secret would not be recognized.
	const message = secrets.redactText(toSingleLine(outcome.message));
	return { ...outcome, message: hiddenCode ? hideCodeInText(message, hiddenCode) : message };
}
