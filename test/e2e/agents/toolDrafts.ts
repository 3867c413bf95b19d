import type { INode, ResourceMapperValue } from 'n8n-workflow';
import { seeded } from '../operations/step';

/** A node as a tool: its name, its type without the package's name, and its parameters. */
export type ToolDraft = [name: string, node: string, parameters: INode['parameters']];

/** A resource locator as the editor stores an ID that was typed. */
export const byId = (value: number | string) => ({
	__rl: true as const,
	mode: 'id',
	value: String(value),
});

/** Where a value comes from: an argument of the model, or a key of the input item. */
export type Source = (key: string) => string;

export const fromModel: Source = (key) => `={{ $fromAI('${key}', 'The ${key}', 'string') }}`;
export const fromItem: Source = (key) => `={{ $json.${key} }}`;

/** The operations over all input items, for the recipient that a model chose. */
export const sendTools = (from: Source): ToolDraft[] => [
	[
		'Send SMS',
		'messagingServiceSms',
		{
			resource: 'message',
			operation: 'send',
			sender: byId(seeded.alphaname),
			phone: from('phone'),
			message: from('text'),
		},
	],
	[
		'Send Batch',
		'messagingServiceSms',
		{
			resource: 'batch',
			operation: 'send',
			sender: byId(seeded.alphaname),
			mailingName: 'By a model',
			phone: from('phone'),
			message: from('text'),
		},
	],
	[
		'Import Contact',
		'messagingServiceContacts',
		{
			resource: 'contact',
			operation: 'import',
			listId: byId(seeded.list),
			columns: columns('defineBelow', { phone: from('phone'), NAME: from('text') }),
		},
	],
];

/** What the resource mapper of an import saves. */
export const columns = (
	mappingMode: string,
	value: ResourceMapperValue['value'],
): ResourceMapperValue => ({
	mappingMode,
	value,
	matchingColumns: [],
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});
