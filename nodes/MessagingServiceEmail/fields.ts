import { email } from '../shared/values/phoneAndEmail';
import { isBlank, ids } from '../shared/values/formats';
import type { Field } from '../shared/describe/field';
import type { Operation } from '../shared/describe/operation';

export const senderEmail: Field = {
	displayName: 'Sender Email',
	name: 'senderEmail',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. news@example.com',
	hint: 'An address that your account may send from',
	description: 'Email address that the letter comes from',
	parse: email,
};

export const senderName: Field = {
	displayName: 'Sender Name',
	name: 'senderName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Flower Shop',
	description: 'Name that the recipient sees as the sender',
};

export const subject: Field = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Your order is ready',
	description: 'Subject of the letter',
};

export const letter: Field = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 6 },
	required: true,
	default: '',
	placeholder: 'e.g. <p>Hello Anna, your order is ready.</p>',
	hint: 'Plain text or HTML',
	description: 'Text of the letter, plain or HTML',
};

export const mailingName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring sale',
	description:
		'Name by which you find the mailing again; the service makes one when this is empty',
};

export const attachment: Field = {
	displayName: 'Attachment',
	name: 'attachment',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	description: 'Name of the input field that holds the file to attach',
	apiName: false,
};

/** The attached file, when the option names a binary field. */
export const attachmentFile: Operation['file'] = {
	apiName: 'attachment',
	label: attachment.displayName,
	fieldOf: (read) => {
		const name = read('options.attachment');
		return isBlank(name) ? undefined : String(name);
	},
};

export const trackOpen: Field = {
	displayName: 'Track Opens',
	name: 'trackOpen',
	type: 'boolean',
	default: true,
	description: 'Whether to record when the letter is opened; the service does so by default',
};

export const trackClick: Field = {
	displayName: 'Track Clicks',
	name: 'trackClick',
	type: 'boolean',
	default: true,
	description: 'Whether to record clicks on links; the service does so by default',
};

export const listIds: Field = {
	displayName: 'Contact List IDs',
	name: 'listIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 12, 15',
	hint: 'Separated by commas',
	description:
		'IDs (list_id) of the contact lists that this is for; without this option all lists',
	parse: ids,
};

export const reason: Field = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	default: '',
	placeholder: 'e.g. Asked by phone',
	description: 'Comment that is kept with the address',
};
