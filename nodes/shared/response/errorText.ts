import type { IDataObject } from 'n8n-workflow';
import { isDeliveredStatus } from '../api/statusWords';
import { isRecord, toText } from '../values/json';

/**
 * Keys of a reason, without case, `_` and `-`. Of several texts the most telling one counts, and of two that
 * tell as much, what comes first.
 */
const KEYS = [
	...[
		'error',
		'errors',
		'err',
		'message',
		'msg',
		'errormessage',
		'errormsg',
		'errmsg',
		'errortext',
	],
	...['errordescription', 'errordetail', 'errordetails', 'errorcode', 'errcode', 'description'],
	...['detail', 'details', 'reason', 'violations', 'title', 'text', 'info', 'result', 'data'],
	...['response', 'status'],
];
/** Where a text that is no object is another thing than a reason. */
const NO_TEXT = /^(status|response|errorcode|errcode)$/;
const DATA = /^(result|data|response)$/;
export const isId = (key: string): boolean => /^(.*_|uu)?id$/i.test(key);
/** Words that say no more than the HTTP status does. */
const VAGUE =
	/^(\d+|(an |unknown )?errors?( occurred)?|failed|failure|something went wrong|bad request|(unprocessable|invalid) \w+|(the given data was|data is) invalid|(validation|request|operation|sending) (error|failed)|internal (server )?error|ok|false|true|ошибка|неизвестная ошибка|произошла ошибка|помилка|сталася помилка)[.!]?$/i;
/** A word for programs, such as `invalid_grant`, `E17` or `DENIED`. */
const CODE = /^((?=.*[\d_.-])[\w.-]+|[A-Z]+)$/;

/** The message in an error response of any shape. Empty if there is none. */
export function errorText(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number') return value === 0 ? '' : toText(value);
	if (depth > 3 || !isObject(value)) return '';
	if (Array.isArray(value)) {
		return joined(value.slice(0, 5).map((entry) => errorText(entry, depth + 1)));
	}
	const record = value as IDataObject;
	if (depth > 0 && Object.values(record).every(Array.isArray)) return textOfFields(record, depth);
	const byKey = new Map(Object.entries(record).map(([key, one]) => [keyName(key), one]));
	const texts = KEYS.map((key) => {
		const one = byKey.get(key);
		if (NO_TEXT.test(key) && !isObject(one)) return '';
		// What was asked for has an ID, and its fields are no reasons.
		const isData = DATA.test(key) && isObject(one) && Object.keys(one).some(isId);
		return errorText(one, isData ? 0 : depth + 1);
	});
	const text = mostTelling(texts);
	if (depth === 0 || !text) return text ?? (depth > 0 ? textOfFields(record, depth) : '');
	const field = fieldOf(record);
	return typeof field === 'string' ? `${field}: ${text}` : text;
}

const keyName = (key: string): string => key.toLowerCase().replace(/[_-]/g, '');

/** A sentence tells more than a word for programs, and that more than a general word. */
function mostTelling(texts: string[]): string | undefined {
	const told = texts.filter((text) => !isNoError(text));
	const clear = told.filter((text) => !VAGUE.test(text));
	return clear.find((text) => !CODE.test(text)) ?? clear[0] ?? told[0] ?? texts.find(Boolean);
}

/** The field of the request that one of several errors is about. */
const fieldOf = ({ loc, field, propertyPath, parameter, param }: IDataObject): unknown =>
	Array.isArray(loc) ? loc.at(-1) : (field ?? propertyPath ?? parameter ?? param);

/** What is no field of a request. `message` and `text` may be one. */
const NO_FIELD = /^(errors?|messages|violations|details)$/i;

/** A text for each field of the request: `{ phone: ['is invalid'] }`. */
const textOfFields = (fields: IDataObject, depth: number): string =>
	joined(
		Object.entries(fields)
			.slice(0, 5)
			.map(([name, value]) => {
				if (typeof value !== 'string' && !Array.isArray(value)) return '';
				const text = errorText(value, depth + 1);
				if (isNoError(text)) return '';
				return NO_FIELD.test(name) ? text : `${name}: ${text}`;
			}),
	);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const joined = (texts: string[]): string => texts.filter((text) => text !== '').join('; ');

/** Whether an `error` reports nothing: it is false, 0, empty or "OK", also as a text, or all that it holds is. */
export function isNoError(error: unknown): boolean {
	if (typeof error === 'string')
		return /^(|0|ok|success|none|null|false|no errors?)$/i.test(error.trim());
	if (typeof error !== 'object' || error === null) return !error;
	return Object.values(error).every(isNoError);
}

/** Not the words "deferred" and "transferred". In Russian and Ukrainian too. */
const FAILURE =
	/error|(?<![a-z])err(?![a-z])|fail|invalid|den(ied|y)|reject|refus|forbid|unauth|declin|insufficient|unsuccess|not ok|ошибк|помилк|недостат|неверн|невірн|отклон|відхил|запрещ|заборон|not found|no such|does(n['’]t| not) exist|не найден|не знайден|не удалось|не вдалося/i;

export const saysFailure = (words: unknown): boolean =>
	typeof words === 'string' && FAILURE.test(words);

/** Words that deny what was asked for. They prove nothing: it may be done yet. */
const DENIAL =
	/(?<!\p{L})(not|не) (yet |been |be |is |был[аои]? |було |була )?(confirm|sent|deliver|accept|exist|in |підтвердж|подтвержд|отправ|надісл|відправ|доставл|принят|прийнят|существ|існу|в |у )|(?<!\p{L})(no (money|funds)|(нет|немає) (в|у) )/iu;
/** A status of what is never sent, besides the words of the table. */
const NEVER_SENT = /отмен|скасован|блокир|блокован|просроч|простроч/i;

/** Whether a text says that something has failed, or was not done. */
export const saysNotDone = (words: unknown): boolean =>
	saysFailure(words) || (typeof words === 'string' && DENIAL.test(words));

/** Whether a `status` that is not documented is a failure: by its word, or as the code of HTTP. */
export const isFailed = (status: unknown): boolean =>
	saysNotDone(status) ||
	status === false ||
	isDeliveredStatus(status) === false ||
	/^[45]\d\d$/.test(toText(status)) ||
	(typeof status === 'string' && NEVER_SENT.test(status));

/** Whether a record denies by its status, or by another field, that something was done. */
export const deniesIt = (record: IDataObject): boolean =>
	isFailed(record.status) ||
	['confirm', 'confirmed'].some((key) => key in record && saysNo(record[key]));

/** Whether a `success` denies it. */
const saysNo = (success: unknown): boolean =>
	/^(false|no|0)$/i.test(toText(success)) || saysFailure(success);

/** `error`, `Errors`, `error_message`, `errorText`, `err_code` and the like. */
const ERROR_KEY = /^(error|err(s|msg|_.*)?$)/i;

/** Whether a record has an error, or denies its success. */
export const reportsError = (record: IDataObject): boolean =>
	saysNo(record.success) ||
	saysNo(record.ok) ||
	Object.entries(record).some(([key, value]) => ERROR_KEY.test(key) && !isNoError(value));

/** Keys of a text that may come with a code. */
const TEXT_KEYS = ['message', 'msg', 'reason', 'description', 'detail', 'text'];

/** Whether a record has the code of an error, and a text that says which one. */
export const hasErrorCode = (record: IDataObject): boolean =>
	!/^(0*|2\d\d|ok|success|true|null|undefined)$/i.test(toText(record.code)) && hasText(record);

const hasText = (record: IDataObject): boolean =>
	TEXT_KEYS.some((key) => typeof record[key] === 'string' && !isNoError(record[key]));

/** Keys that may have the code of HTTP in a body. */
const CODE_KEYS = ['code', 'status', 'statusCode', 'status_code'];
const STATUS_KEYS = [...CODE_KEYS, 'error_code', 'errorCode', 'error'];

/** Whether the code of a record is the status of a failed request. Another code may be any. */
export const isHttpError = (record: IDataObject): boolean =>
	CODE_KEYS.some((key) => /^[45]\d\d$/.test(toText(record[key]))) && hasText(record);

const BROKE_DOWN =
	/^(5\d\d|.*\binternal (server )?error\b.*|.*\bgateway time-?out\b.*|bad gateway.*|service (temporarily )?unavailable.*)$/i;

/** Whether a body tells that the service broke down, as HTTP 5xx does: it may have done its work before. */
export const isServerError = (given: unknown): boolean =>
	isRecord(given)
		? [given, given.error].some(
				(part) =>
					isRecord(part) &&
					[...STATUS_KEYS, 'message'].some((key) => BROKE_DOWN.test(toText(part[key]))),
			)
		: BROKE_DOWN.test(toText(given));

/**
 * Whether a response reports a failure: by a key for it, by its status, or by a text or `false` in
 * place of a record. An unknown status, or a message alone, may be a success.
 */
export function reportsFailure(json: unknown): boolean {
	if (!isRecord(json)) return json === false || saysFailure(json);
	const { status } = json;
	return reportsError(json) || status === false || saysFailure(status) || isHttpError(json);
}

/** What is there in place of a record. A record with a message alone is a text. */
export function soleText(data: unknown): unknown {
	if (!isRecord(data)) return data;
	const { message, msg, ...others } = data;
	const isAlone = Object.keys(others).every((key) => key === 'code');
	return isAlone ? (message ?? msg) : undefined;
}
