import type { IDataObject, ResourceMapperValue } from 'n8n-workflow';
import { byId, seeded } from '../operations/step';
import { autoColumns } from '../../support/autoColumns';

/** A node as a tool: its name, its type without the package's name, and its parameters. */
export type ToolDraft = [name: string, node: string, parameters: IDataObject];

/** Where a value comes from: an argument of the model, or a key of the input item. */
export type Source = (key: string) => string;

export const fromModel: Source = (key) => `={{ $fromAI('${key}', 'The ${key}', 'string') }}`;
export const fromItem: Source = (key) => `={{ $json.${key} }}`;

/** Value that the resource mapper of an import saves. */
const columns = (mappingMode: string, value: ResourceMapperValue['value']) => ({
	...{ mappingMode, value, matchingColumns: [], schema: [] },
	...{ attemptToConvertTypes: false, convertFieldsToString: false },
});

const intoList = { resource: 'contact', operation: 'import', listId: byId(seeded.list) };

/** The operations over all input items, for the recipient that a model chose. */
export function sendTools(from: Source): ToolDraft[] {
	const message = {
		...{ operation: 'send', sender: byId(seeded.alphaname) },
		...{ phone: from('phone'), message: from('text') },
	};
	const batch = { ...message, resource: 'batch', mailingName: 'By a model' };
	const mapped = columns('defineBelow', { phone: from('phone'), NAME: from('text') });
	return [
		['Send SMS', 'messagingServiceSms', { resource: 'message', ...message }],
		['Send Batch', 'messagingServiceSms', batch],
		['Import Contact', 'messagingServiceContacts', { ...intoList, columns: mapped }],
	];
}

/** Each action node as a tool, with what a model may choose. */
export const tools: ToolDraft[] = [
	...sendTools(fromModel),
	[
		'Import Item',
		'messagingServiceContacts',
		{ ...intoList, columns: autoColumns(['NAME', 'CITY']) },
	],
	[
		'Send Viber',
		'messagingServiceViber',
		{
			...{ resource: 'message', operation: 'send', sender: byId(seeded.vibername) },
			...{ phone: fromModel('phone'), message: fromModel('text') },
		},
	],
	[
		'Send Code',
		'messagingServiceVerification',
		{
			...{ resource: 'code', operation: 'sendTelegram' },
			...{ phone: fromModel('phone'), code: fromModel('code') },
		},
	],
	[
		'Unsubscribe',
		'messagingServiceEmail',
		{ resource: 'address', operation: 'unsubscribe', email: fromModel('email') },
	],
	[
		'Create List',
		'messagingServiceContacts',
		{ resource: 'list', operation: 'create', name: fromModel('name') },
	],
	[
		'Read Template',
		'messagingServiceTemplates',
		{ resource: 'template', operation: 'get', templateId: byId(fromModel('id')) },
	],
];
