import { ValidationError, type Parser, plainText } from './formats';

const PHONE = { unit: 'digits', min: 7, max: 15 } as const;
const EMAIL = { unit: 'characters', max: 254 } as const;

/** Digits with the country code. Spaces, dashes, brackets and a leading + or 00 are removed. */
export const phone: Parser = (value) => {
	const advice = 'Enter the number with its country code, e.g. +380 67 123 45 67.';
	const entered = plainText(value, advice);
	// A number copied from a contact card can contain invisible direction marks.
	const compact = entered.replace(
		/[\s()[\]\-\u2010-\u2015\u2212\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g,
		'',
	);
	if (Number(value) < 0)
		throw new ValidationError('is a negative number, not a phone number', advice);
	const digits = compact.replace(/^(\+|00)/, '');
	if (!/^\d+$/.test(digits)) {
		const reason = 'It contains characters other than digits';
		throw new ValidationError(`is not a phone number. ${reason}`, advice);
	}
	if (compact !== digits && digits.startsWith('0')) {
		throw new ValidationError('is not a phone number. No country code starts with 0', advice);
	}
	if (digits.length < PHONE.min || digits.length > PHONE.max) {
		const count = `It has ${digits.length} digits instead of ${PHONE.min} to ${PHONE.max}`;
		throw new ValidationError(`is not a phone number. ${count}`, advice);
	}
	return digits;
};
phone.limits = PHONE;

export const email: Parser = (value) => {
	const advice = 'Enter one address, e.g. anna@example.com.';
	const address = plainText(value, advice).trim();
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
