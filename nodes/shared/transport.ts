import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { tokenHider } from '../../credentials/tokenHider';
import { readText } from './answerText';
import { deadlineIn } from './deadline';
import { type Failure, requestError } from './failures';
import { httpOptions, type Request } from './httpOptions';
import { inTurn, type Turn } from './limiter';
import { memoryOf } from './memory';
import { type NetworkError, networkCode } from './networkError';
import { editorPolicy, type Policy, usualPolicy } from './policy';
import { connectionFailure, readAnswer } from './responses';
import { pause, waitBeforeRetry } from './waiting';

export type Context =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

export type { Request };

const CREDENTIAL = 'messagingServiceApi';

/**
 * Sends one request and returns the records of its answer. Under Retry On Fail a request that was
 * carried out is not sent again, and one of unknown outcome only when the policy allows it.
 *
 * @param address the service's base URL: requests to one address share the places in flight
 * @throws NodeApiError for any answer that is not a success; it never holds the token
 */
export async function call(
	context: Context,
	request: Request,
	address: string,
): Promise<IDataObject[]> {
	const { operation, itemIndex, part = 0 } = request;
	const { action, reads } = operation;
	const inEditor = 'getCurrentNodeParameters' in context;
	const policy = request.policy ?? (inEditor ? editorPolicy : usualPolicy);
	const memory = !reads && 'getExecuteData' in context ? memoryOf(context) : undefined;
	const key = `${itemIndex ?? 'all'}/${part}`;
	const before = memory?.get(key);
	if (before && 'records' in before) return before.records;
	if (before && !policy.resendUnknown) throw before.unclear;
	const turn = turnOf(context, address, policy);
	const outcome = await inTurn(
		turn,
		async () => await insist(context, request, policy, turn.signal),
	);
	if (Array.isArray(outcome)) {
		const records = request.returns
			? outcome.map((one) => ({ ...one, ...request.returns }))
			: outcome;
		memory?.set(key, { records });
		return records;
	}
	const error = requestError(outcome, { context, action, reads, itemIndex });
	if (outcome.unclear) memory?.set(key, { unclear: error });
	throw error;
}

const cancelSignal = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

const turnOf = (context: Context, address: string, { inFlight: limit }: Policy): Turn => ({
	address,
	owner: context.getExecutionId?.() ?? '',
	limit,
	signal: cancelSignal(context),
});

/** Tries until there is an answer that counts, or trying again would be wrong or of no use. */
async function insist(
	context: Context,
	request: Request,
	policy: Policy,
	signal: AbortSignal | undefined,
): Promise<IDataObject[] | Failure> {
	let waited = 0;
	for (let tries = 1; ; tries++) {
		const outcome = await send(context, request, policy);
		if (Array.isArray(outcome)) return outcome;
		const wait = waitBeforeRetry(outcome, tries, waited, policy, request.operation.reads);
		if (wait === undefined) return outcome.status === 429 ? limited(outcome, waited) : outcome;
		await pause(wait, signal);
		if (outcome.status === 429) waited += wait;
	}
}

function limited(failure: Failure, waited: number): Failure {
	const { message, retryAfter } = failure;
	const more = retryAfter ? ` and asks for ${Math.ceil(retryAfter / 1000)} s more` : '';
	const after = `after ${Math.round(waited / 1000)} s of waiting${more}`;
	return { ...failure, message: `${message}: the service still limits requests ${after}` };
}

async function send(
	context: Context,
	request: Request,
	policy: Policy,
): Promise<IDataObject[] | Failure> {
	const options = httpOptions(request, policy);
	const slots = [options.qs, options.body as IDataObject | undefined];
	const deadline = deadlineIn(options.timeout, cancelSignal(context));
	options.abortSignal = deadline.signal;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			endingWith(context, deadline.signal),
			CREDENTIAL,
			options,
		)) as IN8nHttpFullResponse;
		const { statusCode: code, headers, body } = response;
		const read = await readText(body, code, request.operation.answer);
		const { 'retry-after': retryAfter } = headers;
		const received = { ...read, text: hide(read.text, slots), code, retryAfter };
		return readAnswer(received, request.operation);
	} catch (error) {
		const { message, cause } = error as NetworkError;
		// The errors of n8n itself have a level: it did not let the request out.
		const refused = [cause, cause?.cause].some((one) => one?.level !== undefined);
		const left = !refused && slots.some((part) => part?.token);
		const code = deadline.isLate() ? 'ETIMEDOUT' : networkCode(error as NetworkError);
		return connectionFailure(code, hide(message, slots), left);
	} finally {
		deadline.clear();
	}
}

/**
 * A context whose requests end with the signal. The time-out of n8n's own client starts again with
 * every byte that comes, so an answer that drips would never be late.
 */
function endingWith<T extends Context>(context: T, signal: AbortSignal): T {
	if (!('getExecutionCancelSignal' in context)) return context;
	const ending = Object.create(context) as T & { getExecutionCancelSignal: () => AbortSignal };
	ending.getExecutionCancelSignal = () => signal;
	return ending;
}

/** The credential filled the slot of these very objects: that is how its value is known here. */
function hide(text: string, slots: Array<IDataObject | undefined>): string {
	const token = slots.find((part) => part?.token)?.token ?? '';
	return tokenHider({ token: String(token) })(text);
}
