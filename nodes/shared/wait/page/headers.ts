import { createHash } from 'node:crypto';
import { STYLE } from './style';

/**
 * The part of the policy that the HTML repeats, because n8n sends the last page with n8n's own policy, which
 * allows scripts.
 */
export const PAGE_POLICY = [
	// Also keeps browsers from requesting a favicon from n8n.
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
	"form-action 'self'",
	"base-uri 'none'",
].join('; ');

/** The directives that browsers accept only in a header. */
const HEADER_POLICY = [
	// Neither `allow-scripts` nor `allow-same-origin`, so the page is not part of n8n's origin.
	'sandbox allow-forms',
	"frame-ancestors 'none'",
].join('; ');

/**
 * The headers of every page. On the page after a response, which n8n sends itself, n8n replaces the policy.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': `${HEADER_POLICY}; ${PAGE_POLICY}`,
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'noindex',
};
