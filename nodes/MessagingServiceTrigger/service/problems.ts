import { NodeApiError, UserError } from 'n8n-workflow';

/** The poll had to end before a list was read. */
export class OutOfTime extends UserError {
	constructor() {
		super(
			'The poll ran out of time before the service returned a whole list. If this happens often, watch fewer mailings.',
		);
	}
}

/**
 * Whether the service rejected only this request (for a mailing without recipients, for example), so
 * that it may reject it at the next poll too. A bad token or a rate limit concerns all requests.
 */
export function isRejectedRequest(error: unknown): boolean {
	const status = error instanceof NodeApiError ? Number(error.httpCode) : 0;
	return status >= 200 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
}

/** An error's message for n8n's log, without the phone numbers that the service may put into it. */
export function safeMessage(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return message.slice(0, 200).replace(/\+?\d{7,}/g, '…');
}

/** Mailings that one warning names. */
const MAX_NAMED = 5;

/** A warning about the mailings that could not be read; none if there are none. */
export function failureWarnings(failures: Map<string, unknown>): string[] {
	if (failures.size === 0) return [];
	const named = [...failures].slice(0, MAX_NAMED);
	const parts = named.map(([mailing, error]) => `${mailing} (${safeMessage(error)})`);
	const more = failures.size > MAX_NAMED ? ` and ${failures.size - MAX_NAMED} more` : '';
	const text = `Mailings that could not be read: ${parts.join(', ')}${more}`;
	return [`${text}. The next poll reads them again.`];
}
