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

/** An error or a denied `success`, and nothing of what was asked for. */
function errorWithoutData({ json, data, shape }: Parts): string | false {
	if (isSoleError(data)) return FAILURE;
	if (!isRecord(json) || hasData(json, data, shape)) return false;
	return (reportsError(json) || isRequestError(json.status) || isHttpError(json)) && FAILURE;
}

/** Signs that a message or a change has failed. Each returns what the error says without words of the service. */
const SIGNS: Array<(parts: Parts) => string | false> = [
	/** A status that is not documented, with the word of a failure or the code of HTTP. */
	({ json, shape }) =>
		isRecord(json) &&
		shape.status === undefined &&
		isFailed(json.status) &&
		`The service returned the status "${toText(json.status)}"`,
	/** A batch that has a `success` other than the documented one. */
	({ json, shape: { expects } }) =>
		isRecord(json) &&
		typeof expects === 'object' &&
		expects.key === 'uuid' &&
		json.success !== undefined &&
		!/^(ok|success|true)$/i.test(toText(json.success)) &&
		(typeof json.success === 'object'
			? UNEXPECTED_RESPONSE
			: `The service returned success "${toText(json.success)}"`),
	/** A text about a failure beside a status. */
	({ json, shape: { expects } }) =>
		isRecord(json) && expects === 'status' && saysNotDone(json.message) && FAILURE,
	/** An error, a denied `success` or the word of a failure, in the response or in its data. */
	({ json, data }) => {
		if (isRecord(json) && !isNoError(json.error)) return 'The service reported an error';
		const parts = [json, data].flatMap((part): unknown => part);
		return parts.some((part) => isRecord(part) && (reportsFailure(part) || deniesIt(part)))
			? FAILURE
			: false;
	},
	/** The code of an error with a text, where no code is documented. */
	({ json, shape: { expects } }) =>
		isRecord(json) && expects === 'anything' && hasErrorCode(json) && FAILURE,
];

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
 * What the error of a response with a 2xx status says without words of the service, besides another status than
 * the documented one; undefined for a success. What is read may tell of a failure without being one. After a
 * change or a message every sign of a failure counts. A text in place of a record is judged in the same way
 * (`toRecords`).
 */
export function failureIn(parts: Parts, isRead: boolean): string | undefined {
	for (const sign of isRead ? [errorWithoutData] : SIGNS) {
		const found = sign(parts);
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
