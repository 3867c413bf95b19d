import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { checkField } from '../shared/run/readField';
import type { Field } from '../shared/describe/field';
import { problemsOf, joinProblems, withContext } from '../shared/errors/problem';
import { oneOf } from '../shared/values/choices';
import { offsetAt } from '../shared/values/dates';
import { ids, isBlank, ValidationError } from '../shared/values/formats';
import { fingerprint } from './state/fingerprint';
import { type AccountMark, singleMessage } from './state/state';
import { type EventName, eventSources } from './events';
import {
	includeExisting,
	markAsRead,
	MAX_MAILINGS,
	maxAge,
	maxMailings,
	mailingIds,
	messageIds,
	outcomes,
	statuses,
} from './fields';

/** The parameters of the node, validated, and the account that its credential leads to. */
export interface Settings extends AccountMark {
	event: EventName;
	/** The mailings to watch; undefined for all that the service lists. */
	selected?: string[];
	/** The single messages to watch besides, as the state names them. */
	messages: string[];
	/** How many of all mailings are watched, the newest first. */
	maxMailings: number;
	markAsRead: boolean;
	includeExisting: boolean;
	/** As `statusWord` returns them; undefined for any. */
	statuses?: Set<string>;
	/** `delivered`, `notDelivered` and `pending`; undefined for any. */
	outcomes?: Set<string>;
	/** What is older is left out: `YYYY-MM-DD HH:MM:SS` on the account's clock. */
	notBefore?: string;
	/** Fingerprint of the parameters that select mailings. */
	selectionKey: string;
}

/** What a poll knows of its account: its mark, and the time zone of its dates if it is set. */
export type TriggerAccount = AccountMark & { timeZone?: string };

/** @throws Problem that names all fields that are wrong */
export function readSettings(
	context: IPollFunctions,
	{ timeZone = context.getTimezone(), ...mark }: TriggerAccount,
): Settings {
	const event = readEvent(context);
	const { problems, collect } = problemsOf({ context });
	const messages = collect(() => readMessages(context, event));
	const selected = collect(() => readSelected(context, event, messages?.length !== 0));
	const read = optionReader(context);
	const option = (field: Field) => collect(() => read(field));
	const { time } = eventSources[event];
	const isReply = event === 'viberReply';
	const settings = {
		event,
		selected,
		messages: messages ?? [],
		maxMailings: Number((!selected && option(maxMailings)) || MAX_MAILINGS),
		markAsRead: isReply && option(markAsRead) === 1,
		includeExisting: option(includeExisting) === 1,
		statuses: isReply ? undefined : wordsOf(option(statuses)),
		outcomes: isReply ? undefined : wordsOf(option(outcomes)),
		notBefore: time ? timeBefore(option(maxAge), timeZone) : undefined,
		selectionKey: selectionKeyOf(context),
		...mark,
	};
	if (problems.length > 0) throw joinProblems(problems);
	return settings;
}

const check = <T>(context: IPollFunctions, label: string, parse: () => T): T =>
	withContext({ context, label }, parse);

const readEvent = (context: IPollFunctions): EventName =>
	check(context, 'Event', () =>
		oneOf(Object.keys(eventSources))(context.getNodeParameter('event'), ''),
	) as EventName;

/** The mailings that the user has selected; undefined for all. */
function readSelected(
	context: IPollFunctions,
	event: EventName,
	hasMessages: boolean,
): string[] | undefined {
	const selection = check(context, 'Mailings', () => {
		const chosen = oneOf(['all', 'selected'])(context.getNodeParameter('mailings', 'all'), '');
		if (chosen === 'selected' || eventSources[event].lists.length > 0) return chosen;
		throw new ValidationError(
			'is "All", but the service has no list of email mailings',
			'Choose "Selected" and enter the message_id of each mailing.',
		);
	});
	if (selection === 'all') return undefined;
	const entered = context.getNodeParameter('mailingIds', '');
	if (hasMessages && isNothing(entered)) return [];
	const hasOther = event === 'viberDelivery' ? ', or fill in Message IDs' : '';
	const field = {
		...mailingIds,
		required: !hasMessages,
		parse: ids,
		emptyAdvice: `Enter the message_id of each mailing${hasOther}.`,
	};
	return idsIn(context, field, entered);
}

const isNothing = (entered: unknown): boolean =>
	isBlank(entered) || (Array.isArray(entered) && entered.length === 0);

/** The single messages that the user watches besides mailings. */
function readMessages(context: IPollFunctions, event: EventName): string[] {
	if (!eventSources[event].single) return [];
	const entered = context.getNodeParameter('messageIds', '');
	// An expression that returns nothing would silently watch nothing.
	const isExpression = String(context.getNode().parameters.messageIds).startsWith('=');
	if (isNothing(entered) && !isExpression) return [];
	const field = { ...messageIds, required: true, parse: ids };
	return idsIn(context, field, entered).map(singleMessage);
}

function idsIn(context: IPollFunctions, field: Field, entered: unknown): string[] {
	const joined = checkField(field, entered, { zone: '', where: { context } });
	return [...new Set(String(joined).split(','))];
}

/** Reads an option; undefined if the user has not added it. */
function optionReader(context: IPollFunctions) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	// An expression that returns nothing would have the effect of an option that is not there.
	const asked = { required: true, emptyAdvice: 'Enter a value, or remove this option.' };
	const where = { context };
	return (field: Field) =>
		field.name in options
			? checkField({ ...field, ...asked }, options[field.name], { zone: '', where })
			: undefined;
}

/** Of the saved values: the result of an expression may be another one at each poll. */
function selectionKeyOf(context: IPollFunctions): string {
	const { mailings, mailingIds: selected, messageIds, options } = context.getNode().parameters;
	return fingerprint(
		mailings,
		selected,
		messageIds,
		((options ?? {}) as IDataObject).maxMailings,
	);
}

const wordsOf = (joined: unknown): Set<string> | undefined =>
	joined === undefined ? undefined : new Set(String(joined).split(','));

const HOUR_MS = 3_600_000;
/** The clock is set back by an hour, or two where it was two ahead. */
const REPEATED_HOURS = 2;

/** The time so many hours ago, as the service writes it. */
function timeBefore(hours: unknown, zone: string): string | undefined {
	if (hours === undefined) return undefined;
	const since = Date.now() - Number(hours) * HOUR_MS;
	const offsetOf = (instant: number) => offsetAt(instant, zone);
	// In an hour that the clock repeats each time comes twice. The limit is the one that drops less.
	const soon = Math.min(Date.now(), since + REPEATED_HOURS * HOUR_MS);
	const clock = new Date(since + Math.min(offsetOf(since), offsetOf(soon)));
	return clock.toISOString().slice(0, 19).replace('T', ' ');
}
