import type { INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ValidationError } from '../values/formats';
import { adviceFor } from './advice';

/** Where something happened, as errors name it. */
export interface ErrorContext {
	/** Asked for the node only when there is an error to tell: n8n copies all of it each time. */
	context: { getNode(): INode };
	/** What the operation does, e.g. `Send an SMS`. */
	action: string;
	/** The request only read something, so nothing can have been sent. */
	reads?: boolean;
	itemIndex?: number;
}

/** What a failed request says; `status` is 0 when no answer came. */
export interface RequestFailure {
	status: number;
	message: string;
	/** What to do, when it is not what the status says. */
	advice?: string;
	/** The request may have been carried out: its answer was lost or cannot be read. */
	outcomeUnknown?: boolean;
	/** No answer came: the connection failed or time ran out. */
	noResponse?: boolean;
	/** Milliseconds after which the service wants to be asked again. */
	retryAfter?: number;
}

const UNKNOWN_OUTCOME = ': it may have been sent all the same';
const UNKNOWN_OUTCOME_ADVICE =
	'It is not repeated, so that nobody gets a message twice. Look in your account, or use a "Get …" operation, to find out what happened; then run it again if you need to.';

const locationSuffix = ({ action, itemIndex }: Pick<ErrorContext, 'action' | 'itemIndex'>) =>
	itemIndex === undefined ? ` (${action})` : ` (${action}, item ${itemIndex})`;

/** The error of a request that the service did not answer with success. It holds no request data. */
export function requestError(failure: RequestFailure, where: ErrorContext): NodeApiError {
	const maybeSent = failure.outcomeUnknown && !where.reads;
	const message = failure.message.slice(0, 500) + (maybeSent ? UNKNOWN_OUTCOME : '');
	const error = new NodeApiError(where.context.getNode(), {} as JsonObject, {
		message,
		description:
			(maybeSent ? UNKNOWN_OUTCOME_ADVICE : adviceFor(failure)) + locationSuffix(where),
		httpCode: failure.status > 0 ? String(failure.status) : undefined,
		itemIndex: where.itemIndex,
	});
	return keepMessage(error, message);
}

/** n8n replaces a message that holds the letters of a system error: "preexisting" has `EEXIST`. */
export function keepMessage<T extends NodeApiError | NodeOperationError>(
	error: T,
	message: string,
): T {
	error.message = message;
	error.messages = [];
	return error;
}

/** Runs a check; a value that is bad becomes an error that names the field. Nothing was sent. */
export function withNodeError<T>(where: ErrorContext & { label?: string }, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw toNodeError(error, where);
	}
}

/** What a check threw, as the error that a person sees. */
export function toNodeError(error: unknown, where: ErrorContext & { label?: string }) {
	if (error instanceof ValidationError) return fieldError(error, where);
	return asNodeError(error, where.context.getNode(), where.action, where.itemIndex);
}

/** The error that names the field of a bad value. */
export function fieldError(
	bad: ValidationError,
	where: ErrorContext & { label?: string },
): NodeOperationError {
	const label = bad.label ?? where.label ?? 'This step';
	const message = `'${label}' ${bad.problem}`;
	const description = bad.advice + locationSuffix(where);
	const { context, itemIndex } = where;
	const options = { description, itemIndex };
	return keepMessage(new NodeOperationError(context.getNode(), message, options), message);
}

/** Any error as one that n8n shows with its node and item; never with the request in its cause. */
export function asNodeError(error: unknown, node: INode, action: string, itemIndex?: number) {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const message = error instanceof Error ? error.message : String(error);
	const description = `Nothing was sent.${locationSuffix({ action, itemIndex })}`;
	return keepMessage(new NodeOperationError(node, message, { description, itemIndex }), message);
}

/**
 * A failed item under Continue On Fail. For the error output n8n itself adds the input's fields to
 * an item that says `error`; with an error object on it they would be lost.
 */
export function errorItem(
	context: { getNode(): INode },
	error: NodeApiError | NodeOperationError,
	item: number,
): INodeExecutionData {
	const byOutput = context.getNode().onError === 'continueErrorOutput';
	const failed = { json: { error: error.message }, pairedItem: { item } };
	return byOutput ? failed : { ...failed, error };
}
