import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type Effect, mayRepeat } from '../api/endpoint';
import {
	excerpt,
	isBlank,
	maskedExcerpt,
	UnavailableError,
	ValidationError,
} from '../values/formats';
import { adviceFor } from './advice';
import { failureCause } from './failureCause';
import type { RequestFailure } from './requestFailure';
import { oneLine } from '../values/singleLine';

/** What an error is about. */
export interface ErrorContext {
	/** Asked for the node only if there is an error: n8n copies all of it each time. */
	context: { getNode(): INode };
	/** What the request does: if it may be repeated, an unknown outcome does not matter. */
	effect?: Effect;
	/** How to find out what became of a request whose outcome is unknown. */
	findOut?: string;
	/** Whether Retry On Fail sends it again if its outcome is unknown. */
	resendUnknown?: boolean;
	/** Undefined if there is one item only: nobody has to find it. */
	itemIndex?: number;
	/** Label of the field, for an error that does not name one. */
	label?: string;
	/** The value that is wrong, for an error that has none. */
	given?: unknown;
	/** Whether it is the text of a message, which no log may have. */
	isText?: boolean;
}

/** An error that n8n shows with its node. */
export type NodeError = NodeApiError | NodeOperationError;

const MAYBE_SENT = 'It may have been sent anyway';
const MAYBE_CHANGED = 'It may have been executed anyway';
const NOT_RETRIED = 'The request was not retried, so no recipient gets the message twice.';
const RESENT =
	'If Retry On Fail runs the step again, it is sent again, because Resend If Unknown is on, so a recipient may get the message twice.';
const NOT_CHANGED_TWICE =
	'Nothing was sent. The request was not retried, so nothing is changed twice.';
const findingOut = (how = 'check your account on the website of the service') =>
	`To find out what happened, ${how}. Run the step again only if`;

/** A sentence that others can follow. */
export const withStop = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** The error of a failed request. It contains no request data. */
export function requestError(failure: RequestFailure, where: ErrorContext): NodeApiError {
	const { status, advice, outcomeUnknown } = failure;
	const maybeSent = outcomeUnknown && !mayRepeat(where);
	const reason = failure.message.slice(0, 500);
	const maybe = where.effect === 'change' ? MAYBE_CHANGED : MAYBE_SENT;
	const message = maybeSent ? `${withStop(reason)} ${maybe}` : reason;
	const known = advice ?? adviceFor(failure);
	// A redirect has a cause of its own, also where the outcome is unknown.
	const cause = /^3/.test(String(status)) ? ` ${known}` : '';
	const nextStep = maybeSent ? unknownAdvice(where) + cause : known;
	const error = new NodeApiError(where.context.getNode(), {} as JsonObject, {
		message,
		description: nextStep || undefined,
		httpCode: status > 0 ? String(status) : undefined,
		itemIndex: where.itemIndex,
		failure: failureCause(failure),
	});
	if (outcomeUnknown) error.context[maybeSent ? 'outcomeUnknown' : 'unreadable'] = true;
	return keepMessage(error, message);
}

function unknownAdvice({ context, resendUnknown, effect, findOut }: ErrorContext): string {
	if (effect === 'change')
		return `${NOT_CHANGED_TWICE} ${findingOut(findOut)} it was not executed.`;
	const isResent = resendUnknown && context.getNode().retryOnFail;
	return `${isResent ? RESENT : NOT_RETRIED} ${findingOut(findOut)} it was not sent.`;
}

/** Whether the request of this error may have been executed. */
export const isOutcomeUnknown = (error: unknown): error is NodeApiError =>
	error instanceof NodeApiError && error.context.outcomeUnknown === true;

/** Whether a read had no response of the service that can be understood. */
export const isUnreadable = (error: unknown): boolean =>
	error instanceof NodeApiError && error.context.unreadable === true;

/** Whether a read failed for a reason that may pass: no response, a rate limit or an error of the server. */
export const mayPass = (error: unknown): boolean =>
	isUnreadable(error) ||
	(error instanceof NodeApiError && /^$|^(408|429|5\d\d)$/.test(error.httpCode ?? ''));

/** Whether something else than the values of the step failed before the request. */
export const isUnavailable = (error: NodeError): boolean => error.context.unavailable === true;

/** Whether the service says "Content not found", its documented word for a list without entries. */
export const isContentNotFound = (error: unknown): boolean =>
	error instanceof NodeApiError && error.httpCode === '406';

/** Whether the service rejects the token, or what it asks for. */
export const isTokenRejected = (error: unknown): boolean =>
	error instanceof NodeApiError && /^40[13]$/.test(error.httpCode ?? '');

/** Whether a read has a response of the service that is neither documented nor an error. */
export const isOtherShape = (error: unknown): boolean =>
	isUnreadable(error) && /^2/.test((error as NodeApiError).httpCode ?? '');

/** Whether the service does not have what was asked for: an operation, or a record. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof NodeApiError && error.httpCode === '404';

/** n8n replaces a message that contains the code of a system error: "preexisting" has `EEXIST`. */
export function keepMessage<T extends NodeError>(error: T, message: string): T {
	error.message = message;
	error.messages = [];
	return error;
}

/** Runs a check. What it throws becomes an error of n8n. */
export function withNodeError<T>(where: ErrorContext, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw toNodeError(error, where);
	}
}

/** Runs checks one after the other, and collects what they throw as errors of n8n. */
export function errorsOf(where: ErrorContext) {
	const errors: NodeError[] = [];
	const collect = <T>(check: () => T): T | undefined => {
		try {
			return check();
		} catch (error) {
			errors.push(toNodeError(error, where));
			return undefined;
		}
	};
	return { errors, collect };
}

/** Any error as one that n8n shows with its node, item and field. Never has the request as its cause. */
export function toNodeError(error: unknown, where: ErrorContext): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	let message = error instanceof Error ? error.message : String(error);
	let advice = 'Nothing was sent.';
	let given: unknown;
	if (error instanceof ValidationError) {
		message = `'${error.label ?? where.label ?? 'This step'}' ${oneLine(error.problem)}`;
		advice = oneLine(error.advice);
		given = error.given ?? where.given;
	}
	const isShown =
		!isBlank(given) && typeof given !== 'object' && !message.includes(`is ${excerpt(given)}`);
	const value = isShown && !where.isText ? `The value is ${maskedExcerpt(given)}. ` : '';
	const description = value + advice;
	const options = { description, itemIndex: where.itemIndex };
	const failed = new NodeOperationError(where.context.getNode(), message, options);
	if (error instanceof UnavailableError) failed.context.unavailable = true;
	if (isShown) itemMessages.set(failed, `${message}: ${excerpt(given)}`);
	return keepMessage(failed, message);
}

/** One error with everything that is wrong with an item, each field once. */
export function joinErrors(errors: NodeError[]): NodeError {
	const byField = new Map<string, NodeError>();
	for (const one of errors) {
		const field = labelIn(one) ?? one.message;
		if (!byField.has(field)) byField.set(field, one);
	}
	const [first, ...others] = byField.values();
	if (others.length === 0 || first instanceof NodeApiError) return first;
	const all = [first, ...others];
	const message = all.map((one) => one.message).join('. ');
	const description = all.map(labelledAdvice).join(' ');
	const itemIndex = first.context.itemIndex as number | undefined;
	const joined = new NodeOperationError(first.node, message, { description, itemIndex });
	itemMessages.set(joined, all.map(itemMessageOf).join('. '));
	return keepMessage(joined, message);
}

/** What to do about a field, after its label. */
function labelledAdvice(error: NodeError): string {
	const advice = (error.description ?? '').replace(/Nothing was sent\. ?/, '').trim();
	const label = labelIn(error);
	return label === undefined ? advice : `'${label}': ${advice}`;
}

/** The label of the field that an error is about. */
export const labelIn = ({ message }: NodeError): string | undefined =>
	/^'([^']+)'/.exec(message)?.[1];

/** Messages with the whole value that is wrong. n8n logs all that an error has, so it is not there. */
const itemMessages = new WeakMap<NodeError, string>();

/** The message of an error in an output item, which has the value that is wrong beside it. */
export const itemMessageOf = (error: NodeError): string => itemMessages.get(error) ?? error.message;
