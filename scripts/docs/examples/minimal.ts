/** The minimal example of an operation, with values of the sandbox's account. */
import type { INodeParameters } from 'n8n-workflow';
import { apiNameOf } from '../../../nodes/shared/describe/field';
import { type FlatField, isRequired } from '../describe/fields';
import { type LoadedOperation, takesAllItems } from '../describe/nodes';
import type { Example } from '../shape';
import { byId, exampleOf, fromItem, inputItems, isEmptyDefault } from './values';

/** IDs in the sandbox's account, by the search method that lists such IDs. */
const LISTED: Record<string, string> = {
	searchSenderNames: '1363',
	searchViberNames: '21',
	searchContactLists: '1001',
	searchTemplates: '1003',
};

/**
 * Operations that run before the example. Operations that the node lacks are skipped. If the
 * example reads its input, the first operation that runs provides the input.
 */
const BEFORE: Record<string, string[]> = {
	'message:getDelivery': ['message:send'],
	'message:sendPrepared': ['message:prepare'],
	'message:getStatus': ['message:prepare', 'message:sendPrepared'],
	'message:getRecipients': ['message:prepare', 'message:sendPrepared'],
	'message:getAll': ['message:prepare'],
	'mailing:confirm': ['mailing:create'],
	'mailing:get': ['mailing:create', 'mailing:confirm'],
	'mailing:getRecipients': ['mailing:create', 'mailing:confirm', 'mailing:send'],
	'mailing:getAll': ['mailing:create'],
	'batch:getStatus': ['batch:send'],
	'reply:getAll': ['mailing:create', 'mailing:confirm'],
	'reply:markAsRead': ['reply:getAll'],
	'code:check': ['code:sendTelegram'],
};

/** The input field from which a parameter takes its value. */
const FROM_INPUT: Record<string, string> = {
	smsId: 'sms_id',
	messageId: 'message_id',
	mailingId: 'message_id',
	uuid: 'uuid',
	token: 'token',
	replyIds: 'id',
};

/** @param all operations of the node */
export function minimalExample(operation: LoadedOperation, all: LoadedOperation[]): Example {
	const { key, resource, declared, fields } = operation;
	const exampleFields = fields.filter((field) => isGiven(field, fields));
	const parameters = {
		resource,
		operation: declared.value,
		...Object.fromEntries(
			exampleFields.map((field) => [field.name, valueOf(field, operation)]),
		),
	} as INodeParameters;
	const after = BEFORE[key]?.filter((earlier) =>
		all.some((candidate) => candidate.key === earlier),
	);
	const takesItem = exampleFields.some(({ name }) => name in FROM_INPUT);
	if (after) return { parameters, after, inputFrom: takesItem ? after[0] : undefined };
	return takesAllItems(operation) ? { parameters, input: inputItems } : { parameters };
}

/** Reports whether a minimal example has the field. */
function isGiven(field: FlatField, fields: FlatField[]): boolean {
	const { name, path, type, typeOptions, showWhen = {} } = field;
	const defaultOf = (fieldName: string) =>
		fields.find((candidate) => candidate.path === fieldName)?.default;
	const isShown = Object.entries(showWhen).every(([name, is]) =>
		is.includes(defaultOf(name) as string),
	);
	const isEmpty = isEmptyDefault(field) || type === 'resourceMapper';
	const isListOfValues = type === 'fixedCollection' && typeOptions?.multipleValues === true;
	return name === path && isShown && ((isRequired(field) && isEmpty) || isListOfValues);
}

export function valueOf(field: FlatField, operation: LoadedOperation): unknown {
	const { name, type, modes = [] } = field;
	const inForm = (value: string) => (type === 'resourceLocator' ? byId(value) : value);
	const list = modes.find((mode) => mode.name === 'list')?.typeOptions?.searchListMethod ?? '';
	if (list in LISTED) return inForm(LISTED[list]);
	if (operation.key in BEFORE && name in FROM_INPUT) return inForm(fromItem(FROM_INPUT[name]));
	const isRecipient = takesAllItems(operation) && apiNameOf(field) in inputItems[0];
	if (isRecipient && isRequired(field)) return fromItem(apiNameOf(field));
	return exampleOf(field);
}
