import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../../contract/row';
import * as operations from '../../support/operations';
import { lastPrepared } from '../../support/sandboxHarness';
import type { InputItem } from '../../support/engine/runNode';

/** An operation that reads one parameter from the key `value` of each item. */
export interface Kind {
	title: string;
	made: (options?: INodeParameters) => operations.OperationSetting;
	/** The API operation that sends. */
	sends: string;
	/** Returns the value of the n-th item. */
	value: (n: number) => string | number;
	/** An invalid value. */
	bad: string | IDataObject;
	/**
	 * Returns a text that identifies the n-th item in a request; undefined if the step only reads.
	 */
	mark?: (n: number) => string;
	/** True if one request sends all items. */
	together?: true;
	file?: true;
}

/** An expression that throws if the item says so. */
export const VALUE = "={{ $json.throws ? $('No such step').first().json.a : $json.value }}";

/** Changes parameters of the operation. */
const having =
	(made: Kind['made'], parameters: INodeParameters): Kind['made'] =>
	(options = {}) => {
		const one = made(options);
		const both = { ...one.parameters, ...parameters };
		if (parameters.options) both.options = { ...(parameters.options as object), ...options };
		return { ...one, parameters: both };
	};
const as =
	(
		node: operations.OperationSetting['node'],
		resource: string,
		operation: string,
		parameters: INodeParameters,
	): Kind['made'] =>
	(options = {}) => ({ node, parameters: { resource, operation, ...parameters, options } });

const { phoneOf, sendSms, sendBatch, sendEmails, importContacts, sendPrepared } = operations;
const emailOf = (n: number) => `person${n}@example.com`;
const phones = { value: phoneOf, mark: phoneOf, bad: 'call me' };
const emails = { value: emailOf, mark: emailOf, bad: 'nowhere' };
const columns = (value: INodeParameters) => ({
	columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
});

export const sms: Kind = {
	...{ title: 'an SMS', made: having(sendSms, { phone: VALUE }), sends: 'sendQuickSMS' },
	...phones,
};
export const code: Kind = {
	...{ title: 'a generated code', sends: 'sendOtpTelegram', ...phones },
	made: as('messagingServiceVerification', 'code', 'sendTelegram', {
		...{ phone: VALUE, generateCode: true },
	}),
};
const batch = { sends: 'sendBulkSms', together: true } as const;
export const bulk: Kind = {
	...{ title: 'a batch', ...batch, ...phones },
	made: having(sendBatch, { phone: VALUE, text: 'Hello' }),
};
export const personal: Kind = {
	...{ title: 'a personal batch', ...batch, made: having(sendBatch, { message: VALUE }) },
	...{ value: (n: number) => `Text ${n}.`, mark: phoneOf, bad: { text: 'Hello' } },
};
export const emailBatch: Kind = {
	...{ title: 'an email batch', sends: 'sendBulkEmail', together: true, ...emails },
	made: having(sendEmails, { email: VALUE, message: 'Hello' }),
};
const importing = (title: string, parameters: INodeParameters, more: Partial<Kind> = {}): Kind => ({
	...{ title, made: having(importContacts, parameters), sends: 'importContacts', together: true },
	...phones,
	...more,
});
const text = '={{ $json.text }}';
export const contacts = importing('an import', columns({ phone: VALUE, NAME: text }));
const phoneColumn = columns({ phone: '={{ $json.phone }}' });
const cityOption = { additionalColumns: { column: [{ name: 'CITY', value: VALUE }] } };

const viberPicture = as('messagingServiceViber', 'message', 'send', {
	...{ sender: byId('21'), phone: VALUE, contentType: 'image', imageSource: 'binary' },
});
const email = as('messagingServiceEmail', 'message', 'send', {
	...{ senderEmail: 'shop@example.com', email: VALUE, subject: 'Order', message: 'Hello' },
});
export const kinds: Kind[] = [
	...[sms, code],
	{
		...{ title: 'a prepared SMS', sends: 'sendSMS', ...phones },
		made: (options) =>
			having(sendPrepared, { messageId: byId(lastPrepared.id), phone: VALUE })(options),
	},
	{
		...{ title: 'a Viber picture', made: viberPicture, sends: 'sendQuickViberMessage' },
		...{ file: true, ...phones },
	},
	{
		...{ title: 'an email with a file', sends: 'sendEmail', file: true, ...emails },
		made: having(email, { options: { attachment: 'data' } }),
	},
	...[bulk, personal, emailBatch, contacts],
	importing(
		'an import with additional columns',
		{ ...phoneColumn, options: cityOption },
		{ value: (n) => `City ${n}`, bad: { city: 'Riga' } },
	),
	importing(
		'an import into the list of each item',
		{ ...phoneColumn, listId: { ...byId('1001'), value: VALUE } },
		{ value: () => 1001, bad: 'Customers' },
	),
	{
		...{ title: 'a list', sends: 'getSubscriberLists', value: () => 1, bad: 'all' },
		made: as('messagingServiceContacts', 'list', 'getAll', { limit: VALUE }),
	},
];

/** Returns the n-th item. */
export const itemOf = (kind: Kind, n: number, more: IDataObject = {}): InputItem => ({
	json: { ...operations.people(n + 1)[n].json, value: kind.value(n), ...more },
	...(kind.file && {
		files: { data: { content: 'a picture', fileName: 'a.png', mimeType: 'image/png' } },
	}),
});

/** Returns items. `more` has further fields by index. */
export const itemsOf = (kind: Kind, count: number, more: Record<number, IDataObject> = {}) =>
	Array.from({ length: count }, (_, n) => itemOf(kind, n, more[n]));
