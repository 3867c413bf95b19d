import { element, timeText } from './elements.js';
import { emailFrame, linkTo, withLinks } from './links.js';

const CHANNELS = {
	sms: 'SMS',
	viber: 'Viber',
	telegram: 'Telegram code',
	whatsapp: 'WhatsApp code',
	email: 'Email',
};

const STATUSES = {
	NEW: 'Sent',
	DELIVERED: 'Delivered',
	READ: 'Read',
	OPEN: 'Opened',
	UNDELIVERED: 'Not delivered',
};

const HTML = /<[a-z!/][^>]*>/i;

export const channelName = (message) => CHANNELS[message.channel];

/** Returns the text of an email on one line, without tags. */
export const plain = (text) => text.replace(/<[^>]*>/g, ' ').trim();

export function summary(item) {
	if (item.phone !== undefined) return `Reply: ${item.text}`;
	const text = item.subject ?? (plain(item.text) || (item.image ? 'Image' : ''));
	return `${item.scheduledAt === null ? '' : 'Scheduled · '}${channelName(item)}: ${text}`;
}

function picture(message) {
	if (message.image.startsWith('/_sandbox/')) {
		const image = element('img', 'picture');
		image.src = message.image;
		image.alt = 'Image of the message';
		return image;
	}
	// Shows the URL as text, because the page loads nothing from other hosts.
	return element('p', 'note', `Image: ${message.image}`);
}

function textOf(message) {
	if (message.channel === 'email' && HTML.test(message.text)) {
		return emailFrame(message.text, `HTML of the email "${message.subject}"`);
	}
	const text = element('p', 'text');
	text.append(...withLinks(message.text));
	return text;
}

function bubbleOf(message) {
	const bubble = element('div', 'bubble');
	if (message.subject !== null) bubble.append(element('p', 'subject', message.subject));
	if (message.text) bubble.append(textOf(message));
	if (message.image) bubble.append(picture(message));
	if (message.button) {
		bubble.append(linkTo(message.button.link, 'action', message.button.caption));
		bubble.append(element('p', 'link', message.button.link));
	}
	if (message.attachment) {
		const size = Math.ceil(message.attachment.size / 1024);
		bubble.append(
			element('p', 'note', `Attachment: ${message.attachment.filename}, ${size} kB`),
		);
	}
	return bubble;
}

function idOf({ messageId, channel, id }) {
	if (messageId !== null) return `message_id ${messageId}`;
	return `${channel === 'email' ? 'email_id' : 'sms_id'} ${id}`;
}

export function statusElement({ scheduledAt, status }) {
	const isScheduled = scheduledAt !== null;
	const text = isScheduled ? `Scheduled for ${timeText(scheduledAt)}` : STATUSES[status];
	const made = element('span', 'status', text);
	made.dataset.status = status;
	return made;
}

function footOf(message) {
	const foot = element('p', 'foot');
	if (message.scheduledAt === null) foot.append(element('span', '', timeText(message.sentAt)));
	foot.append(statusElement(message), element('span', 'id', idOf(message)));
	return foot;
}

export function messageElement(message) {
	const article = element('article', 'message');
	article.dataset.testid = 'message';
	article.dataset.channel = message.channel;
	const head = element('h3');
	head.append(
		element('span', 'badge', channelName(message)),
		element('span', '', message.sender),
	);
	if (message.forwarded) head.append(element('span', '', 'forwarded'));
	article.append(head, bubbleOf(message), element('p'));
	return article;
}

/** Updates only the status. Rebuilding the article would load an email again. */
export function showStatus(article, message) {
	article.dataset.status = message.status;
	article.lastElementChild.replaceWith(footOf(message));
}

export function replyElement(reply) {
	const article = element('article', 'message mine');
	article.dataset.testid = 'reply';
	const bubble = element('div', 'bubble');
	bubble.append(element('p', 'text', reply.text));
	const foot = element('p', 'foot', `${timeText(reply.receivedAt)} · reply from the recipient`);
	article.append(bubble, foot);
	return article;
}
