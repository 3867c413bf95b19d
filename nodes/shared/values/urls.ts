import { ValidationError, type Parser, requirePlainText } from './formats';

/** Avoids `URL.canParse`, which sometimes returns wrong results on Node 20. */
export function tryParseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** Matches `https:/example.com` and `https:example.com`, which `URL` would accept. */
const MISSING_SLASHES_PATTERN = /^https?:(?!\/\/)/i;
/** Matches `example.com:8443/page`, whose host `URL` would mistake for a protocol. */
const HOST_WITH_PORT_PATTERN = /^[\w-]+(\.[\w-]+)+:\d{1,5}([/?#]|$)/;
/** Matches misspelled protocols such as `htp:`, `ttps:` or `hhttp:`. */
const MISSPELLED_PROTOCOL_PATTERN = /^(?!https?:)(?=.*t)(?=.*p)[htps]+:/i;

/** Returns undefined if no browser would open the URL. */
function tryParsePlausibleUrl(entered: string): URL | undefined {
	if (
		/\s/.test(entered) ||
		SEVERAL_URLS_PATTERN.test(entered) ||
		MISSING_SLASHES_PATTERN.test(entered) ||
		MISSPELLED_PROTOCOL_PATTERN.test(entered)
	)
		return undefined;
	const url = HOST_WITH_PORT_PATTERN.test(entered) ? undefined : tryParseUrl(entered);
	return url && (!/^https?:$/.test(url.protocol) || isPlausibleHost(url.hostname))
		? url
		: undefined;
}

const SEVERAL_URLS_PATTERN = /^[^?#]*[,;]https?:/i;

/** Rejects `..`, a repeated protocol, and the text of a missing value such as `undefined`. */
const isPlausibleHost = (host: string): boolean =>
	!/^(https?|undefined|null|nan)$/.test(host) && !/^\.|\.\./.test(host);

/**
 * Returns a parser of URLs.
 *
 * @param reason completes "starts with <protocol> …" in the error
 */
const urlParser =
	(protocols: RegExp, reason: string, advice: string): Parser =>
	(value) => {
		const entered = requirePlainText(value, advice).trim();
		const parsed = tryParsePlausibleUrl(entered);
		if (!parsed) throw new ValidationError('is not a URL that can be opened', advice);
		if (protocols.test(parsed.protocol)) return entered;
		const start = parsed.protocol.slice(0, 40);
		throw new ValidationError(`starts with ${start} ${reason}`, advice);
	};

export const parseHttpUrl = urlParser(
	/^https?:$/,
	'instead of http:// or https://',
	'Enter a full web address, e.g. https://example.com/page.',
);

/** Accepts the address of a web page or an app, but not of a drive such as `C:`. */
export const parseButtonLink = urlParser(
	/^(?!(?:javascript|data|file|blob|vbscript):$)[a-z].*[a-z]/,
	'and cannot be opened from a button',
	'Enter the full address, e.g. https://example.com/offer.',
);

/** Matches this machine, private networks, link-local addresses and carrier-grade NAT. */
const PRIVATE_IPV4_PATTERN =
	/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const PRIVATE_IPV6_PATTERN = /^\[(::1?\]|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/;
/** Matches an IPv4 address within IPv6, in the form that `URL` writes. */
const MAPPED_IPV4_PATTERN = /^\[::(?:ffff:)?([\da-f]+):([\da-f]+)\]$/;

/** Reports whether a host is certainly not public. An IP address must have the form that `URL` writes. */
function isPrivateHost(host: string): boolean {
	const mapped = MAPPED_IPV4_PATTERN.exec(host)
		?.slice(1)
		.map((part) => parseInt(part, 16));
	const ip = mapped?.flatMap((part) => [part >> 8, part & 255]).join('.') ?? host;
	return PRIVATE_IPV4_PATTERN.test(ip) || PRIVATE_IPV6_PATTERN.test(ip) || /^[^.[]+\.?$/.test(ip);
}

/** Rejects hosts in private networks, from which the service cannot fetch an image. */
export const parsePublicUrl: Parser = (value, zone) => {
	const address = String(parseHttpUrl(value, zone));
	const { hostname } = new URL(address);
	if (isPrivateHost(hostname)) {
		const advice = 'Upload the image to a publicly accessible location and enter its URL.';
		throw new ValidationError(
			`is on ${hostname.slice(0, 40)}, where the service cannot fetch it`,
			advice,
		);
	}
	return address;
};
