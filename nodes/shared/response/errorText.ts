import type { IDataObject } from 'n8n-workflow';
import { isIdFieldName } from './data';
import { toTextWithObjectPlaceholder } from '../values/json';

/** Normalized keys that may contain a reason. Among equally specific texts, the first key wins. */
const ERROR_TEXT_KEYS =
	'error errors err message msg errormessage errormsg errmsg errortext errordescription errordetail errordetails errorcode errcode description detail details reason violations title text info result data response status'.split(
		' ',
	);
/** Matches keys whose text is not a reason. An object under such a key may contain a reason. */
const NON_REASON_KEY_PATTERN = /^(status|response|errorcode|errcode)$/;
const DATA_KEY_PATTERN = /^(result|data|response)$/;
/** Matches texts that say no more than the HTTP status. */
const VAGUE_TEXT_PATTERN =
	/^(\d+|(an |unknown )?errors?( occurred)?|failed|failure|something went wrong|bad request|(unprocessable|invalid) \w+|(the given data was|data is) invalid|(validation|request|operation|sending) (error|failed)|internal (server )?error|ok|false|true|ошибка|неизвестная ошибка|произошла ошибка|помилка|сталася помилка)[.!]?$/i;
/** Matches codes, e.g. `invalid_grant`, `E17` or `DENIED`. */
const ERROR_CODE_PATTERN = /^((?=.*[\d_.-])[\w.-]+|[A-Z]+)$/;

/** Returns the reason in an error response, or '' if there is no reason. */
export function extractErrorText(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number') return value === 0 ? '' : toTextWithObjectPlaceholder(value);
	if (depth > 3 || !isObject(value)) return '';
	if (Array.isArray(value)) {
		return joinTexts(value.slice(0, 5).map((entry) => extractErrorText(entry, depth + 1)));
	}
	const record = value as IDataObject;
	if (depth > 0 && Object.values(record).every(Array.isArray))
		return joinFieldErrors(record, depth);
	const byKey = new Map(Object.entries(record).map(([key, field]) => [normalizeKey(key), field]));
	const texts = ERROR_TEXT_KEYS.map((key) => {
		const nested = byKey.get(key);
		if (NON_REASON_KEY_PATTERN.test(key) && !isObject(nested)) return '';
		// A record with an ID is the result, so its keys are not the names of invalid fields.
		const isData =
			DATA_KEY_PATTERN.test(key) &&
			isObject(nested) &&
			Object.keys(nested).some(isIdFieldName);
		return extractErrorText(nested, isData ? 0 : depth + 1);
	});
	const text = pickMostSpecific(texts);
	if (depth === 0 || !text) return text ?? (depth > 0 ? joinFieldErrors(record, depth) : '');
	const field = findInvalidFieldName(record);
	return typeof field === 'string' ? `${field}: ${text}` : text;
}

const normalizeKey = (key: string): string => key.toLowerCase().replace(/[_-]/g, '');

/** Prefers a sentence to an error code, and an error code to a vague text. */
function pickMostSpecific(texts: string[]): string | undefined {
	const reasons = texts.filter((text) => !isNoError(text));
	const clear = reasons.filter((text) => !VAGUE_TEXT_PATTERN.test(text));
	return (
		clear.find((text) => !ERROR_CODE_PATTERN.test(text)) ??
		clear[0] ??
		reasons[0] ??
		texts.find(Boolean)
	);
}

const findInvalidFieldName = ({
	loc,
	field,
	propertyPath,
	parameter,
	param,
}: IDataObject): unknown =>
	Array.isArray(loc) ? loc.at(-1) : (field ?? propertyPath ?? parameter ?? param);

/**
 * Matches keys that are never the name of a request field. Does not match `message` and `text`, because requests
 * have fields with these names.
 */
const NON_FIELD_KEY_PATTERN = /^(errors?|messages|violations|details)$/i;

/** Joins the errors of request fields: `{ phone: ['is invalid'] }` becomes `phone: is invalid`. */
const joinFieldErrors = (fields: IDataObject, depth: number): string =>
	joinTexts(
		Object.entries(fields)
			.slice(0, 5)
			.map(([name, value]) => {
				if (typeof value !== 'string' && !Array.isArray(value)) return '';
				const text = extractErrorText(value, depth + 1);
				if (isNoError(text)) return '';
				return NON_FIELD_KEY_PATTERN.test(name) ? text : `${name}: ${text}`;
			}),
	);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const joinTexts = (texts: string[]): string => texts.filter((text) => text !== '').join('; ');

/** Reports whether a value means no error: false, 0, empty or "OK", also inside an object. */
export function isNoError(error: unknown): boolean {
	if (typeof error === 'string')
		return /^(|0|ok|success|none|null|false|no errors?)$/i.test(error.trim());
	if (typeof error !== 'object' || error === null) return !error;
	return Object.values(error).every(isNoError);
}
