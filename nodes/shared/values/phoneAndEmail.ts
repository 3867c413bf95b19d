import { withCountryCode, withoutTrunk } from './countryCode';
import { ValidationError, type Parser, plainText } from './formats';

const PHONE = { unit: 'digits', min: 7, max: 15 } as const;
const EMAIL = { unit: 'characters', max: 254 } as const;

/**
 * What is often written between the digits. A number copied from a contact card can contain invisible
 * direction marks.
 */
const SEPARATORS =
	/[\s()[\]./\-\u2010-\u2015\u2212\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** `380671234567.0` of a spreadsheet, or `67/68` for two numbers: not all digits belong to one phone. */
const MORE_THAN_A_PHONE = /^[^.]*\d{7}\.\d+\s*$|^[^/]*\/\s*\d{1,3}\s*$/;

/** Full-width digits and signs, as a Japanese keyboard writes them. */
const toHalfWidth = (text: string): string =>
	text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

const COUNTRY_CODE = 'country code, e.g. +380 67 123 45 67.';
const WITH_COUNTRY_CODE = `Enter the number with its ${COUNTRY_CODE}`;

const notPhone = (reason: string, whatToDo = WITH_COUNTRY_CODE) =>
	new ValidationError(`is not a phone number. ${reason}`, whatToDo);

/** Removes what a person writes around and between the digits. A leading + or 00 is kept. */
function withoutSeparators(written: string, value: unknown): string {
	const entered = toHalfWidth(written);
	if (typeof value === 'number' && !Number.isInteger(value)) {
		throw notPhone('It is not a whole number');
	}
	if (Number(entered) < 0) throw notPhone('It is a negative number');
	if (MORE_THAN_A_PHONE.test(entered)) {
		throw notPhone('It has a fraction, an extension or a second number');
	}
	return entered.replace(SEPARATORS, '').replace(/^tel:/i, '');
}

/** Digits with the country code. Separators, `tel:` and a leading + or 00 are removed. */
export const phone: Parser = (value, _zone, countryCode) => {
	const entered = plainText(value, WITH_COUNTRY_CODE);
	const compact = /^\d+$/.test(entered) ? entered : withoutSeparators(entered, value);
	const entire = compact.replace(/^(\+|00)/, '');
	if (!/^\d+$/.test(entire)) throw notPhone('It contains characters other than digits');
	const hasCode = compact !== entire;
	if (hasCode && entire.startsWith('0')) throw notPhone('No country code starts with 0');
	const digits = hasCode || !countryCode ? entire : withCountryCode(entire, countryCode);
	if (digits.length < PHONE.min || digits.length > PHONE.max) {
		throw notPhone(`It has ${digits.length} instead of ${PHONE.min} to ${PHONE.max} digits`);
	}
	if (digits.startsWith('0')) {
		const whatToDo = `Replace the leading 0 with the ${COUNTRY_CODE} Or set Default Country Code.`;
		throw notPhone('It starts with 0 instead of a country code', whatToDo);
	}
	return withoutTrunk(digits);
};
phone.limits = PHONE;

/** Zero-width, control and direction characters, and halves of an emoji. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

export const email: Parser = (value) => {
	const advice = 'Enter one address, e.g. anna@example.com.';
	const address = plainText(value, advice).trim();
	if (INVISIBLE.test(address)) {
		const problem = 'is not an email address. It contains an invisible character';
		throw new ValidationError(problem, 'Type the address instead of pasting it.');
	}
	const [local, domain, ...rest] = address.split('@');
	const label = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
	const labels = (domain ?? '').split('.');
	const isValid =
		rest.length === 0 &&
		/^[^\s"(),:;<>@[\\\]]{1,64}$/.test(local) &&
		!/^\.|\.\.|\.$/.test(local) &&
		labels.length > 1 &&
		labels.every((part) => part.length < 64 && label.test(part)) &&
		!/^\d+$/.test(labels[labels.length - 1]) &&
		address.length <= EMAIL.max;
	if (!isValid) throw new ValidationError('is not an email address', advice);
	return address;
};
email.limits = EMAIL;

/**
 * The same for two phones, or two addresses that reach the same mailbox. Letter case counts before the
 * @ alone. An accent may be a character of its own, and a host may be written in Punycode.
 */
export const mailboxKey = (address: string): string => {
	const at = address.lastIndexOf('@');
	if (at < 0) return address;
	return `${address.slice(0, at).normalize()}@${asciiHost(address.slice(at + 1))}`;
};

function asciiHost(host: string): string {
	if (/^[ -~]*$/.test(host)) return host.toLowerCase();
	const url = `http://${host}`;
	return URL.canParse(url) ? new URL(url).hostname : host.toLowerCase();
}
