import type { INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ValidationError } from '../values/formats';

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

const ADVICE: Array<[from: number, to: number, advice: string]> = [
	[
		300,
		399,
		'Redirects are not followed, because the token would travel along. Enter the final address as base URL in the credential.',
	],
	[400, 400, 'The service refused a value of this step: compare the fields with what it says.'],
	[401, 403, 'Check the token in the credential, and that your account may use this operation.'],
	[
		404,
		404,
		'Check that the ID exists in your account, and that the base URL in the credential is right.',
	],
	[406, 406, 'There is nothing to return for these fields.'],
	[
		429,
		429,
		'Nothing was carried out. Run this again later, send fewer items at a time, or raise the option "Max Wait for Rate Limit".',
	],
	[500, 599, 'The service has a problem of its own: try again later.'],
];

const ADVICE_BY_KEYWORD: Array<[RegExp, string]> = [
	[/token|api.?key|unauthori|forbidden/i, 'Check the token in the credential.'],
	[/fund|balance|money|credit/i, 'Top up the balance of your account, then run this step again.'],
	[/alpha.?name|sender/i, 'Pick a sender name that your account owns.'],
];

function adviceFor({ status, message, advice }: RequestFailure): string {
	const byWords = ADVICE_BY_KEYWORD.find(([pattern]) => pattern.test(message))?.[1];
	const byStatus = ADVICE.find(([from, to]) => status >= from && status <= to)?.[2];
	return (
		advice ??
		byWords ??
		byStatus ??
		'Compare the fields of this step with what the service says.'
	);
}

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
	if (maybeSent) error.context.outcomeUnknown = true;
	return keepMessage(error, message);
}

/** Whether the request of this error may have been carried out. */
export const isOutcomeUnknown = (error: unknown): error is NodeApiError =>
	error instanceof NodeApiError && error.context.outcomeUnknown === true;

/** n8n replaces a message that holds the letters of a system error: "preexisting" has `EEXIST`. */
function keepMessage<T extends NodeApiError | NodeOperationError>(error: T, message: string): T {
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
