import type { IDataObject } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import { type RequestFailure, requestError } from '../errors/nodeErrors';
import { NotStarted, withConcurrencyLimit } from './concurrency';
import type { Request } from './httpOptions';
import { retryDelay, sleepUnlessCancelled } from './retry';
import { cancelSignal, type Context, sendOnce } from './sendOnce';

/**
 * Sends one request and returns the records of its response. Rate limits are waited out; what is
 * may be repeated is tried again, and nothing else.
 *
 * @param service the account that the run began with: requests to one base URL share a limit
 * @param isStopped whether the run has ended; asked before each try
 * @throws NodeApiError for any response that is not a success; it never holds the token
 * @throws NotStarted
 */
export async function sendRequest(
	context: Context,
	request: Request,
	service: Account,
	isStopped = () => false,
): Promise<IDataObject[]> {
	const { operation, policy, itemIndex } = request;
	const { action, effect } = operation;
	const slot = {
		baseUrl: service.address,
		execution: context.getExecutionId?.() ?? '',
		limit: policy.maxInFlight,
		signal: cancelSignal(context),
	};
	const outcome = await withConcurrencyLimit(slot, async (hasWaited) => {
		// The request that had the slot may have failed, which may end the run of this one.
		if (hasWaited) await nextTurn();
		await waitForTurn(slot.limit);
		if (isStopped()) throw new NotStarted();
		return await sendWithRetry(context, request, service, slot.signal, isStopped);
	});
	if (Array.isArray(outcome)) return outcome;
	throw requestError(outcome, { context, action, effect, itemIndex });
}

/** Requests that have begun since one waited for the end of a turn, and the end that others wait for. */
let begun = 0;
let endOfTurn: Promise<void> | undefined;

/**
 * Lets at most a fifth of the requests that may be in flight begin in one turn of the event loop. Those
 * that end together would otherwise begin together: n8n's client opens a connection for each, and the
 * first one is used only after the last one was made.
 */
async function waitForTurn(limit: number): Promise<void> {
	while (begun >= Math.ceil(limit / 5)) {
		endOfTurn ??= nextTurn().then(() => {
			begun = 0;
			endOfTurn = undefined;
		});
		await endOfTurn;
	}
	begun++;
}

/** As in Node; TypeScript may take them for a browser's. */
interface Ports {
	port1: { postMessage: (message: null) => void; close: () => void };
	port2: { onmessage: () => void };
}

/**
 * What setImmediate does, which a community node may not call. Open ports keep the process alive; a
 * second message to the same port would come in the same turn.
 */
const nextTurn = async (): Promise<void> =>
	await new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel() as unknown as Ports;
		port2.onmessage = () => {
			port1.close();
			resolve();
		};
		port1.postMessage(null);
	});

/** Tries until there is a response that counts, or another try would be wrong or of no use. */
async function sendWithRetry(
	context: Context,
	request: Request,
	service: Account,
	signal: AbortSignal | undefined,
	isStopped: () => boolean,
): Promise<IDataObject[] | RequestFailure> {
	const { policy, operation } = request;
	let waited = 0;
	for (let attempt = 1; ; attempt++) {
		const outcome = await sendOnce(context, request, service);
		if (Array.isArray(outcome)) return outcome;
		const wait = retryDelay(outcome, attempt, waited, policy, operation.effect);
		const isLimited = outcome.status === 429;
		if (wait === undefined) return isLimited ? rateLimitFailure(outcome, waited) : outcome;
		await sleepUnlessCancelled(wait, signal, isStopped);
		if (isStopped()) return outcome;
		if (isLimited) waited += wait;
	}
}

function rateLimitFailure(failure: RequestFailure, waited: number): RequestFailure {
	const { message, retryAfter } = failure;
	const more = retryAfter ? ` and asks for ${Math.ceil(retryAfter / 1000)} s more` : '';
	const after = `after ${Math.round(waited / 1000)} s of waiting${more}`;
	return { ...failure, message: `${message}: the service still limits requests ${after}` };
}
