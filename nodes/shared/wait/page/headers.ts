import { createHash } from 'node:crypto';
import { STYLE } from './style';

const POLICY = [
	// Without `allow-scripts` and `allow-same-origin`: the page is no part of n8n's origin.
	'sandbox allow-forms',
	// Also keeps browsers from asking n8n for a favicon.
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
	"form-action 'self'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
];

/**
 * The headers of every page. Set them on n8n's response object: of headers that a node returns, n8n
 * drops the policy and replaces it with its own, which allows scripts.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': POLICY.join('; '),
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'noindex',
};
