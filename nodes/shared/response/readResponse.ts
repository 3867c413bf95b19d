import type { IDataObject } from 'n8n-workflow';
import type { BodyText } from './readBody';
import { type UnsuccessfulResponse, parseBody, toRecords } from './parseResponse';
import { errorText, isNoError } from './errorText';
import { hasRecord, showsSuccess, shownId } from './showsSuccess';
import { soleRecord } from './unwrap';
import { isRecord, parseJson } from '../values/json';
import type { RequestFailure } from '../errors/nodeErrors';
import type { Endpoint } from '../api/endpoint';
import type { ResponseShape } from '../api/responseShapes';

/** A response as it came: its text may contain the token. */
export interface ReceivedResponse extends BodyText {
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
		return {
			status,
			message: errorMessage(status, text.trim(), json) + id,
			advice: statusAdvice?.[status],
			outcomeUnknown: !NOT_SENT.test(String(status)) || isContradiction,
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
		const { message, isDefinite } = error as UnsuccessfulResponse;
		return { status, message, outcomeUnknown: !isDefinite };
	}
}

/** The record that the service has already, whatever the status of its error. */
function existingRecord(text: string, response: ResponseShape): IDataObject | undefined {
	const { expects } = response;
	if (typeof expects !== 'object' || !expects.mayExist) return undefined;
	const json = soleRecord(parseJson(text.trim()), response);
	if (!isRecord(json) || isNoError(json.error) || !hasRecord(json, expects)) return undefined;
	const { error: error_text, ...record } = json;
	return { ...record, already_existed: true, error_text };
}

const UNREADABLE = 'Check the base URL in the credential. If it is correct, contact the service.';

/**
 * The statuses that say that nothing was sent (RFC 9110): the request is rejected, or names another
 * address to send to. Behind 408 it may go on: gateways return it when they no longer wait.
 */
const NOT_SENT = /^(30[1278]|4(?!08)\d\d)$/;

/** The message of an error response. An HTML page has none that helps. */
function errorMessage(status: number, text: string, json: unknown): string {
	const fallback = `The service returned HTTP status ${status}`;
	if (text === '' || text.startsWith('<')) return fallback;
	return json === undefined ? text : errorText(json) || fallback;
}

/** Milliseconds of a `Retry-After` header, from seconds or a date. Undefined if it has neither. */
export function retryAfter(header: unknown, now = Date.now()): number | undefined {
	if (typeof header !== 'string') return undefined;
	// An empty header is 0, and 0 is no wait.
	const seconds = Number(header);
	const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
	return wait > 0 ? wait : undefined;
}
