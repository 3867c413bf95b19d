/** What went wrong, for n8n's log: without phone numbers, which the service's words may hold. */
export function failedWith(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return message.slice(0, 200).replace(/\+?\d{7,}/g, '…');
}

const SHOWN = 5;

/** One line about the mailings that could not be read. */
export function unreadMailings(failures: Map<string, unknown>): string[] {
	if (failures.size === 0) return [];
	const shown = [...failures].slice(0, SHOWN);
	const parts = shown.map(([mailing, error]) => `${mailing} (${failedWith(error)})`);
	const more = failures.size > SHOWN ? ` and ${failures.size - SHOWN} more` : '';
	const text = `Mailings that could not be read: ${parts.join(', ')}${more}`;
	return [`${text}. The next poll looks for what they missed.`];
}
