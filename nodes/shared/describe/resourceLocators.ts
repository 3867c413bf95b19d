import { id } from '../values/formats';
import type { Field } from './field';

/** A record that the service can list: picked from the list or given by its ID. */
const locator = (
	displayName: string,
	name: string,
	searchListMethod: string,
	description: string,
): Field => ({
	displayName,
	name,
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose…',
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1363' },
	],
	parse: id,
});

export const senderName = locator(
	'Sender Name',
	'alphanameId',
	'searchSenderNames',
	'Name that the recipient sees as the sender; its ID is the alphaname_id',
);
export const viberName = locator(
	'Viber Sender Name',
	'vibernameId',
	'searchViberNames',
	'Name that the recipient sees as the sender in Viber; its ID is the vibername_id',
);
export const contactList = locator(
	'Contact List',
	'listId',
	'searchContactLists',
	'List whose contacts get the messages; its ID is the list_id',
);
export const template = locator(
	'Template',
	'templateId',
	'searchTemplates',
	'Message template of your account; its ID is the template_id',
);
export const viberMailing = locator(
	'Viber Mailing',
	'messageId',
	'searchViberMailings',
	'Mailing to a contact list, made with Create; its ID is the message_id',
);
export const preparedMessage = locator(
	'Prepared Message',
	'messageId',
	'searchPreparedMessages',
	'SMS made with Prepare; its ID is the message_id',
);
export const smsMailing = locator(
	'SMS Mailing',
	'messageId',
	'searchSmsMailings',
	'Mailing to a contact list, made with Create; its ID is the message_id',
);
