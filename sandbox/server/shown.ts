import type { Message, Reply } from '../account/records';

export interface SentMessage {
	/** sms_id, delivery_id or email_id. */
	id: number;
	/** message_id of the mailing, prepared SMS or single Viber message; null for other messages. */
	messageId: number | null;
	channel: Message['channel'];
	to: string;
	text: string;
	subject: string | null;
	/** The URL from the request, or `/_sandbox/files/<n>` for an uploaded image. */
	image: string | null;
	button: { caption: string; link: string } | null;
	attachment: { filename: string; contentType: string; size: number } | null;
	sender: string;
	status: Message['status'];
	/** The API operation that sent the message. */
	operation: string;
	forwarded: boolean;
	/** Milliseconds on the sandbox's clock; 0 if the message is not sent yet. */
	sentAt: number;
	/** Scheduled time of a message that is not sent yet. */
	scheduledAt: number | null;
}

export interface SentReply {
	id: number;
	messageId: number;
	phone: string;
	text: string;
	receivedAt: number;
	read: boolean;
}

export const shownMessage = (message: Message): SentMessage => ({
	id: message.id,
	messageId: message.messageId,
	channel: message.channel,
	to: message.to,
	text: message.text,
	subject: message.subject ?? null,
	image: message.image ?? null,
	button: message.button ?? null,
	attachment: message.attachment ?? null,
	sender: message.sender,
	status: message.status,
	operation: message.operation,
	forwarded: message.forwarded,
	sentAt: message.sentAt ?? 0,
	scheduledAt: message.sentAt === undefined ? (message.scheduledAt ?? null) : null,
});

export const shownReply = (reply: Reply): SentReply => ({ ...reply });
