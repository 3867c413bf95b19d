import type { Content } from '../account/records';
import type { Service } from '../service/service';
import { atMost, type Format, oneOf, text, webAddress } from '../wire/formats';
import type { JsonRecord } from '../wire/record';
import { refuse } from '../wire/refusal';
import { type BatchMailing, bulkItems, personalItems, readHead } from './batchMailings';

const LONGEST_LINK = 150;
const link: Format = atMost(LONGEST_LINK, webAddress);

/** Private hosts, from which the real service cannot load an image. */
const PRIVATE = /^(localhost|.*\.(local|internal|localhost)|127\..*|10\..*|192\.168\..*|\[.*\])$/i;

const isPublic = (address: string): boolean =>
	webAddress(address) === undefined && !PRIVATE.test(new URL(address).hostname);

/**
 * Rejects a wrong shape immediately. The status of the batch reports an image that cannot be
 * loaded.
 */
export function readViberMailing(service: Service, mailing: JsonRecord): BatchMailing {
	const { personal, ...head } = readHead(service, mailing);
	const content = mailing.record('content');
	const type = content.text('type', oneOf('text', 'image', 'button'));
	if (type === 'image' && personal) {
		throw refuse('content[type]', 'image is allowed only with message_type bulk');
	}
	const shared: Content = { text: type === 'image' || personal ? '' : content.text('text') };
	if (type === 'image') shared.image = content.text('image_url', text);
	if (type === 'button') shared.image = content.optional('image_url', text);
	const caption = type === 'button' ? content.text('caption') : '';
	if (type === 'button' && !personal) {
		shared.button = { caption, link: content.text('button_link', link) };
	}
	content.end();
	const items = personal
		? personalItems(mailing, (recipient) => {
				if (type !== 'button') return {};
				const button = { caption, link: recipient.text('button_link', link) };
				return { image: shared.image, button };
			})
		: bulkItems(mailing, shared);
	mailing.end();
	const reachable = shared.image === undefined || isPublic(shared.image);
	return {
		...head,
		channel: 'viber',
		type: type === 'image' ? 'IMAGE' : type === 'button' ? 'BUTTON' : 'TEXT',
		content: shared,
		items,
		problems: reachable ? [] : ['the content URL is invalid'],
	};
}
