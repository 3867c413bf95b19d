import type { IDataObject } from 'n8n-workflow';
import type { ResponseShape } from '../api/responseShapes';
import { isRecord, toText } from '../values/json';
import { isDeliveredStatus } from '../api/statusWords';
import {
	deniesIt,
	hasErrorCode,
	isFailed,
	isId,
	isHttpError,
	isNoError,
	reportsError,
	reportsFailure,
	saysFailure,
	saysNotDone,
} from './errorText';
import { hasRecord, isAboutRequest } from './showsSuccess';

/** What a response consists of. `data` is its documented part, or all of it. */
interface Parts {
	json: unknown;
	data: unknown;
	shape: ResponseShape;
}

const FAILURE = 'The service reported a failure';
export const UNEXPECTED_RESPONSE = "The response does not match the service's documentation";

/** Signs of a failed request. Each returns what the error says without words of the service. */
const SIGNS = {
	/** An error or a denied `success`, and nothing of what was asked for. */
	errorWithoutData: ({ json, data, shape }: Parts) => {
		if (isSoleError(data)) return FAILURE;
		if (!isRecord(json) || hasData(json, data, shape)) return false;
		return (reportsError(json) || isRequestError(json.status) || isHttpError(json)) && FAILURE;
	},
	/** An error, a denied `success` or the word of a failure, in the response or in its data. */
	error: ({ json, data }: Parts) => {
		if (isRecord(json) && !isNoError(json.error)) return 'The service reported an error';
		const parts = [json, data].flatMap((part): unknown => part);
		return parts.some((part) => isRecord(part) && (reportsFailure(part) || deniesIt(part)))
			? FAILURE
			: false;
	},
	/** The code of an error with a text, where no code is documented. */
	code: ({ json }: Parts) => isRecord(json) && hasErrorCode(json) && FAILURE,
	/** A status that is not documented, with the word of a failure or the code of HTTP. */
	status: ({ json, shape }: Parts) =>
		isRecord(json) &&
		shape.status === undefined &&
		isFailed(json.status) &&
		`The service returned the status "${toText(json.status)}"`,
	/** A batch that has a `success` other than the documented one. */
	success: ({ json, shape: { expects } }: Parts) =>
		isRecord(json) &&
		typeof expects === 'object' &&
		expects.key === 'uuid' &&
		json.success !== undefined &&
		!/^(ok|success|true)$/i.test(toText(json.success)) &&
		(typeof json.success === 'object'
			? UNEXPECTED_RESPONSE
			: `The service returned success "${toText(json.success)}"`),
	/** A text about a failure beside a status. */
	message: ({ json }: Parts) => isRecord(json) && saysNotDone(json.message) && FAILURE,
};
type Sign = keyof typeof SIGNS;

/** A status of a request. Words such as "rejected" may be those of a message. */
const isRequestError = (status: unknown): boolean =>
	status === false || /^error$/i.test(toText(status));

/** Whether a list has an error in place of its records. `errors` are those of a mailing. */
function isSoleError(data: unknown): boolean {
	if (!Array.isArray(data) || data.length !== 1) return false;
	const [one] = data as unknown[];
	if (!isRecord(one)) return saysFailure(one);
	const isError = !isNoError(one.error) || (isRequestError(one.status) && !('errors' in one));
	return isError && !hasFacts(one);
}

/**
 * What makes a response with a 2xx status a failure, by its kind, besides another status than the
 * documented one. What is read may tell of a failure without being one. After a change or a message every
 * sign of a failure counts. A text in place of a record is judged in the same way (`toRecords`).
 */
const SIGNS_OF: Record<Kind, { read: Sign[]; change: Sign[] }> = {
	record: { read: ['errorWithoutData'], change: ['status', 'success', 'error'] },
	list: { read: ['errorWithoutData'], change: ['status', 'error'] },
	names: { read: ['errorWithoutData'], change: ['status', 'error'] },
	status: { read: ['errorWithoutData'], change: ['message', 'error'] },
	anything: { read: ['errorWithoutData'], change: ['status', 'error', 'code'] },
};
type Kind = 'record' | Exclude<ResponseShape['expects'], object>;

/** What the error of a failed request says without words of the service. Undefined for a success. */
export function failureIn(parts: Parts, isRead: boolean): string | undefined {
	const { expects } = parts.shape;
	const signs = SIGNS_OF[typeof expects === 'object' ? 'record' : expects];
	for (const sign of signs[isRead ? 'read' : 'change']) {
		const found = SIGNS[sign](parts);
		if (found) return found;
	}
	return undefined;
}

function hasData(json: IDataObject, data: unknown, { expects }: ResponseShape): boolean {
	if (expects === 'list' || expects === 'names') return Array.isArray(data) && data.length > 0;
	if (typeof expects === 'object') {
		return hasRecord(data, expects) && (!expects.isGiven || hasFacts(data as IDataObject));
	}
	const isResult = data !== json && typeof data === 'object' && data !== null;
	return hasFacts(isResult ? (data as IDataObject) : json);
}

/** Whether a record tells about what was asked for: not only about the request, and more than its ID. */
const hasFacts = (record: IDataObject): boolean =>
	Object.keys(record).some((key) => !isAboutRequest(key) && !isId(key)) ||
	(isDeliveredStatus(record.status) !== undefined && !isRequestError(record.status));
