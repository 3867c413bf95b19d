import { ValidationError, type Parser, plainText } from './formats';

/** Digits with the country code; spaces, dashes, brackets and a leading + or 00 are dropped. */
export const phone: Parser = (value) => {
	const advice = 'Enter the number with its country code, e.g. +380 67 123 45 67.';
	const entered = plainText(value, advice);
	// Invisible direction marks come along when a number is copied from a contact card.
	const compact = entered.replace(
		/[\s()[\]\-\u2010-\u2015\u2212\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g,
		'',
	);
	if (Number(value) < 0) throw new ValidationError('is a negative number, not a phone', advice);
	const digits = compact.replace(/^(\+|00)/, '');
	if (!/^\d+$/.test(digits)) {
		throw new ValidationError(
			'is not a phone number: it has other characters than digits',
			advice,
		);
	}
	if (compact !== digits && digits.startsWith('0')) {
		throw new ValidationError('is not a phone number: no country code starts with 0', advice);
	}
	if (digits.length < 7 || digits.length > 15) {
		const count = `it has ${digits.length} digits, not 7 to 15`;
		throw new ValidationError(`is not a phone number: ${count}`, advice);
	}
	return digits;
};

export const email: Parser = (value) => {
	const advice = 'Enter one address, e.g. anna@example.com.';
	const address = plainText(value, advice).trim();
	const [local, domain, ...more] = address.split('@');
	const label = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
	const labels = (domain ?? '').split('.');
	const good =
		more.length === 0 &&
		/^[^\s"(),:;<>@[\\\]]{1,64}$/.test(local) &&
		!/^\.|\.\.|\.$/.test(local) &&
		labels.length > 1 &&
		labels.every((part) => part.length < 64 && label.test(part)) &&
		!/^\d+$/.test(labels[labels.length - 1]) &&
		address.length <= 254;
	if (!good) throw new ValidationError('is not an e-mail address', advice);
	return address;
};
