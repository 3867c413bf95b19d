import { urlOf } from '../../../credentials/baseUrl';
import { ValidationError, type Parser, plainText } from './formats';

const absolute = (value: unknown, advice: string): URL => {
	const entered = plainText(value, advice).trim();
	const url = /\s/.test(entered) ? undefined : urlOf(entered);
	if (!url) throw new ValidationError('is not a URL', advice);
	return url;
};

const web: Parser = (value) => {
	const advice = 'Enter a full web address, e.g. https://example.com/page.';
	if (!/^https?:$/.test(absolute(value, advice).protocol)) {
		throw new ValidationError('is not a web address (http:// or https://)', advice);
	}
	return String(value).trim();
};

export { web as url };

/** What a button opens: a web address, or an app's own scheme. */
export const link: Parser = (value) => {
	const advice = 'Enter the full address, e.g. https://example.com/offer.';
	if (/^(javascript|data|file|blob|vbscript):$/.test(absolute(value, advice).protocol)) {
		throw new ValidationError('is an address that a button cannot open', advice);
	}
	return String(value).trim();
};

const PRIVATE_HOST =
	/^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[::1?\]|\[f[cd].*\]|\[fe80.*\])$/;

/** A picture that the service can fetch: a web address that is not of a private network. */
export const publicUrl: Parser = (value, zone) => {
	const address = String(web(value, zone));
	if (PRIVATE_HOST.test(new URL(address).hostname)) {
		const advice = 'Upload the picture where everybody can open it, and enter that address.';
		throw new ValidationError('is not publicly available: the service cannot fetch it', advice);
	}
	return address;
};
