import type { IDataObject } from 'n8n-workflow';
import { email, phone } from '../values/phoneAndEmail';
import { link, publicUrl } from '../values/urls';
import { scheduleToMinute, scheduleToSecond } from '../values/dates';
import { ValidationError, booleanFlag, type Parser, id, oneOf, text } from '../values/formats';
import { asRecord, object, optional, recipients, type Reject, type Rule, value } from './jsonRules';

const LINK = { unit: 'characters', max: 150 } as const;

/** A button link of a batch. */
export const batchLink: Parser = (given, zone) => {
	const address = String(link(given, zone));
	const length = [...address].length;
	if (length <= LINK.max) return address;
	const rule = `a button link has at most ${LINK.max}`;
	throw new ValidationError(`has ${length} characters; ${rule}`, 'Use a shorter address.');
};
batchLink.limits = LINK;

/** The batch API documents the sender's ID as text. */
export const idText: Parser = (given, zone) => String(id(given, zone));

/** Two addresses that reach the same mailbox: letter case counts before the @ alone. */
export const mailboxKey = (address: string): string => {
	const at = address.lastIndexOf('@');
	return address.slice(0, at) + address.slice(at).toLowerCase();
};
/** Two phones are the same when their digits are. */
export const phoneKey = (digits: string): string => digits;

/** The phone or address of an entry of `delivery_list`, whether bulk or personal. */
const recipientOf = (entry: unknown): string =>
	typeof entry === 'string'
		? entry
		: String((entry as IDataObject).phone ?? (entry as IDataObject).email);

/**
 * Checks one mailing object of a batch, as the API documents it.
 *
 * @param reject takes what is wrong with a single recipient
 */
export type MailingRule = (zone: string, reject: Reject) => Rule;

/** Mailing of sendBulkSms. */
export const smsMailing: MailingRule = (zone, reject) => (given, path) => {
	const bulk = asRecord(given, path).message_type === 'bulk';
	const words = value(text, zone);
	const person = object({ phone: value(phone, zone), text: words });
	return object({
		...common(zone),
		...(bulk && { text: words }),
		delivery_list: recipients(bulk ? value(phone, zone) : person, recipientOf, reject),
	})(given, path);
};

/** Mailing of sendBulkViber. */
export const viberMailing: MailingRule = (zone, reject) => (given, path) => {
	const mailing = asRecord(given, path);
	const bulk = mailing.message_type === 'bulk';
	const { type } = asRecord(mailing.content, `${path}.content`);
	if (type === 'image' && mailing.message_type === 'personal') {
		throw new ValidationError(
			`is wrong at ${path}: an image is sent only with message_type "bulk"`,
			'Use "bulk", or content of the type text or button.',
		);
	}
	const words = value(text, zone);
	const picture = value(publicUrl, zone);
	const opens = value(batchLink, zone);
	const content = {
		type: value(oneOf(['text', 'image', 'button']), zone),
		...(bulk && type !== 'image' && { text: words }),
		...(type === 'image' && { image_url: picture }),
		...(type === 'button' && { image_url: optional(picture), caption: words }),
		...(type === 'button' && bulk && { button_link: opens }),
	};
	const person = { phone: value(phone, zone), text: words };
	return object({
		...common(zone),
		content: object(content),
		delivery_list: recipients(
			bulk
				? person.phone
				: object({ ...person, ...(type === 'button' && { button_link: opens }) }),
			recipientOf,
			reject,
		),
	})(given, path);
};

const common = (zone: string) => ({
	alphaname_id: value(idText, zone),
	name: value(text, zone),
	message_type: value(oneOf(['bulk', 'personal']), zone),
	schedule_time: optional(value(scheduleToSecond, zone)),
});

/** Request of sendBulkEmail, without the token. */
export const emailMailing: MailingRule = (zone, reject) => (given, path) => {
	const personal = asRecord(given, path).message_type === 'personal';
	const letter = { subject: value(text, zone), message: value(text, zone) };
	const address = value(email, zone);
	return object({
		name: optional(value(text, zone)),
		sender_email: address,
		sender_name: optional(value(text, zone)),
		message_type: optional(value(oneOf(['bulk', 'personal']), zone)),
		...(!personal && letter),
		d_schedule: optional(value(scheduleToMinute, zone)),
		track_open: optional(value(booleanFlag, zone)),
		track_click: optional(value(booleanFlag, zone)),
		delivery_list: recipients(
			personal ? object({ email: address, ...letter }) : address,
			(entry) => mailboxKey(recipientOf(entry)),
			reject,
		),
	})(given, path);
};
