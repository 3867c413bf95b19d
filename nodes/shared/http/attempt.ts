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
import { httpOptions, type Request } from './httpOptions';
import { connectionFailure, type NetworkError, networkCode } from './connectionError';
import type { Received } from '../response/judge';
import { readResponse } from '../response/readResponse';
import { withCancelSignal } from './n8nInternals';

export type Context =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

const CREDENTIAL_NAME = 'messagingServiceApi';

/** Returns the signal that aborts when the execution is cancelled, or undefined outside an execution. */
export const cancelSignal = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** Sends a request once, with n8n's client and the credential. Returns a failure instead of throwing it. */
export async function attemptRequest(
	context: Context,
	request: Request,
	account: Account,
): Promise<Received | RequestFailure> {
	const options = httpOptions(request);
	bindToAccount(options, account);
	const tokenSlots = [options.qs, options.body as IDataObject | undefined];
	// Called after the request, because only then has the credential written the token into the slots.
	const redactor = () => {
		const tokens = tokenSlots.map((slot) => String(slot?.token ?? ''));
		return new Redactor([...(request.secrets ?? []), ...tokens]);
	};
	const deadline = new Deadline(options.timeout, request.signal ?? cancelSignal(context));
	try {
		options.abortSignal = deadline.signal;
		const { httpRequestWithAuthentication: send } = context.helpers;
		const response = (await withCancelSignal(context, deadline.signal, () =>
			send.call(context, CREDENTIAL_NAME, options),
		)) as IN8nHttpFullResponse;
		return await readHttpResponse(response, request, redactor());
	} catch (error) {
		const { message, cause } = error as NetworkError;
		// Only errors from n8n and the credential have a level. The request was then not sent.
		const isRejected = [cause, cause?.cause].some((error) => error?.level !== undefined);
		const wasSent = !isRejected && tokenSlots.some((slot) => slot?.token);
		const code = deadline.hasTimedOut ? 'ETIMEDOUT' : networkCode(error as NetworkError);
		return connectionFailure(
			code,
			redactor().redactText(message),
			wasSent,
			Boolean(options.proxy),
		);
	} finally {
		deadline.clear();
	}
}

/** Reads the outcome of a response, without the secrets that the service may repeat in it. */
async function readHttpResponse(
	{ statusCode: status, headers, body }: IN8nHttpFullResponse,
	{ operation, pages, hidden }: Request,
	secrets: Redactor,
): Promise<Received | RequestFailure> {
	const bytes = body as AsyncIterable<Uint8Array>;
	// Redacted before an error shortens the content type, so that no part of a secret is left.
	const contentType = secrets.redactText(String(headers['content-type'] ?? ''));
	const arriving = { bytes, status, contentType };
	const { text, problem } = await readBody(arriving, operation, pages);
	const received = { text, problem, status, retryAfter: headers['retry-after'] };
	const outcome = readResponse(received, operation);
	if ('records' in outcome) {
		const records = secrets.redactJson(outcome.records, text);
		return { ...outcome, records: hidden === undefined ? records : hideCode(records, hidden) };
	}
	// Redacted before the message is shortened, so that no part of a secret is left.
	const message = secrets.redactText(toSingleLine(outcome.message));
	return { ...outcome, message: hidden ? hideCodeInText(message, hidden) : message };
}
