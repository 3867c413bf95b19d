import { isDate } from './dates';

/** Returns the reason for a rejection, or undefined. */
export type Format = (value: string) => string | undefined;

const matching =
	(pattern: RegExp, reason: string): Format =>
	(value) =>
		pattern.test(value) ? undefined : reason;

export const text: Format = () => undefined;
export const whole = matching(/^(0|[1-9]\d{0,14})$/, 'must be a whole number');
/** 0 is the system name, which every account has. */
export const senderId = whole;
export const id = matching(/^[1-9]\d{0,14}$/, 'must be a whole number');
export const rows = matching(/^[1-9]\d{0,8}$/, 'must be a whole number above 0');
export const flag = matching(/^[01]$/, 'must be 0 or 1');
export const phone = matching(/^\d{7,15}$/, 'must be a phone of 7 to 15 digits and nothing else');
export const email = matching(
	/^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/,
	'must be an e-mail address',
);
export const code = matching(/^\d{1,16}$/, 'must be digits only, at most 16');
export const idList = matching(/^\d+(,\d+)*$/, 'must be ids separated by commas');

export const minutes: Format = (value) =>
	whole(value) ?? (+value >= 5 && +value <= 60 ? undefined : 'must be from 5 to 60 minutes');

export const minuteDate: Format = (value) =>
	isDate(value, 'minute') ? undefined : 'must be a date YYYY-MM-DD HH:MM';

export const secondDate: Format = (value) =>
	isDate(value, 'second') ? undefined : 'must be a date YYYY-MM-DDTHH:mm:ss';

export const webAddress: Format = (value) => {
	if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) {
		return 'must be an http or https address';
	}
	return undefined;
};

export const oneOf =
	(...allowed: string[]): Format =>
	(value) =>
		allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`;

export const atMost =
	(length: number, format: Format): Format =>
	(value) =>
		value.length > length ? `must not exceed ${length} characters` : format(value);
