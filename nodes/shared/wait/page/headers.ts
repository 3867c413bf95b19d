import { createHash } from 'node:crypto';
import { PAGE_CSS } from './style';

/**
 * The directives that the HTML repeats, because the page that follows the recipient's response is sent with
 * n8n's own policy, which allows scripts.
 */
export const PAGE_CSP = [
	// Blocks all content that no other directive allows, e.g. the favicon that browsers request from n8n.
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(PAGE_CSS).digest('base64')}'`,
	"form-action 'self'",
	"base-uri 'none'",
].join('; ');

/** The directives that browsers ignore in HTML. */
const HEADER_ONLY_CSP = [
	// Without `allow-scripts` and `allow-same-origin`, the page is not part of n8n's origin.
	'sandbox allow-forms',
	"frame-ancestors 'none'",
].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': `${HEADER_ONLY_CSP}; ${PAGE_CSP}`,
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'noindex',
};
