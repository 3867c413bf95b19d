import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { redactToken } from '../../../credentials/redactToken';
import { readBody } from '../response/readBody';
import { Deadline } from './deadline';
import type { RequestFailure } from '../errors/nodeErrors';
import { httpOptions, type Request } from './httpOptions';
import { connectionFailure, type NetworkError, networkCode } from './connectionError';
import { readResponse } from '../response/readResponse';

export type Context =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

const CREDENTIAL = 'messagingServiceApi';

/** Aborts when the execution is cancelled; undefined where n8n has no execution. */
export const cancelSignal = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** Sends a request once, with n8n's own client and credential. What is wrong is returned, not thrown. */
export async function sendOnce(
	context: Context,
	request: Request,
): Promise<IDataObject[] | RequestFailure> {
	const options = httpOptions(request);
	const slots = [options.qs, options.body as IDataObject | undefined];
	const deadline = new Deadline(options.timeout, cancelSignal(context));
	try {
		const response = (await startRequest(
			context,
			options,
			deadline.signal,
		)) as IN8nHttpFullResponse;
		const { statusCode: code, headers, body } = response;
		const read = await readBody(body, code, request.operation.response);
		const { 'retry-after': retryAfter } = headers;
		const received = { ...read, text: redact(read.text, slots), code, retryAfter };
		return readResponse(received, request.operation);
	} catch (error) {
		const { message, cause } = error as NetworkError;
		// The errors of n8n itself have a level: it did not let the request out.
		const refused = [cause, cause?.cause].some((one) => one?.level !== undefined);
		const left = !refused && slots.some((part) => part?.token);
		const code = deadline.timedOut ? 'ETIMEDOUT' : networkCode(error as NetworkError);
		return connectionFailure(code, redact(message, slots), left);
	} finally {
		deadline.clear();
	}
}

/**
 * Begins a request that ends with the signal, whatever else n8n would end it with. The time-out of
 * n8n's own client starts again with every byte that comes: an answer that drips would never be late.
 */
function startRequest(
	context: Context,
	options: IHttpRequestOptions,
	signal: AbortSignal,
): Promise<unknown> {
	options.abortSignal = signal;
	const { httpRequestWithAuthentication: request } = context.helpers;
	if (!('getExecutionCancelSignal' in context)) return request.call(context, CREDENTIAL, options);
	// n8n asks the context for the signal of the whole execution, at once, and takes that. A copy of
	// the context would make every use of it slow in V8.
	const original = context.getExecutionCancelSignal;
	context.getExecutionCancelSignal = () => signal;
	try {
		return request.call(context, CREDENTIAL, options);
	} finally {
		context.getExecutionCancelSignal = original;
	}
}

/** The credential filled the slot of these very objects, so its token is known here. */
function redact(text: string, slots: Array<IDataObject | undefined>): string {
	return redactToken(text, String(slots.find((part) => part?.token)?.token ?? ''));
}
