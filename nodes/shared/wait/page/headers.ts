import { createHash } from 'node:crypto';
import { STYLE } from './style';

/** The policy that the HTML repeats, because n8n sends the last page with its own policy, which allows scripts. */
export const PAGE_POLICY = [
	// Also prevents requests for a favicon of n8n.
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
	"form-action 'self'",
	"base-uri 'none'",
].join('; ');

/** Directives that browsers accept only in a header. */
const HEADER_POLICY = [
	// Without `allow-scripts` and `allow-same-origin`, so the page is not part of n8n's origin.
	'sandbox allow-forms',
	"frame-ancestors 'none'",
].join('; ');

/** The headers of every page. n8n replaces the policy on the page that it sends itself. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': `${HEADER_POLICY}; ${PAGE_POLICY}`,
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'noindex',
};
