export type Channel = 'sms' | 'viber' | 'telegram' | 'whatsapp' | 'email';
export type MessageStatus = 'NEW' | 'DELIVERED' | 'READ' | 'OPEN' | 'UNDELIVERED';

/** The text may contain `{name}` placeholders. */
export interface Content {
	text: string;
	subject?: string;
	/** URL of the image, or path of an upload below `/_sandbox/files`. */
	image?: string;
	button?: { caption: string; link: string };
	attachment?: { filename: string; contentType: string; size: number };
}

export interface Message extends Content {
	/** sms_id, delivery_id or email_id. */
	id: number;
	/** message_id of the mailing, prepared SMS or single Viber message. */
	messageId: number | null;
	channel: Channel;
	to: string;
	sender: string;
	/** The API operation that created the message. */
	operation: string;
	status: MessageStatus;
	scheduledAt?: number;
	/** Undefined until the message is sent. */
	sentAt?: number;
	deliveredAt?: number;
	statusAt: number;
	/** True if the message was sent because another channel did not deliver the text. */
	forwarded: boolean;
	trackOpen: boolean;
}

export interface Mailing {
	id: number;
	channel: 'sms' | 'viber' | 'email';
	name: string;
	type: 'TEXT' | 'IMAGE' | 'BUTTON';
	content: Content;
	senderId: number;
	sender: string;
	operation: string;
	origin: 'API' | 'WEB';
	createdAt: number;
	scheduledAt?: number;
	listId?: number;
	status: 'NEW' | 'CONFIRMED' | 'SENT';
	cost: number;
	messages: Message[];
	trackOpen?: boolean;
	senderEmail?: string;
	senderName?: string;
}

export interface PreparedSms {
	id: number;
	name: string;
	text: string;
	sender: string;
	createdAt: number;
	scheduledAt?: number;
	messages: Message[];
}

export interface Contact {
	phone: string;
	email: string;
	/** Field values by upper-case name, including PHONE and EMAIL. */
	fields: Map<string, string>;
}

export interface ContactList {
	id: number;
	name: string;
	params: string[];
	contacts: Contact[];
	byPhone: Map<string, Contact>;
	byEmail: Map<string, Contact>;
}

export interface Template {
	id: number;
	name: string;
	message: string;
}

export interface Batch {
	uuid: string;
	operation: 'sendBulkSms' | 'sendBulkViber' | 'sendBulkEmail';
	startedAt: number;
	isDone: boolean;
	/** Empty until the batch has run. */
	entries: BatchEntry[];
}

export interface BatchEntry {
	mailing?: Mailing;
	/** Viber errors are `name: reason`. An email batch has one error per rejected address. */
	errors: Array<{ email?: string; error: string }>;
}

export interface Reply {
	id: number;
	messageId: number;
	phone: string;
	text: string;
	receivedAt: number;
	read: boolean;
}

export interface CallbackRecord {
	url: string;
	uuid: string;
	/** HTTP status, or the reason why there is no status. */
	outcome: 'pending' | 'not called: its port is not the port of n8n' | 'failed' | number;
}
