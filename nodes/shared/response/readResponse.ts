import type { IDataObject } from 'n8n-workflow';
import { type Endpoint, mayRepeat } from '../api/endpoint';
import type { ResponseShape } from '../api/responseShapes';
import type { RequestFailure } from '../errors/requestFailure';
import { isRecord, tryParseJson } from '../values/json';
import { toSingleLine } from '../values/singleLine';
import {
	isExpectedRecord,
	isSuccessWord,
	findIdEntry,
	formatIdSuffix,
	unwrapResponse,
} from './data';
import { extractErrorText, isNoError } from './errorText';
import { judge, type ReceivedRecords } from './judge';
import type { BodyText } from './readBody';

/** A response before redaction. Its text may contain the token. */
interface UnredactedResponse extends BodyText {
	status: number;
	retryAfter?: unknown;
}

type ResponseContract = Pick<Endpoint, 'response' | 'adviceByHttpStatus' | 'effect'>;

/** Returns the records or the failure. For a 2xx status, `judge` decides; otherwise, the status decides. */
export function readResponse(
	received: UnredactedResponse,
	contract: ResponseContract,
): ReceivedRecords | RequestFailure {
	const { status, unreadableReason } = received;
	const { response: shape } = contract;
	if (status === shape.emptyListHttpStatus) return { records: [] };
	const text = received.text.replace(/^\ufeff/, '').trim();
	const json = tryParseJson(text);
	const existing = findExistingRecord(json, shape);
	if (existing) return { records: [existing] };
	if (status < 200 || status > 299) return makeHttpFailure({ ...received, text }, json, contract);
	const unread = (message: string, advice?: string) => ({
		httpStatus: status,
		...{ message, advice, outcomeUnknown: true, quotesService: false },
	});
	// Suspects the base URL, because no documented response is unreadable.
	if (unreadableReason)
		return unread(`The response ${unreadableReason.slice(0, 80)}`, CHECK_BASE_URL_ADVICE);
	if (json === undefined && !canBePlainText(text, contract))
		return unread(describeUnreadableText(text));
	const judged = judge(json === undefined ? text : json, contract);
	return 'records' in judged
		? judged
		: { httpStatus: status, ...judged, message: toSingleLine(judged.message) };
}

const CHECK_BASE_URL_ADVICE =
	'Check the base URL in the credential. If the base URL is correct, contact the service.';
const MAX_PLAIN_TEXT_LENGTH = 1000;

/** Reports whether a plain text may be a success, which is possible only if the API documents no body. */
const canBePlainText = (text: string, { response, effect }: ResponseContract): boolean =>
	response.expectedData === 'anything' &&
	!/^[[{"<]/.test(text) &&
	text.length <= MAX_PLAIN_TEXT_LENGTH &&
	!(text === '' && effect === 'read');

function describeUnreadableText(text: string): string {
	if (text === '') return 'The service returned an empty response';
	if (text.startsWith('<')) return 'The service returned an HTML page instead of JSON';
	return `The service returned ${/^[[{"]/.test(text) ? 'incomplete JSON' : 'text that is not JSON'}`;
}

/**
 * The outcome is known only if the status proves that nothing was executed, and the body does not
 * contradict the status, e.g. with the ID of a message.
 */
function makeHttpFailure(
	{ status, text, retryAfter: header }: UnredactedResponse,
	body: unknown,
	{ response, adviceByHttpStatus, effect }: ResponseContract,
): RequestFailure {
	const { json } = unwrapResponse(body, response);
	const isContradiction =
		findIdEntry(json, response) !== undefined ||
		(response.expectedData === 'status' && isRecord(json) && isSuccessWord(json.status));
	const reason = toSingleLine(extractReasonText(text, json)).trim();
	const message = reason || `The service returned HTTP status ${status}`;
	return {
		httpStatus: status,
		message: message + formatIdSuffix(json, response),
		// The documented advice for the status is omitted if the service gives a more specific reason.
		advice: reason === '' ? adviceByHttpStatus?.[status] : undefined,
		quotesService: reason !== '',
		outcomeUnknown:
			!NOT_EXECUTED_STATUS_PATTERN.test(String(status)) ||
			(isContradiction && !mayRepeat({ effect })),
		retryAfterMs: parseRetryAfterMs(header),
	};
}

/**
 * Returns the record that already existed. The service sends this record with an error, under any HTTP status.
 */
function findExistingRecord(body: unknown, shape: ResponseShape): IDataObject | undefined {
	const { expectedData } = shape;
	if (typeof expectedData !== 'object' || !expectedData.mayAlreadyExist) return undefined;
	const { data } = unwrapResponse(body, shape);
	if (!isExpectedRecord(data, expectedData) || isNoError(data.error)) return undefined;
	const { error, ...record } = data;
	return {
		...record,
		already_existed: true,
		error_text: toSingleLine(extractErrorText({ error })),
	};
}

/**
 * Matches statuses that prove that nothing was executed (RFC 9110). 302 and 303 do not match, because many
 * servers send them after executing a request. 408 does not match, because gateways send 408 when they stop
 * waiting.
 */
const NOT_EXECUTED_STATUS_PATTERN = /^(30[178]|4(?!08)\d\d)$/;

function extractReasonText(text: string, json: unknown): string {
	if (text.startsWith('<')) return '';
	return json === undefined ? text : extractErrorText(json);
}

/** Parses seconds or a date. Returns milliseconds, or undefined for an invalid header or a date in the past. */
export function parseRetryAfterMs(header: unknown, now = Date.now()): number | undefined {
	if (typeof header !== 'string') return undefined;
	const isDate = /[a-z]{3}|\d{4}-\d\d/i.test(header);
	const end = isDate ? Date.parse(header) : NaN;
	const wait = SECONDS_PATTERN.test(header) ? Number(header) * 1000 : end - now;
	return wait > 0 ? wait : undefined;
}

/** Does not match `Infinity`, `0x10` or `1e3`, which JavaScript accepts as numbers. */
const SECONDS_PATTERN = /^\s*\d{1,10}(\.\d{1,10})?\s*$/;
