import type { IDataObject } from 'n8n-workflow';
import type { BodyText } from './readBody';
import { type UnsuccessfulResponse, parseBody, toRecords } from './parseResponse';
import { errorText, isNoError } from './errorText';
import { hasRecord, showsSuccess, shownId } from './showsSuccess';
import { soleRecord } from './unwrap';
import { isRecord, parseJson } from '../values/json';
import { oneLine } from '../values/singleLine';
import type { RequestFailure } from '../errors/requestFailure';
import { DONE_BEFORE } from '../errors/advice';
import { type Effect, type Endpoint, mayRepeat } from '../api/endpoint';
import type { ResponseShape } from '../api/responseShapes';

/** A response as it came: its text may contain the token. */
interface ReceivedResponse extends BodyText {
	status: number;
	/** The `Retry-After` header. */
	retryAfter?: unknown;
}

/** The records of a response, or why it is no success. */
export function readResponse(
	received: ReceivedResponse,
	{ response, statusAdvice, effect }: Pick<Endpoint, 'response' | 'statusAdvice' | 'effect'>,
): IDataObject[] | RequestFailure {
	const { status, text, problem } = received;
	if (status === response.emptyStatus) return [];
	const existing = existingRecord(text, response);
	if (existing) return [existing];
	if (status < 200 || status > 299) {
		const json = soleRecord(parseJson(text.trim()), response);
		const isContradiction = isRecord(json) && showsSuccess(json, response);
		const id = isRecord(json) ? shownId(json, response) : '';
		const reason = oneLine(reasonIn(text.trim(), json)).trim();
		return {
			status,
			message: (reason || `The service returned HTTP status ${status}`) + id,
			// A reason says more than what the documentation has for the status.
			advice: reason === '' ? statusAdvice?.[status] : undefined,
			hasReason: reason !== '',
			outcomeUnknown:
				!NOT_SENT.test(String(status)) || isContradiction || wasDone(reason, effect),
			retryAfter: retryAfter(received.retryAfter),
		};
	}
	// No documented response is like that: this is another server, or the service is out of order.
	if (problem) {
		const message = `The response ${problem.slice(0, 80)}`;
		return { status, message, advice: UNREADABLE, outcomeUnknown: true };
	}
	try {
		return toRecords(parseBody(text, response), response, effect === 'read');
	} catch (error) {
		const { message, isDefinite, isReported } = error as UnsuccessfulResponse;
		const isClear = mayRepeat({ effect }) ? isReported : isDefinite;
		const outcomeUnknown = !isClear || wasDone(message, effect);
		return { status, message, hasReason: !OURS.test(message), outcomeUnknown };
	}
}

/** Whether an earlier request has sent what this one is refused for. */
const wasDone = (reason: string, effect: Effect): boolean =>
	effect === 'send' && DONE_BEFORE.test(reason);

/** The record that the service has already, whatever the status of its error. */
function existingRecord(text: string, response: ResponseShape): IDataObject | undefined {
	const { expects } = response;
	if (typeof expects !== 'object' || !expects.mayExist) return undefined;
	const json = soleRecord(parseJson(text.trim()), response);
	if (!isRecord(json) || isNoError(json.error) || !hasRecord(json, expects)) return undefined;
	const { error, ...record } = json;
	return { ...record, already_existed: true, error_text: oneLine(errorText({ error })) };
}

/** How the messages of `parseResponse` begin. The others are words of the service. */
const OURS = /^The (service (returned|reported)|response does not match) /;

const UNREADABLE = 'Check the base URL in the credential. If it is correct, contact the service.';

/**
 * The statuses that say that nothing was sent (RFC 9110): the request is rejected, or names another address to
 * send to. Many servers end a request that they have executed with 302, as with 303. Behind 408 it may go on:
 * gateways return it when they no longer wait.
 */
const NOT_SENT = /^(30[178]|4(?!08)\d\d)$/;

/** The service's words in an error response; empty without any. An HTML page has none that help. */
function reasonIn(text: string, json: unknown): string {
	if (text.startsWith('<')) return '';
	return json === undefined ? text : errorText(json);
}

/** Milliseconds of a `Retry-After` header, from seconds or a date. Undefined if it has neither. */
export function retryAfter(header: unknown, now = Date.now()): number | undefined {
	if (typeof header !== 'string') return undefined;
	const isDate = /[a-z]{3}|\d{4}-\d\d/i.test(header);
	const end = isDate ? Date.parse(header) : NaN;
	const wait = SECONDS.test(header) ? Number(header) * 1000 : end - now;
	return wait > 0 ? wait : undefined;
}

/** Not `Infinity`, `0x10` or `1e3`, which JavaScript takes for numbers. Ten digits are centuries. */
const SECONDS = /^\s*\d{1,10}(\.\d{1,10})?\s*$/;
