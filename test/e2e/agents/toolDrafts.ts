import type { IDataObject, ResourceMapperValue } from 'n8n-workflow';
import { byId, seeded } from '../operations/step';
import { autoColumns } from '../../support/autoColumns';

/** A node as a tool. `node` is its type without the package's name. */
export type ToolDraft = [name: string, node: string, parameters: IDataObject];

export const fromModel = (key: string) => `={{ $fromAI('${key}', 'The ${key}', 'string') }}`;

/** Returns the value that the resource mapper of an import saves. */
const columns = (mappingMode: string, value: ResourceMapperValue['value']) => ({
	...{ mappingMode, value, matchingColumns: [], schema: [] },
	...{ attemptToConvertTypes: false, convertFieldsToString: false },
});

const intoList = { resource: 'contact', operation: 'import', listId: byId(seeded.list) };

const message = { operation: 'send', phone: fromModel('phone'), message: fromModel('text') };
const fromShop = { ...message, sender: byId(seeded.alphaname) };
const mapped = columns('defineBelow', { phone: fromModel('phone'), NAME: fromModel('text') });

/** The operations over all input items. The model chooses the recipient. */
export const sendTools: ToolDraft[] = [
	['Send SMS', 'messagingServiceSms', { ...fromShop, resource: 'message' }],
	[
		'Send Batch',
		'messagingServiceSms',
		{ ...fromShop, resource: 'batch', mailingName: 'By a model' },
	],
	['Import Contact', 'messagingServiceContacts', { ...intoList, columns: mapped }],
];

const automatic = { ...intoList, columns: autoColumns(['NAME', 'CITY']) };
const fromBakery = { ...message, resource: 'message', sender: byId(seeded.vibername) };
const code = { phone: fromModel('phone'), code: fromModel('code') };
const unsubscribe = { resource: 'address', operation: 'unsubscribe', email: fromModel('email') };
const createList = { resource: 'list', operation: 'create', name: fromModel('name') };
const template = { templateId: byId(fromModel('id')) };

/** Each action node as a tool, with what a model may choose. */
export const tools: ToolDraft[] = [
	...sendTools,
	['Import Item', 'messagingServiceContacts', automatic],
	['Send Viber', 'messagingServiceViber', fromBakery],
	[
		'Send Code',
		'messagingServiceVerification',
		{ ...code, resource: 'code', operation: 'sendTelegram' },
	],
	['Unsubscribe', 'messagingServiceEmail', unsubscribe],
	['Create List', 'messagingServiceContacts', createList],
	[
		'Read Template',
		'messagingServiceTemplates',
		{ ...template, resource: 'template', operation: 'get' },
	],
];
