import { UserError } from 'n8n-workflow';
import {
	type ErrorContext,
	isUnreadable,
	Problem,
	requestProblem,
	statusOf,
} from '../../shared/errors/problem';
import type { RequestFailure } from '../../shared/errors/requestFailure';
import { nameOf } from '../state/state';
import { PHONE } from '../../shared/values/formats';
import { oneLine } from '../../shared/values/singleLine';

/** The poll had to end before a list was read. */
export class OutOfTime extends UserError {
	constructor() {
		super(
			'The poll ran out of time before the service had responded. If this happens often, watch fewer mailings.',
		);
	}
}

/**
 * Whether the service rejected only this request, so that it may reject it at the next poll too. A bad
 * token or a rate limit concerns all requests.
 */
export function isRejectedRequest(error: unknown): boolean {
	const status = statusOf(error) ?? 0;
	return status >= 200 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
}

const WITHOUT_LIST: RequestFailure = {
	status: 200,
	message: 'The service returned no list',
	advice: 'Without the list, the trigger would take old events for new ones. Activate the workflow again. If this happens again, contact the service.',
	outcomeUnknown: true,
};

/** The error of an activation whose response is not a list. */
export const noList = (context: ErrorContext['context']): Problem =>
	requestProblem(WITHOUT_LIST, { context, effect: 'read' });

/** Whether the service itself rejected the request. A redirect or a page in HTML is not its response. */
const isRejectedByService = (error: unknown): boolean =>
	isRejectedRequest(error) && !isUnreadable(error) && !/^3/.test(`${statusOf(error)}`);

/** Whether the service rejects replies to be marked. The poll has read with its token, so 403 is no bad one. */
export const isRejectedMark = (error: unknown): boolean =>
	isRejectedByService(error) || (statusOf(error) === 403 && !isUnreadable(error));

/**
 * Whether an activation goes on without this mailing: it had no time for it, or the service rejects it,
 * and may always do so.
 */
export const canWait = (error: unknown): boolean =>
	error instanceof OutOfTime || isRejectedByService(error);

/** An error's message for n8n's log, in one line without its full stop, and without phone numbers of the service. */
export function safeMessage(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return oneLine(message).replace(PHONE, '…').slice(0, 200).replace(/\.$/, '');
}

/** The error of a poll, which n8n logs, without phone numbers of the service. */
export const withoutPhones = (error: unknown): unknown =>
	error instanceof Problem && error.failure
		? error.with({ message: error.message.replace(PHONE, '…') })
		: error;

/** Mailings that one warning names. */
const MAX_NAMED = 5;

/**
 * A warning about the mailings that could not be read; none if there are none.
 *
 * @param unread mailings of the activation of which no poll has read anything yet
 */
export function failureWarnings(failures: Map<string, unknown>, unread: string[]): string[] {
	if (failures.size === 0) return [];
	const named = [...failures].slice(0, MAX_NAMED);
	const parts = named.map(([id, error]) => `${nameOf(id)} (${safeMessage(error)})`);
	const more = failures.size > MAX_NAMED ? ` and ${failures.size - MAX_NAMED} more` : '';
	const text = `Mailings that could not be read: ${parts.join(', ')}${more}`;
	const isFirst = unread.some((mailing) => failures.has(mailing));
	const first = isFirst
		? ' What a mailing has when it is read for the first time starts nothing.'
		: '';
	return [`${text}. The next poll reads them again.${first}`];
}
