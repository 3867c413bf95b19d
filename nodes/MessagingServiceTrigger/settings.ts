import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { Account } from '../../credentials/account';
import { computeTokenMark } from '../../credentials/computeTokenMark';
import type { Field } from '../shared/describe/field';
import { joinProblems, createProblemCollector, runWithContext } from '../shared/errors/problem';
import { parseBooleanAsNumber, exactOptionParser } from '../shared/values/choices';
import { utcOffsetMs } from '../shared/values/dates';
import { parseIdsAsText, isBlank, ValidationError } from '../shared/values/formats';
import { fingerprint } from './encoding';
import { eventSources } from './events';
import {
	includeExisting,
	markAsRead,
	DEFAULT_MAX_MAILINGS,
	maxAgeHours,
	maxMailings,
	mailingIdsAsText,
	messageIds,
	outcomes,
	statuses,
} from './fields';
import { type AccountFingerprints, type EventName, prefixSingleMessageId } from './state';

export interface Settings extends AccountFingerprints {
	event: EventName;
	/** Undefined means all mailings. */
	selectedMailingIds?: string[];
	prefixedMessageIds: string[];
	/** Applies if no mailings are selected. */
	maxMailings: number;
	markAsRead: boolean;
	includeExisting: boolean;
	/** Normalized by `normalizeStatus`. Undefined means any status. */
	statuses?: Set<string>;
	/** `delivered`, `notDelivered` or `pending`. Undefined means any outcome. */
	outcomes?: Set<string>;
	/** Entries before this time are left out. `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
	earliestTime?: string;
	/** The time of the poll: `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
	localNow: string;
	selectionKey: string;
}

/** `timeZone` is the zone of the service's dates; undefined if the credential sets none. */
type FingerprintsAndZone = AccountFingerprints & { timeZone?: string };

/** Reads the credential each time, because it may be edited between two polls. */
export async function readFingerprintsAndZone(
	context: IPollFunctions,
): Promise<FingerprintsAndZone> {
	const credentials = await context.getCredentials('messagingServiceApi');
	const { baseUrl, timeZone } = new Account(credentials);
	// Base URLs that differ only in letter case or a trailing slash count as equal.
	const url = new URL(baseUrl).href.replace(/\/+$/, '').toLowerCase();
	return { urlMark: fingerprint(url), tokenMark: computeTokenMark(credentials), timeZone };
}

/** @throws Problem that names all invalid fields */
export function readSettings(
	context: IPollFunctions,
	{ timeZone = context.getTimezone(), ...fingerprints }: FingerprintsAndZone,
): Settings {
	const { problems, collect } = createProblemCollector({ context });
	const parse: ParseField = (field, entered) => parseField(context, field, entered);
	const event = runWithContext({ context, label: 'Event' }, () =>
		exactOptionParser(Object.keys(eventSources))(context.getNodeParameter('event'), ''),
	) as EventName;
	const prefixedMessageIds = collect(() => readPrefixedMessageIds(context, event, parse));
	const selectedMailingIds = collect(() =>
		readSelectedMailingIds(context, event, { parse, prefixedMessageIds }),
	);
	// n8n has dropped the options of other events.
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const option = (field: Field) =>
		field.name in options ? collect(() => parse(field, options[field.name])) : undefined;
	const settings = {
		event,
		selectedMailingIds,
		prefixedMessageIds: prefixedMessageIds ?? [],
		maxMailings: Number((!selectedMailingIds && option(maxMailings)) || DEFAULT_MAX_MAILINGS),
		markAsRead: option(markAsRead) === 1,
		includeExisting: option(includeExisting) === 1,
		statuses: splitToSet(option(statuses)),
		outcomes: splitToSet(option(outcomes)),
		earliestTime:
			eventSources[event].timeField && formatEarliestLocalTime(option(maxAgeHours), timeZone),
		localNow: formatLocalTime(Date.now(), timeZone),
		selectionKey: computeSelectionKey(context),
		...fingerprints,
	};
	if (problems.length > 0) throw joinProblems(problems);
	return settings;
}

type ParseField = (field: Field, entered: unknown) => string | number;

/** @throws Problem that names the field */
function parseField(context: IPollFunctions, field: Field, value: unknown): string | number {
	const { displayName: label, parse = parseBooleanAsNumber } = field;
	return runWithContext({ context, label, invalidValue: value }, () => {
		if (!isBlank(value)) return parse(value, '');
		// An empty result of an expression is an error, because otherwise it would act like a missing option.
		const advice = field.emptyAdvice ?? 'Enter a value, or remove this option.';
		throw new ValidationError('is empty', advice);
	});
}

function readSelectedMailingIds(
	context: IPollFunctions,
	event: EventName,
	{ parse, prefixedMessageIds }: { parse: ParseField; prefixedMessageIds?: string[] },
): string[] | undefined {
	const selection = runWithContext({ context, label: 'Mailings' }, () => {
		const chosen = exactOptionParser(['all', 'selected'])(
			context.getNodeParameter('mailings', 'all'),
			'',
		);
		if (chosen === 'selected' || eventSources[event].mailingLists.length > 0) return chosen;
		throw new ValidationError(
			'is "All", but the service has no list of email mailings',
			'Choose "Selected" and enter the message_id of each mailing.',
		);
	});
	if (selection === 'all') return undefined;
	const entered = context.getNodeParameter('mailingIds', '');
	// `mailingIds` may be empty if `messageIds` has a value. If that value is invalid, the error
	// about `messageIds` is enough.
	if (prefixedMessageIds?.length !== 0 && isBlank(entered)) return [];
	const messagesHint = event === 'viberDelivery' ? ', or fill in Message IDs' : '';
	const emptyAdvice = `Enter the message_id of each mailing${messagesHint}.`;
	return splitIds(parse({ ...mailingIdsAsText, parse: parseIdsAsText, emptyAdvice }, entered));
}

function readPrefixedMessageIds(
	context: IPollFunctions,
	event: EventName,
	parse: ParseField,
): string[] {
	if (!eventSources[event].singleMessageEndpoint) return [];
	const entered = context.getNodeParameter('messageIds', '');
	// An empty result of an expression is an error, because otherwise the trigger would silently watch nothing.
	const isExpression = String(context.getNode().parameters.messageIds).startsWith('=');
	if (isBlank(entered) && !isExpression) return [];
	return splitIds(parse({ ...messageIds, parse: parseIdsAsText }, entered)).map(
		prefixSingleMessageId,
	);
}

const splitIds = (joined: string | number): string[] => [...new Set(String(joined).split(','))];

const splitToSet = (joined?: string | number): Set<string> | undefined =>
	joined === undefined ? undefined : new Set(String(joined).split(','));

/** Hashes the expressions, not their results, because the results may differ at every poll. */
function computeSelectionKey(context: IPollFunctions): string {
	const {
		mailings,
		mailingIds: selected,
		messageIds: single,
		options,
	} = context.getNode().parameters;
	const { maxMailings: max } = (options ?? {}) as IDataObject;
	return fingerprint(mailings, selected, single, max);
}

const HOUR_MS = 3_600_000;
/** Max hours by which clocks are set back: two at the end of double summer time, otherwise one. */
const MAX_CLOCK_CHANGE_HOURS = 2;

function formatEarliestLocalTime(hours: unknown, zone: string): string | undefined {
	if (hours === undefined) return undefined;
	const since = Date.now() - Number(hours) * HOUR_MS;
	// When clocks are set back, a local time is ambiguous. The earlier instant is used, because it leaves out
	// fewer entries.
	const soon = Math.min(Date.now(), since + MAX_CLOCK_CHANGE_HOURS * HOUR_MS);
	return formatUtcTime(since + Math.min(utcOffsetMs(since, zone), utcOffsetMs(soon, zone)));
}

const formatLocalTime = (instant: number, zone: string): string =>
	formatUtcTime(instant + utcOffsetMs(instant, zone));

/** Returns `YYYY-MM-DD HH:MM:SS`. */
const formatUtcTime = (shifted: number): string =>
	new Date(shifted).toISOString().slice(0, 19).replace('T', ' ');
