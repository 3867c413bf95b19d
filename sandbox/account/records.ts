export type Channel = 'sms' | 'viber' | 'telegram' | 'whatsapp' | 'email';
export type MessageStatus = 'NEW' | 'DELIVERED' | 'READ' | 'OPEN' | 'UNDELIVERED';

/** What is sent, the same for all channels; text may still hold `{name}` placeholders. */
export interface Content {
	text: string;
	subject?: string;
	/** An address, or the place of an uploaded picture under `/_sandbox/files`. */
	image?: string;
	button?: { caption: string; link: string };
	attachment?: { filename: string; contentType: string; size: number };
}

/** One message to one phone or address. */
export interface Message extends Content {
	/** sms_id, delivery_id or email_id. */
	id: number;
	/** message_id of its mailing, prepared SMS or single Viber message. */
	messageId: number | null;
	channel: Channel;
	to: string;
	sender: string;
	/** The API operation that caused it. */
	operation: string;
	status: MessageStatus;
	/** When it has to wait for its time. */
	scheduledAt?: number;
	/** Undefined until its time has come. */
	sentAt?: number;
	deliveredAt?: number;
	statusAt: number;
	/** Sent because the same text did not arrive through another channel. */
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
	/** E-mail only. */
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
	/** All fields by upper-case name, PHONE and EMAIL too. */
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
	/** Written when the run is over. */
	entries: BatchEntry[];
}

export interface BatchEntry {
	mailing?: Mailing;
	/** Viber: `name: reason`. E-mail: one per refused address. */
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
	/** HTTP status, or why there is none. */
	outcome: 'pending' | 'not called: not the port of n8n' | 'failed' | number;
}
