import type { INode } from 'n8n-workflow';
import { type Effect, mayRepeat } from '../api/endpoint';
import {
	excerpt,
	isBlank,
	maskedExcerpt,
	UnavailableError,
	ValidationError,
} from '../values/formats';
import { oneLine } from '../values/singleLine';
import { adviceFor } from './advice';
import type { RequestFailure } from './requestFailure';

/** What a problem is about. */
export interface ErrorContext {
	/** Asked for the node only if there is a problem: n8n copies all of it each time. */
	context: { getNode(): INode };
	/** What the request does: if it may be repeated, an unknown outcome does not matter. */
	effect?: Effect;
	/** How to find out what became of a request whose outcome is unknown. */
	findOut?: string;
	/** Whether Retry On Fail sends it again if its outcome is unknown. */
	resendUnknown?: boolean;
	/** Undefined if there is one item only: nobody has to find it. */
	itemIndex?: number;
	/** Label of the field, for a problem that does not name one. */
	label?: string;
	/** The value that is wrong, for a problem that has none. */
	given?: unknown;
	/** Whether it is the text of a message, which no log may have. */
	isText?: boolean;
}

interface ProblemFacts {
	message: string;
	/** What to do, sentence by sentence. */
	advice?: string[];
	itemIndex?: number;
	/** Label of the field whose value is wrong. */
	label?: string;
	/** The message with the whole value that is wrong. n8n logs errors, so it is only in output items. */
	itemMessage?: string;
	/** The failed request. */
	failure?: RequestFailure;
	/** The request may have been executed, and must not be repeated. */
	isUnknown?: boolean;
	/** The request never began, for a reason that may pass: a cancelled execution, or n8n's store. */
	neverBegan?: boolean;
}

/** What is wrong, as data. n8n's error is made of it in `out/`, when it is thrown to n8n. */
export class Problem extends Error {
	readonly advice: string[];
	readonly itemIndex?: number;
	readonly label?: string;
	readonly itemMessage: string;
	readonly failure?: RequestFailure;
	readonly isUnknown: boolean;
	readonly neverBegan: boolean;

	constructor({ message, advice = [], itemMessage = message, ...facts }: ProblemFacts) {
		super(message);
		this.advice = advice;
		this.itemMessage = itemMessage;
		this.itemIndex = facts.itemIndex;
		this.label = facts.label;
		this.failure = facts.failure;
		this.isUnknown = facts.isUnknown ?? false;
		this.neverBegan = facts.neverBegan ?? false;
	}

	/** A copy: the original may be thrown again by Retry On Fail. */
	with(changes: Partial<ProblemFacts>): Problem {
		return new Problem({ ...this, message: this.message, ...changes });
	}

	/** Says also what was sent. "Nothing was sent." is said once, and of the whole run. */
	withDetail(...detail: string[]): Problem {
		const advice = this.advice.filter((sentence) => sentence !== NOTHING_SENT);
		return this.with({ advice: [...advice, ...detail] });
	}
}

export const NOTHING_SENT = 'Nothing was sent.';
const MAYBE_SENT = 'It may have been sent anyway';
const MAYBE_CHANGED = 'It may have been executed anyway';
const NOT_RETRIED = 'The request was not retried, so no recipient gets the message twice.';
const RESENT =
	'If Retry On Fail runs the step again, it is sent again, because Resend If Unknown is on, so a recipient may get the message twice.';
const NOT_CHANGED_TWICE = 'The request was not retried, so nothing is changed twice.';
const ACCOUNT = 'check your account on the website of the service';

/** A sentence that others can follow. */
export const withStop = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** The problem of a failed request. It contains no request data. */
export function requestProblem(failure: RequestFailure, where: ErrorContext): Problem {
	const { status, advice, outcomeUnknown = false } = failure;
	const { effect, itemIndex } = where;
	const isUnknown = outcomeUnknown && !mayRepeat(where);
	const reason = failure.message.slice(0, 500);
	const maybe = effect === 'change' ? MAYBE_CHANGED : MAYBE_SENT;
	const message = isUnknown ? `${withStop(reason)} ${maybe}` : reason;
	const isNotSent = failure.isNotSent ?? status === 429;
	const known = [advice ?? adviceFor(failure), ...(isNotSent ? [NOTHING_SENT] : [])];
	// A redirect has a cause of its own, also where the outcome is unknown.
	const cause = /^3/.test(String(status)) ? known : [];
	const next = isUnknown ? [...unknownAdvice(where), ...cause] : known;
	return new Problem({ message, advice: next.filter(Boolean), itemIndex, failure, isUnknown });
}

function unknownAdvice({ context, resendUnknown, effect, findOut = ACCOUNT }: ErrorContext) {
	const findingOut = `To find out what happened, ${findOut}. Run the step again only if`;
	if (effect === 'change') {
		return [NOTHING_SENT, NOT_CHANGED_TWICE, `${findingOut} it was not executed.`];
	}
	const isResent = resendUnknown && context.getNode().retryOnFail;
	return [isResent ? RESENT : NOT_RETRIED, `${findingOut} it was not sent.`];
}

/** The HTTP status of a failed request; 0 without a response, undefined for another problem. */
export const statusOf = (error: unknown): number | undefined =>
	error instanceof Problem ? error.failure?.status : undefined;

/** Whether a read had no response of the service that can be understood. */
export const isUnreadable = (error: unknown): boolean =>
	error instanceof Problem && error.failure?.outcomeUnknown === true && !error.isUnknown;

/** Whether a read failed for a reason that may pass: no response, a rate limit or an error of the server. */
export const mayPass = (error: unknown): boolean =>
	isUnreadable(error) || /^(0|408|429|5\d\d)$/.test(String(statusOf(error)));

/** Runs a check. What it throws becomes a problem of this item and field. */
export function withContext<T>(where: ErrorContext, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw toProblem(error, where);
	}
}

/** Runs checks one after the other, and collects what they throw. */
export function problemsOf(where: ErrorContext) {
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

/** Any error as a problem of an item and a field. Never has the request as its cause. */
export function toProblem(error: unknown, where: ErrorContext): Problem {
	if (error instanceof Problem) return error;
	const { itemIndex } = where;
	if (!(error instanceof ValidationError)) {
		const message = error instanceof Error ? error.message : String(error);
		return new Problem({ message, advice: [descriptionOf(error) ?? NOTHING_SENT], itemIndex });
	}
	const label = error.label ?? where.label ?? 'This step';
	const message = `'${label}' ${oneLine(error.problem)}`;
	const neverBegan = error instanceof UnavailableError;
	const given = error.given ?? where.given;
	const isShown =
		!isBlank(given) && typeof given !== 'object' && !message.includes(`is ${excerpt(given)}`);
	const value = isShown && !where.isText ? [`The value is ${maskedExcerpt(given)}.`] : [];
	const itemMessage = isShown ? `${message}: ${excerpt(given)}` : message;
	const advice = [...value, oneLine(error.advice)].filter(Boolean);
	return new Problem({ message, advice, label, itemMessage, itemIndex, neverBegan });
}

/** What n8n's own errors advise. */
const descriptionOf = (error: unknown): string | undefined =>
	error instanceof Error && 'description' in error && typeof error.description === 'string'
		? error.description
		: undefined;

/** One problem with everything that is wrong with an item, each field once. */
export function joinProblems(problems: Problem[]): Problem {
	const byField = new Map<string, Problem>();
	for (const one of problems) {
		const field = one.label ?? one.message;
		if (!byField.has(field)) byField.set(field, one);
	}
	const [first, ...others] = byField.values();
	if (others.length === 0 || first.failure) return first;
	const all = [first, ...others];
	return new Problem({
		message: all.map(({ message }) => message).join('. '),
		itemMessage: all.map(({ itemMessage }) => itemMessage).join('. '),
		advice: all.map(labelledAdvice).filter(Boolean),
		label: first.label,
		itemIndex: first.itemIndex,
	});
}

/** What to do about a field, after its label. */
function labelledAdvice({ advice, label }: Problem): string {
	const text = advice.filter((sentence) => sentence !== NOTHING_SENT).join(' ');
	return label === undefined ? text : `'${label}': ${text}`;
}
