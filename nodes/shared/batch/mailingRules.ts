import type { IDataObject } from 'n8n-workflow';
import { email } from '../values/phoneAndEmail';
import { link, publicUrl } from '../values/urls';
import { scheduleToMinute, scheduleToSecond } from '../values/dates';
import { booleanFlag, oneOf } from '../values/choices';
import { isBlank, ValidationError, type Parser, text } from '../values/formats';
import { idAsGiven, singleLine } from '../values/singleLine';
import {
	asRecord,
	object,
	optional,
	orEmpty,
	recipients,
	type Reject,
	type Rule,
	value,
} from './jsonRules';

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

/** What values look like in a step, by its time zone and options. */
export interface Formats {
	zone: string;
	phone: Parser;
	smsText: Parser;
}

/**
 * Checks one mailing object of a batch, as the API documents it.
 *
 * @param reject takes what is wrong with a single recipient
 */
export type MailingRule = (formats: Formats, reject: Reject) => Rule;

/** Mailing of sendBulkSms. */
export const smsMailing: MailingRule = (formats, reject) => (given, path) => {
	const { zone, phone, smsText } = formats;
	const bulk = isBulk(asRecord(given, path), path);
	const words = value(smsText, zone);
	const person = object({ phone: value(phone, zone), text: words });
	return object({
		...common(zone),
		...(bulk && { text: words }),
		delivery_list: recipients(bulk ? value(phone, zone) : person, reject),
	})(given, path);
};

/** Mailing of sendBulkViber. */
export const viberMailing: MailingRule = (formats, reject) => (given, path) => {
	const { zone, phone } = formats;
	const mailing = asRecord(given, path);
	const bulk = isBulk(mailing, path);
	const { type } = asRecord(mailing.content, `${path}.content`);
	const kind = value(oneOf(['text', 'image', 'button']), zone);
	kind(type, `${path}.content.type`);
	if (type === 'image' && !bulk) {
		throw new ValidationError(
			`is wrong at ${path}: an image is sent only with message_type "bulk"`,
			'Use "bulk", or content of the type text or button.',
		);
	}
	const words = value(text, zone);
	const line = value(singleLine, zone);
	const picture = value(publicUrl, zone);
	const opens = value(batchLink, zone);
	const content = {
		type: kind,
		...(bulk && type !== 'image' && { text: words }),
		...(type === 'image' && { image_url: picture }),
		...(type === 'button' && { image_url: orEmpty(picture), caption: line }),
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
			reject,
		),
	})(given, path);
};

const messageType = value(oneOf(['bulk', 'personal']), '');

/** The type decides what else belongs to a mailing. An empty one is reported after unknown keys. */
const isBulk = ({ message_type }: IDataObject, path: string): boolean =>
	isBlank(message_type) || messageType(message_type, `${path}.message_type`) === 'bulk';

const common = (zone: string) => ({
	alphaname_id: value(idAsGiven, zone),
	name: value(singleLine, zone),
	message_type: messageType,
	schedule_time: optional(value(scheduleToSecond, zone)),
});

/** Request of sendBulkEmail, without the token. */
export const emailMailing: MailingRule = (formats, reject) => (given, path) => {
	const { zone } = formats;
	const personal = !isBulk(asRecord(given, path), path);
	const line = value(singleLine, zone);
	const letter = { subject: line, message: value(text, zone) };
	const forAll = { subject: orEmpty(letter.subject), message: orEmpty(letter.message) };
	const address = value(email, zone);
	return object({
		name: orEmpty(line),
		sender_email: address,
		sender_name: orEmpty(line),
		message_type: optional(messageType),
		...(personal ? forAll : letter),
		d_schedule: optional(value(scheduleToMinute, zone)),
		track_open: optional(value(booleanFlag, zone)),
		track_click: optional(value(booleanFlag, zone)),
		delivery_list: recipients(
			personal ? object({ email: address, ...letter }) : address,
			reject,
		),
	})(given, path);
};
