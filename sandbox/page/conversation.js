/* global document */

/** Builds what a conversation shows. Everything sent is put in as text, never as markup. */

const CHANNELS = {
	sms: 'SMS',
	viber: 'Viber',
	telegram: 'Telegram code',
	whatsapp: 'WhatsApp code',
	email: 'E-mail',
};

const STATUSES = {
	NEW: 'Sent',
	DELIVERED: 'Delivered',
	READ: 'Read',
	OPEN: 'Opened',
	UNDELIVERED: 'Not delivered',
};

export function element(tag, className, text) {
	const made = document.createElement(tag);
	if (className) made.className = className;
	if (text !== undefined) made.textContent = text;
	return made;
}

export const timeText = (time) =>
	new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

export const channelName = (message) => CHANNELS[message.channel];

/** One line for the list of conversations. */
export const summary = (item) =>
	item.phone !== undefined
		? `Reply: ${item.text}`
		: `${channelName(item)}: ${item.subject ?? (item.text || (item.image ? 'Image' : ''))}`;

function picture(message) {
	if (message.image.startsWith('/_sandbox/')) {
		const image = element('img', 'picture');
		image.src = message.image;
		image.alt = 'Image of the message';
		return image;
	}
	// Nothing is fetched from elsewhere, so of a picture there the address has to do.
	return element('p', 'note', `Image: ${message.image}`);
}

export function messageElement(message) {
	const article = element('article', 'message');
	article.dataset.testid = 'message';
	article.dataset.channel = message.channel;
	article.dataset.status = message.status;

	const head = element('h3');
	head.append(
		element('span', 'badge', channelName(message)),
		element('span', '', message.sender),
	);
	if (message.forwarded) head.append(element('span', '', 'forwarded'));

	const bubble = element('div', 'bubble');
	if (message.subject !== null) bubble.append(element('p', 'subject', message.subject));
	if (message.text) bubble.append(element('p', 'text', message.text));
	if (message.image) bubble.append(picture(message));
	if (message.button) {
		bubble.append(element('p', 'action', message.button.caption));
		bubble.append(element('p', 'link', message.button.link));
	}
	if (message.attachment) {
		const size = Math.ceil(message.attachment.size / 1024);
		bubble.append(
			element('p', 'note', `Attachment: ${message.attachment.filename}, ${size} kB`),
		);
	}

	const foot = element('p', 'foot');
	const status = element('span', 'status', STATUSES[message.status]);
	status.dataset.status = message.status;
	foot.append(element('span', '', timeText(message.sentAt)), status);
	article.append(head, bubble, foot);
	return article;
}

export function replyElement(reply) {
	const article = element('article', 'message mine');
	article.dataset.testid = 'reply';
	const bubble = element('div', 'bubble');
	bubble.append(element('p', 'text', reply.text));
	const foot = element('p', 'foot', `${timeText(reply.receivedAt)} · reply of the recipient`);
	article.append(bubble, foot);
	return article;
}
