import { parseId, type Parser } from '../values/formats';
import { parseExactId } from '../values/singleLine';
import { type Field, apiNameRouting } from './field';

/**
 * Tells n8n's AI builder that the field is required, because the builder otherwise treats every resource
 * locator as optional.
 */
const REQUIRED_BUILDER_HINT = {
	propertyHint:
		'Required. Choose from the list, or set an ID that exists in the account, e.g. { "__rl": true, "mode": "id", "value": "1363" }. If the ID is unknown, ask the user for the ID.',
};

const buildLocatorField = (
	displayName: string,
	[name, property]: [name: string, property: string],
	searchListMethod: string,
	description: string,
): Field => ({
	displayName,
	name,
	routing: apiNameRouting(property),
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
	parse: parseId,
	builderHint: REQUIRED_BUILDER_HINT,
});

/** Also accepts 0, the ID of the system name that every account has. */
const parseSenderId: Parser = (value, zone) =>
	/^\s*0+\s*$/.test(String(value)) ? 0 : parseId(value, zone);

/**
 * The API documents no list of sender names, so the service may not have the list: see
 * `endpoints.ts`.
 */
const buildSenderField = (
	property: string,
	searchListMethod: string,
	description: string,
): Field => ({
	...buildLocatorField('Sender', ['sender', property], searchListMethod, description),
	parse: parseSenderId,
});
export const senderNameField = buildSenderField(
	'alphaname_id',
	'searchSenderNames',
	'Sender name that the recipient sees. To select a sender name by ID, enter its alphaname_id. Every account has the system name, whose ID is 0.',
);
/** For operations in which the API expects the ID as text. */
export const senderIdAsTextField: Field = { ...senderNameField, parse: parseExactId };
/**
 * The SMS sender name of a Viber batch. The parameter has a separate name, because parameters with
 * the same name share one value across operations.
 */
export const batchSenderField: Field = {
	...senderIdAsTextField,
	displayName: 'Batch Sender',
	name: 'batchSender',
	hint: 'The list shows your SMS sender names, because a Viber batch is sent from one of these names',
};
export const viberNameField = buildSenderField(
	'vibername_id',
	'searchViberNames',
	'Viber sender name that the recipient sees. To select a sender name by ID, enter its vibername_id.',
);
export const contactListField = buildLocatorField(
	'Contact List',
	['listId', 'list_id'],
	'searchContactLists',
	'Contact list to send to. To select a list by ID, enter its list_id.',
);
export const templateField = buildLocatorField(
	'Template',
	['templateId', 'template_id'],
	'searchTemplates',
	'Message template of your account. To select a template by ID, enter its template_id.',
);
const buildMailingField = (searchListMethod: string) =>
	buildLocatorField(
		'Mailing',
		['mailingId', 'message_id'],
		searchListMethod,
		'Mailing created with Create. To select a mailing by ID, enter its message_id.',
	);
export const smsMailingField = buildMailingField('searchSmsMailings');
export const viberMailingField = buildMailingField('searchViberMailings');
export const preparedMessageField = buildLocatorField(
	'Prepared SMS',
	['messageId', 'message_id'],
	'searchPreparedMessages',
	'Prepared SMS to use. To select an SMS by ID, enter its message_id.',
);
