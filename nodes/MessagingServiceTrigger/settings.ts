import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { checkField } from '../shared/describe/checkField';
import type { Field } from '../shared/describe/field';
import { withNodeError } from '../shared/errors/nodeErrors';
import { ValidationError, positiveInteger, ids, isBlank, oneOf } from '../shared/values/formats';
import { fingerprint } from './state/fingerprint';
import { type EventName, eventSources } from './eventSources';
import { includeExisting, markAsRead, MAX_MAILINGS, maxMailings, messageIds } from './fields';

/** The account to which a credential leads. */
export interface Account {
	/** Fingerprint of the base URL. */
	account: string;
	/** Says that the token has changed: see `tokenMark`. */
	tokenMark: number;
}

/** The parameters of the node, validated, and its account. */
export interface Settings extends Account {
	event: EventName;
	/** The mailings to watch; undefined for all that the service lists. */
	selected?: string[];
	/** How many of all mailings are watched, the newest first. */
	maxMailings: number;
	markAsRead: boolean;
	includeExisting: boolean;
	/** In lower case; undefined for any. */
	statuses?: Set<string>;
	/** Fingerprint of the parameters that select mailings. */
	selectionKey: string;
}

/** @throws NodeOperationError that names the field that is wrong */
export function readSettings(context: IPollFunctions, account: Account): Settings {
	const where = { context, action: 'Poll for events' };
	const check = <T>(label: string, parse: () => T): T =>
		withNodeError({ ...where, label }, parse);
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const option = (field: Field) => checkField(field, options[field.name], '', where);
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
	const entered = context.getNodeParameter('messageIds', '');
	const selectedIds = () => {
		const emptyAdvice = 'Enter the message_id of each mailing.';
		const joined = checkField({ ...messageIds, parse: ids, emptyAdvice }, entered, '', where);
		return [...new Set(String(joined).split(','))];
	};
	const { parameters } = context.getNode();
	const savedOptions = (parameters.options ?? {}) as IDataObject;
	return {
		event,
		selected: selection === 'selected' ? selectedIds() : undefined,
		maxMailings: Number(option({ ...maxMailings, parse: positiveInteger }) ?? MAX_MAILINGS),
		markAsRead: option(markAsRead) === 1,
		includeExisting: option(includeExisting) === 1,
		statuses: statusSet(options.statuses),
		...account,
		// Of the saved values: the result of an expression may be another one at each poll.
		selectionKey: fingerprint(
			parameters.mailings,
			parameters.messageIds,
			savedOptions.maxMailings,
		),
	};
}

function statusSet(value: unknown): Set<string> | undefined {
	const entered = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) =>
		isBlank(entry)
			? []
			: String(entry)
					.toLowerCase()
					.split(/[\s,;]+/),
	);
	const wanted = entered.filter((status) => status !== '');
	return wanted.length > 0 ? new Set(wanted) : undefined;
}
