import { createHash } from 'node:crypto';
import { STYLE } from './style';

/** What the page itself has, too: n8n sends the page after a response with a policy that allows scripts. */
export const PAGE_POLICY = [
	// Also keeps browsers from asking n8n for a favicon.
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
	"form-action 'self'",
	"base-uri 'none'",
].join('; ');

/** What browsers read in a header only. */
const HEADER_POLICY = [
	// Without `allow-scripts` and `allow-same-origin`: the page is no part of n8n's origin.
	'sandbox allow-forms',
	"frame-ancestors 'none'",
].join('; ');

/** The headers of every page. Of the page that n8n sends itself, n8n replaces the policy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': `${HEADER_POLICY}; ${PAGE_POLICY}`,
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'noindex',
};
