import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';

/** The way entries share requests. A wait has all recipients of one item. */
export type Shape = 'single' | 'batch' | 'import' | 'wait' | 'change';

/** An operation that sends or changes something once for each entry. */
export interface Kind {
	title: string;
	shape: Shape;
	node: NodeName;
	/** Without the options. */
	parameters: INodeParameters;
	/** Returns a valid value that contains the mark. `invalid` is an invalid value. */
	valueOf: (mark: string) => string;
	invalid: string;
	/** The output field with the ID from the service. */
	id?: string;
	hasKeys: boolean;
	hasLimit: boolean;
	/** True if Send Between is read for each item. */
	hasHours: boolean;
}

/** An expression that throws if the item says so. */
const VALUE = "={{ $json.throws ? $('No such step').first().json.a : $json.value }}";
const SMS = 'messagingServiceSms';
const VIBER = 'messagingServiceViber';
const EMAIL = 'messagingServiceEmail';
const CODE = 'messagingServiceVerification';
const CONTACTS = 'messagingServiceContacts';
const text = { message: '={{ $json.text }}' };
const sender = { sender: byId(1363) };
const batch = { ...sender, batchSender: sender.sender, mailingName: 'Sale' };
const letter = { senderEmail: 'shop@example.com', subject: 'Sale' };
const asked = { message: 'Refund?' };
const code = { generateCode: false, code: '48291573' };

/** The kinds of values that identify an entry. */
const RECIPIENTS: Record<string, Pick<Kind, 'valueOf' | 'invalid'>> = {
	phone: { valueOf: (mark) => mark, invalid: 'call me' },
	email: { valueOf: (mark) => `p${mark}@example.com`, invalid: 'nowhere' },
	mailingId: { valueOf: (mark) => mark, invalid: 'none' },
	name: { valueOf: (mark) => `Text ${mark}`, invalid: '' },
};

type Row = [
	title: string,
	shape: Shape,
	node: NodeName,
	operation: string,
	recipient: string,
	id: string | undefined,
	parameters: INodeParameters,
];
const ROWS: Row[] = [
	['an SMS', 'single', SMS, 'message send', 'phone', 'sms_id', { ...sender, ...text }],
	[
		'a Viber message',
		'single',
		VIBER,
		'message send',
		'phone',
		'message_id',
		{ ...sender, ...text },
	],
	['an email', 'single', EMAIL, 'message send', 'email', 'email_id', { ...letter, ...text }],
	['a Telegram code', 'single', CODE, 'code sendTelegram', 'phone', 'sms_id', code],
	['a WhatsApp code', 'single', CODE, 'code sendWhatsApp', 'phone', 'sms_id', code],
	[
		'a prepared SMS',
		'single',
		SMS,
		'message sendPrepared',
		'phone',
		'sms_id',
		{ messageId: byId(7) },
	],
	['an SMS mailing', 'single', SMS, 'mailing confirm', 'mailingId', undefined, {}],
	['a Viber mailing', 'single', VIBER, 'mailing confirm', 'mailingId', undefined, {}],
	['an SMS batch', 'batch', SMS, 'batch send', 'phone', 'uuid', { ...batch, message: 'Hi' }],
	['a personal SMS batch', 'batch', SMS, 'batch send', 'phone', 'uuid', { ...batch, ...text }],
	['a Viber batch', 'batch', VIBER, 'batch send', 'phone', 'uuid', { ...batch, message: 'Hi' }],
	[
		'a personal Viber batch',
		'batch',
		VIBER,
		'batch send',
		'phone',
		'uuid',
		{ ...batch, ...text },
	],
	['an email batch', 'batch', EMAIL, 'batch send', 'email', 'uuid', { ...letter, message: 'Hi' }],
	[
		'a personal email batch',
		'batch',
		EMAIL,
		'batch send',
		'email',
		'uuid',
		{ ...letter, ...text },
	],
	[
		'an SMS that waits',
		'wait',
		SMS,
		'message sendAndWait',
		'phone',
		'sms_id',
		{ ...sender, ...asked },
	],
	[
		'a Viber message that waits',
		'wait',
		VIBER,
		'message sendAndWait',
		'phone',
		'message_id',
		{ ...sender, ...asked },
	],
	[
		'an email that waits',
		'wait',
		EMAIL,
		'message sendAndWait',
		'email',
		'email_id',
		{ ...letter, ...asked },
	],
	['an import', 'import', CONTACTS, 'contact import', 'phone', undefined, { listId: byId(1001) }],
	['a new contact list', 'change', CONTACTS, 'list create', 'name', 'list_id', {}],
	['an unsubscribed address', 'change', EMAIL, 'address unsubscribe', 'email', undefined, {}],
];

export const kinds = ROWS.map(([title, shape, node, action, recipient, id, more]): Kind => {
	const [resource, operation] = action.split(' ');
	const isSend = ['single', 'batch', 'wait'].includes(shape);
	const isMailing = recipient === 'mailingId';
	const mapped = { mappingMode: 'defineBelow', matchingColumns: [], schema: [] };
	const entered: INodeParameters =
		shape === 'import'
			? { columns: { ...mapped, value: { phone: VALUE } } }
			: { [recipient]: isMailing ? { ...byId(''), value: VALUE } : VALUE };
	return {
		...{ title, shape, node, id, hasKeys: isSend, hasLimit: isSend && !isMailing },
		...RECIPIENTS[recipient],
		parameters: { resource, operation, ...more, ...entered },
		hasHours: shape === 'single' && [SMS, VIBER].includes(node),
	};
});
