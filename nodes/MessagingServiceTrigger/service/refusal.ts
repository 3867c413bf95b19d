import { NodeApiError } from 'n8n-workflow';

/**
 * Whether the service refused just this request (a mailing that has no recipients yet, say), so that
 * the next poll may well be refused too. A rejected token or a limit is about all requests.
 */
export function isRefusal(error: unknown): boolean {
	const status = error instanceof NodeApiError ? Number(error.httpCode) : 0;
	return status >= 200 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
}
