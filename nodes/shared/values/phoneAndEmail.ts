import { international, withCountryCode } from './countryCode';
import { ValidationError, type Parser, plainText } from './formats';

const PHONE = { unit: 'digits', min: 7, max: 15 } as const;
const EMAIL = { unit: 'characters', max: 254 } as const;

/** What is written between the digits, and invisible characters. */
const SEPARATORS = /[\s()[\]./\-\u2010-\u2015\u2212\p{Cf}]/gu;
/** `380671234567.0` of a spreadsheet, or `67/68` for two numbers: not all digits belong to one phone. */
const MORE_THAN_A_PHONE = /^[^.]*\d{7}\.\d+\s*$|^[^/]*\/\s*\d{1,3}\s*$/;

const QUOTES = `'"\`\u00b4\u2018-\u201f\u00ab\u00bb`;
/** A number between what sheets, links and lists write around it. */
const WRAPPED = new RegExp(
	`^[${QUOTES}]*(?:(?:p|tel|sms|whatsapp):[${QUOTES}]*)?(\\+?\\d+)[${QUOTES},;]*$`,
	'i',
);
const EXTENSION =
	/^\D*\d+(?:[,;]*(?:e?xt(?:ensi(?:on|ó))?n?|x|int|anexo|доб)|[#~,;]+)[:=]*\d{1,7}#?$/i;

/** Full-width digits and signs, as a Japanese keyboard writes them. */
const toHalfWidth = (text: string): string =>
	text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

const COUNTRY_CODE = 'country code, e.g. +380 67 123 45 67.';
const WITH_COUNTRY_CODE = `Enter the number with its ${COUNTRY_CODE}`;
const OR_DEFAULT = 'Or set Default Country Code.';
const NO_CODE = `${WITH_COUNTRY_CODE} ${OR_DEFAULT}`;

const notPhone = (reason: string, whatToDo = WITH_COUNTRY_CODE) =>
	new ValidationError(`is not a phone number. ${reason}`, whatToDo);

/** The digits of a phone, and its + if it has one, without what is written around and between them. */
function digitsOf(written: string, value: unknown): string {
	const entered = toHalfWidth(written);
	if (typeof value === 'number' && !Number.isInteger(value)) {
		throw notPhone('It is not a whole number');
	}
	if (Number(entered) < 0) throw notPhone('It is a negative number');
	if (MORE_THAN_A_PHONE.test(entered)) {
		throw notPhone('It has a fraction, an extension or a second number');
	}
	const compact = entered.replace(SEPARATORS, '');
	const [, digits] = WRAPPED.exec(compact) ?? [];
	if (digits) return digits;
	if (EXTENSION.test(compact)) throw notPhone('It has an extension', 'Leave out the extension.');
	throw notPhone('It contains characters other than digits');
}

function checkLength({ length }: string): void {
	if (length >= PHONE.min && length <= PHONE.max) return;
	throw notPhone(`It has ${length} instead of ${PHONE.min} to ${PHONE.max} digits`);
}

/** A number that has its country code, because it has a + or there is no default code. */
function withItsCode(entered: string): string {
	const digits = entered.replace(/^(\+|00)/, '');
	checkLength(digits);
	const hasMark = digits !== entered;
	if (!digits.startsWith('0')) return international(digits, hasMark ? undefined : NO_CODE);
	if (hasMark) throw notPhone('No country code starts with 0');
	const whatToDo = `Replace the leading 0 with the ${COUNTRY_CODE} ${OR_DEFAULT}`;
	throw notPhone('It starts with 0 instead of a country code', whatToDo);
}

/** Digits with the country code. */
export const phone: Parser = (value, _zone, countryCode) => {
	const entered = plainText(value, WITH_COUNTRY_CODE);
	const compact = /^\d+$/.test(entered) ? entered : digitsOf(entered, value);
	if (!countryCode || compact.startsWith('+')) return withItsCode(compact);
	const digits = withCountryCode(compact, countryCode);
	checkLength(digits);
	return digits;
};
phone.limits = PHONE;

/** Zero-width, control and direction characters, and halves of an emoji. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
/** Places for a line break, which web pages put into long words. No address has one. */
const LINE_BREAKS = /[\u00ad\u200b\u2060\ufeff]/g;
/** Far more than a name and an address. */
const ENTRY = 1000;

const AROUND = `\\s\\u200c-\\u200f${QUOTES},;`;
/** What sheets and lists write around an address. */
const AROUND_ADDRESS = new RegExp(`^[${AROUND}]+|[${AROUND}]+$`, 'g');

/** An address with nothing around it, which most are. */
const BARE_ADDRESS = /^\w[\w.+-]*@[\w.-]+$/;

/** The address in an entry such as `Anna <anna@example.com>;` or `mailto:anna@example.com`. */
function addressIn(entry: string): string {
	if (BARE_ADDRESS.test(entry) || entry.length > ENTRY) return entry;
	const bare = entry.replace(LINE_BREAKS, '').replace(AROUND_ADDRESS, '');
	const [, inBrackets = bare] = /^[^<>@]*<([^<>]*)>$/.exec(bare) ?? [];
	return inBrackets.trim().replace(/^mailto:/i, '');
}

export const email: Parser = (value) => {
	const advice = 'Enter one address, e.g. anna@example.com.';
	const entry = plainText(value, advice).trim();
	const address = addressIn(entry);
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
