import { smsParts } from './smsParts';
import type { Content } from '../account/records';

/** Invented prices per message or SMS part. Only confirmed mailings to lists are charged. */
const PRICE = { sms: 0.05, viber: 0.03, email: 0 };

export function costOf(channel: keyof typeof PRICE, content: Content, recipients: number): number {
	const parts = channel === 'sms' ? smsParts(content.text) : 1;
	return PRICE[channel] * parts * recipients;
}
