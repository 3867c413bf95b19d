import type { INode } from 'n8n-workflow';
import { type Effect, mayRepeat } from '../api/endpoint';
import {
	describeValue,
	isBlank,
	describeValueMaskingRecipients,
	TemporaryError,
	UnmaskedValueError,
	ValidationError,
} from '../values/formats';
import { toSingleLine } from '../values/singleLine';
import { adviceForFailure } from './advice';
import type { RequestFailure } from './requestFailure';

/** The location of a problem: its step, request, item and field. */
export interface ErrorContext {
	/** `getNode` is called only if there is a problem, because n8n copies the node at each call. */
	context: { getNode(): INode };
	/** An unknown outcome matters only if the request is not repeatable. */
	requestEffect?: Effect;
	howToCheckOutcome?: string;
	isResendUnknownOn?: boolean;
	/** Undefined if the step has a single item, because its errors do not mention the item. */
	itemIndex?: number;
	/** Used only if the error has no label. */
	label?: string;
	/** Used only if the error has no value. */
	invalidValue?: unknown;
	/** If true, the value is not shown, because the text of a message must not be logged. */
	isValueMessageText?: boolean;
}

interface ProblemFacts {
	message: string;
	/** Sentences about the cause and what to do. */
	advice?: string[];
	itemIndex?: number;
	label?: string;
	/** The message with the invalid value unmasked. Only for output items, because n8n logs errors. */
	unmaskedMessage?: string;
	failure?: RequestFailure;
	/** True if the request may have been executed and must not be repeated. */
	isOutcomeUnknown?: boolean;
	/**
	 * True if the request never began, because the execution was cancelled or n8n's store failed. A later
	 * attempt may succeed.
	 */
	neverBegan?: boolean;
}

/** Converted to an error of n8n by `out/nodeError.ts`. */
export class Problem extends Error {
	readonly advice: string[];
	readonly itemIndex?: number;
	readonly label?: string;
	readonly unmaskedMessage: string;
	readonly failure?: RequestFailure;
	readonly isOutcomeUnknown: boolean;
	readonly neverBegan: boolean;

	constructor({ message, advice = [], unmaskedMessage = message, ...facts }: ProblemFacts) {
		super(message);
		this.advice = advice;
		this.unmaskedMessage = unmaskedMessage;
		this.itemIndex = facts.itemIndex;
		this.label = facts.label;
		this.failure = facts.failure;
		this.isOutcomeUnknown = facts.isOutcomeUnknown ?? false;
		this.neverBegan = facts.neverBegan ?? false;
	}

	/** Does not change the original problem, because Retry On Fail may throw it again. */
	copyWith(changes: Partial<ProblemFacts>): Problem {
		return new Problem({ ...this, message: this.message, ...changes });
	}

	/**
	 * Adds sentences about what was sent. Drops "Nothing was sent.", which may be false for the whole run.
	 */
	copyWithAddedAdvice(...detail: string[]): Problem {
		const advice = this.advice.filter((sentence) => sentence !== NOTHING_SENT);
		return this.copyWith({ advice: [...advice, ...detail] });
	}
}

export const NOTHING_SENT = 'Nothing was sent.';
const MAYBE_SENT = 'The message may have been sent';
const MAYBE_CHANGED = 'The change may have been made';
const NOT_SENT_TWICE = 'The request was not retried, so no recipient gets the message twice.';
const RESENT_BY_RETRY =
	'If Retry On Fail runs the step again, the message is sent again, because Resend If Unknown is on. A recipient may then get the message twice.';
const NOT_CHANGED_TWICE = 'The request was not retried, so nothing is changed twice.';
const CHECK_ACCOUNT = 'check your account on the website of the service';

export const ensureFullStop = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** Returns a problem that contains no data of the request. */
export function problemOfFailedRequest(failure: RequestFailure, where: ErrorContext): Problem {
	const { httpStatus, advice, outcomeUnknown = false } = failure;
	const { requestEffect, itemIndex } = where;
	const isOutcomeUnknown = outcomeUnknown && !mayRepeat({ effect: requestEffect });
	const reason = failure.message.slice(0, 500);
	const maybe = requestEffect === 'change' ? MAYBE_CHANGED : MAYBE_SENT;
	const message = isOutcomeUnknown ? `${ensureFullStop(reason)} ${maybe}` : reason;
	const isNotSent = failure.isNotSent ?? httpStatus === 429;
	const advices = [advice ?? adviceForFailure(failure), ...(isNotSent ? [NOTHING_SENT] : [])];
	// Keeps the advice for a redirect even if the outcome is unknown: a redirect means that the
	// base URL is wrong.
	const cause = /^3/.test(String(httpStatus)) ? advices : [];
	const next = isOutcomeUnknown ? [...unknownOutcomeAdvice(where), ...cause] : advices;
	return new Problem({
		message,
		advice: next.filter(Boolean),
		itemIndex,
		failure,
		isOutcomeUnknown,
	});
}

function unknownOutcomeAdvice({
	context,
	isResendUnknownOn,
	requestEffect,
	howToCheckOutcome = CHECK_ACCOUNT,
}: ErrorContext) {
	const instructions = `To find out what happened, ${howToCheckOutcome}. Run the step again only if`;
	if (requestEffect === 'change') {
		return [NOTHING_SENT, NOT_CHANGED_TWICE, `${instructions} the request was not executed.`];
	}
	const isResent = isResendUnknownOn && context.getNode().retryOnFail;
	return [
		isResent ? RESENT_BY_RETRY : NOT_SENT_TWICE,
		`${instructions} the message was not sent.`,
	];
}

/** Returns 0 if there was no response, and undefined if the error is not a failed request. */
export const httpStatusOf = (error: unknown): number | undefined =>
	error instanceof Problem ? error.failure?.httpStatus : undefined;

/**
 * Reports whether the outcome of a repeatable request is unknown, e.g. because the response was
 * lost.
 */
export const hasUnknownRepeatableOutcome = (error: unknown): boolean =>
	error instanceof Problem && error.failure?.outcomeUnknown === true && !error.isOutcomeUnknown;

/**
 * Reports whether a request failed because of a rate limit, a server error, or a response that is missing or
 * cannot be read.
 */
export const isTemporaryFailure = (error: unknown): boolean =>
	hasUnknownRepeatableOutcome(error) || /^(0|408|429|5\d\d)$/.test(String(httpStatusOf(error)));

/** Converts any error that a check throws to a problem at the location `where`. */
export function runWithContext<T>(where: ErrorContext, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw toProblem(error, where);
	}
}

export function createProblemCollector(where: ErrorContext) {
	const problems: Problem[] = [];
	const collect = <T>(check: () => T): T | undefined => {
		try {
			return check();
		} catch (error) {
			problems.push(toProblem(error, where));
			return undefined;
		}
	};
	return { problems, collect };
}

export function toProblem(error: unknown, where: ErrorContext): Problem {
	if (error instanceof Problem) return error;
	const { itemIndex } = where;
	if (!(error instanceof ValidationError)) {
		const message = error instanceof Error ? error.message : String(error);
		return new Problem({ message, advice: [descriptionOf(error) ?? NOTHING_SENT], itemIndex });
	}
	const label = error.label ?? where.label ?? 'This step';
	const message = `'${label}' ${toSingleLine(error.problem)}`;
	const neverBegan = error instanceof TemporaryError;
	const invalidValue = error.invalidValue ?? where.invalidValue;
	const hasValue =
		!isBlank(invalidValue) &&
		typeof invalidValue !== 'object' &&
		!message.includes(`is ${describeValue(invalidValue)}`);
	const displayed =
		error instanceof UnmaskedValueError
			? describeValue(invalidValue)
			: describeValueMaskingRecipients(invalidValue);
	const value = hasValue && !where.isValueMessageText ? [`The value is ${displayed}.`] : [];
	const unmaskedMessage = hasValue ? `${message}: ${describeValue(invalidValue)}` : message;
	const advice = [...value, toSingleLine(error.advice)].filter(Boolean);
	return new Problem({ message, advice, label, unmaskedMessage, itemIndex, neverBegan });
}

/** Returns the description of an n8n error, which says what to do. */
const descriptionOf = (error: unknown): string | undefined =>
	error instanceof Error && 'description' in error && typeof error.description === 'string'
		? error.description
		: undefined;

/** Joins the problems of an item, at most one per field. */
export function joinProblems(problems: Problem[]): Problem {
	const byField = new Map<string, Problem>();
	for (const problem of problems) {
		const field = problem.label ?? problem.message;
		if (!byField.has(field)) byField.set(field, problem);
	}
	const [first, ...others] = byField.values();
	if (others.length === 0 || first.failure) return first;
	const all = [first, ...others];
	return new Problem({
		message: all.map(({ message }) => message).join('. '),
		unmaskedMessage: all.map(({ unmaskedMessage }) => unmaskedMessage).join('. '),
		advice: all.map(labelledAdvice).filter(Boolean),
		label: first.label,
		itemIndex: first.itemIndex,
	});
}

function labelledAdvice({ advice, label }: Problem): string {
	const text = advice.filter((sentence) => sentence !== NOTHING_SENT).join(' ');
	return label === undefined ? text : `'${label}': ${text}`;
}
