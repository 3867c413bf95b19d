import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { withNodeError } from '../shared/errors/nodeErrors';
import {
	ValidationError,
	positiveInteger,
	booleanFlag,
	ids,
	isBlank,
	oneOf,
} from '../shared/values/formats';
import { fingerprint } from './state/fingerprint';
import { type EventName, eventSources } from './eventSources';

/** The parameters of the node, validated. */
export interface Settings {
	event: EventName;
	/** The mailings to watch; undefined for all that the service lists. */
	selected?: string[];
	/** How many of all mailings are watched, the newest first. */
	maxMailings: number;
	markAsRead: boolean;
	includeExisting: boolean;
	/** In lower case; undefined for any. */
	statuses?: Set<string>;
	/** Fingerprint of the credential's id. */
	account: string;
	/** Fingerprint of the parameters that select mailings. */
	selectionKey: string;
}

/** Each mailing costs a request at every poll, and most events are of the newest ones. */
export const MAX_MAILINGS = 200;

/** @throws NodeOperationError that names the field that is wrong */
export function readSettings(context: IPollFunctions): Settings {
	const node = context.getNode();
	const check = <T>(label: string, parse: () => T): T =>
		withNodeError({ context, action: 'Poll for events', label }, parse);
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const flagOption = (name: string, label: string) =>
		!isBlank(options[name]) && check(label, () => booleanFlag(options[name], '')) === 1;
	const event = check('Event', () =>
		oneOf(Object.keys(eventSources))(context.getNodeParameter('event'), ''),
	) as EventName;
	const selection = check('Mailings', () => {
		const chosen = oneOf(['all', 'selected'])(context.getNodeParameter('mailings', 'all'), '');
		if (chosen === 'selected' || eventSources[event].lists.length > 0) return chosen;
		throw new ValidationError(
			'is "All", but the service has no list of email mailings',
			'Choose "Selected" and enter the message_id of each mailing.',
		);
	});
	const messageIds = context.getNodeParameter('messageIds', '') as unknown;
	const { parameters, credentials } = node;
	const savedOptions = (parameters.options ?? {}) as IDataObject;
	return {
		event,
		selected:
			selection === 'selected' ? check('Mailing IDs', () => idList(messageIds)) : undefined,
		maxMailings: isBlank(options.maxMailings)
			? MAX_MAILINGS
			: Number(check('Max Mailings', () => positiveInteger(options.maxMailings, ''))),
		markAsRead: flagOption('markAsRead', 'Mark as Read'),
		includeExisting: flagOption('includeExisting', 'Include Existing'),
		statuses: statusSet(options.statuses),
		account: fingerprint(credentials?.messagingServiceApi?.id ?? ''),
		// Of the saved values: the result of an expression may be another one at each poll.
		selectionKey: fingerprint(
			parameters.mailings,
			parameters.messageIds,
			savedOptions.maxMailings,
		),
	};
}

function idList(value: unknown): string[] {
	if (isBlank(value))
		throw new ValidationError('is empty', 'Enter the message_id of each mailing.');
	return [...new Set(String(ids(value, '')).split(','))];
}

function statusSet(value: unknown): Set<string> | undefined {
	const entered = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) =>
		isBlank(entry) ? [] : String(entry).split(/[\s,;]+/),
	);
	const wanted = entered.filter((status) => status !== '');
	return wanted.length > 0 ? new Set(wanted.map((status) => status.toLowerCase())) : undefined;
}
