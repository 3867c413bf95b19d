import { urlOf } from '../../../credentials/baseUrl';
import { ValidationError, type Parser, plainText } from './formats';

const absolute = (value: unknown, advice: string): URL => {
	const entered = plainText(value, advice).trim();
	const parsed = /\s/.test(entered) ? undefined : urlOf(entered);
	if (!parsed) throw new ValidationError('is not a URL', advice);
	return parsed;
};

export const url: Parser = (value) => {
	const advice = 'Enter a full web address, e.g. https://example.com/page.';
	const { protocol } = absolute(value, advice);
	if (!/^https?:$/.test(protocol)) {
		throw new ValidationError(
			`starts with ${protocol.slice(0, 40)} instead of http:// or https://`,
			advice,
		);
	}
	return String(value).trim();
};

/** What a button opens: a web address, or the address of an app. */
export const link: Parser = (value) => {
	const advice = 'Enter the full address, e.g. https://example.com/offer.';
	const { protocol } = absolute(value, advice);
	if (/^(javascript|data|file|blob|vbscript):$/.test(protocol)) {
		throw new ValidationError(
			`starts with ${protocol.slice(0, 40)} and cannot be opened from a button`,
			advice,
		);
	}
	return String(value).trim();
};

const PRIVATE_HOST =
	/^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[::1?\]|\[f[cd].*\]|\[fe80.*\])$/;

/** A picture that the service can fetch: a web address outside private networks. */
export const publicUrl: Parser = (value, zone) => {
	const address = String(url(value, zone));
	const { hostname } = new URL(address);
	if (PRIVATE_HOST.test(hostname)) {
		const advice = 'Upload the image to a publicly accessible location and enter its URL.';
		throw new ValidationError(
			`is on ${hostname.slice(0, 40)}, where the service cannot fetch it`,
			advice,
		);
	}
	return address;
};
