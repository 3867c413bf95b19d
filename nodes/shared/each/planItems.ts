import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Entry, PlannedRequest } from '../run/entry';
import type {
	ValidatedRequest,
	LocalOperation,
	Operation,
	ItemRequest,
	Plan,
	Run,
	Values,
} from '../run/operation';
import { readPages, addPageParameters } from '../http/readPages';
import type { ListSizeSoFar } from '../response/readBody';
import { isTool } from '../http/n8nInternals';
import { sendRequest } from '../http/sendRequest';
import type { ReceivedRecords } from '../response/judge';
import {
	addMissingFields,
	addStatusFlags,
	pickIdentifiers,
	putRecipientFirst,
} from '../response/addedFields';
import { bodyWithFile } from '../in/binaryFile';
import { copyOptionsToEntry } from '../in/options';
import { previewIfDryRun } from '../in/preview';
import { readItem } from '../in/readItem';
import { buildRequest } from '../in/buildRequest';
import { listOpenEntries, rejectEntry } from '../run/ledger';
import { readOrRejectItems } from '../in/readItems';
import { waitConditionOf, readUntil, readItemPollOptions } from './readUntil';
import { createSmsTextReplacer } from '../in/sendLimits';
import { setSendingHours } from '../run/rules/hours';
import { createMailingRecipientCounter, createRecipientLimitCheck } from '../run/rules/limits';
import { assertUrlFits } from './urlLimit';
import { simplifyField } from '../describe/fields';
import { createHash } from 'node:crypto';
import { sendBetweenOption } from '../describe/options';

type SendFunction = PlannedRequest['send'];

/** Plans one request per input item, and rejects invalid items. */
export async function planItems(run: Run): Promise<Plan> {
	const fetchCached = createCachingFetcher(run);
	const countRecipients = createMailingRecipientCounter(run);
	const problemIn = createRecipientLimitCheck(run);
	const pendingCounts: Array<Promise<unknown>> = [];
	await readOrRejectItems(run, (entry) => {
		const { itemIndex } = entry;
		const { send, request, fingerprint, preview, itemRequest } = prepareItemRequest(
			run,
			itemIndex,
			fetchCached,
		);
		entry.planData = send;
		entry.address = request.address;
		if (fingerprint !== undefined) entry.contentFingerprint = fingerprint;
		if (preview) entry.preview = preview;
		copyOptionsToEntry(run, entry, itemRequest.values);
		setSendingHours([entry], request.sendingHours);
		const counted = countRecipients?.(itemRequest).then(
			(recipients) => (entry.mailingRecipientCount = recipients),
			(error) => rejectEntry(run, entry, error),
		);
		if (counted) pendingCounts.push(counted);
	});
	await Promise.all(pendingCounts);
	return {
		createRequests: () =>
			listOpenEntries(run.ledger).map((entry) => ({
				...takeEntryRequest(entry),
				findProblemInRecords:
					problemIn && ((records) => problemIn(entry.itemIndex, records)),
			})),
		contentFingerprintOf:
			run.operation.knowsRecipients && (({ contentFingerprint }) => contentFingerprint),
		// A step may wait for any number of items at the same time, because a wait holds a slot of
		// the account only while the status is read.
		maxConcurrent: waitConditionOf(run) ? Infinity : undefined,
	};
}

/** Returns the request of an entry, and releases the plan data for garbage collection. */
function takeEntryRequest(entry: Entry): PlannedRequest {
	const send = entry.planData as SendFunction;
	entry.planData = undefined;
	return { entries: [entry], send };
}

/** Reads and validates an item. @throws Problem or ValidationError with the invalid fields */
function prepareItemRequest(run: Run, index: number, fetchCached: ItemRequest['fetchCached']) {
	const { operation, account, context, items } = run;
	const values = readItem(run, index);
	const request = buildRequest(run, index, values);
	const input = isTool(context) ? {} : items[index].json;
	const accountZone = account.timeZone ?? run.zone;
	const toItems = operation.createItemMapper?.(run.parameterReaderOf(index), input, accountZone);
	const itemRequest = { request, values, account, fetchCached };
	// The fingerprint is computed before a code is generated, because a code makes each request
	// unique.
	const enteredFingerprint =
		operation.prepareRequest && computeContentFingerprint(run, index, request, values);
	operation.prepareRequest?.(itemRequest);
	const checkAndReplaceText = createSmsTextReplacer(run, values);
	checkAndReplaceText(request.qs);
	checkAndReplaceText(request.body ?? {});
	assertUrlFits(run, request);
	const fingerprint =
		enteredFingerprint ?? computeContentFingerprint(run, index, request, values);
	const wait = readItemPollOptions(run, values);
	const fields = fieldsToKeep(operation, values);
	const send: SendFunction = async (hasRunEnded) => {
		const sendOnce = async (signal?: AbortSignal): Promise<ReceivedRecords> =>
			operation.cachesResponses
				? { records: await fetchCached(operation, request.qs) }
				: await sendItem(run, { ...request, signal }, index, hasRunEnded);
		const read = async (signal?: AbortSignal) => (await sendOnce(signal)).records;
		const received = wait
			? { records: await readUntil(run, { ...wait, read, hasRunEnded }) }
			: await sendOnce();
		const { records } = received;
		return { ...received, records: simplifyRecords(toItems?.(records) ?? records, fields) };
	};
	const preview = previewIfDryRun(run, request, values);
	return { send, request, fingerprint, preview, itemRequest };
}

function createCachingFetcher({ context, policy, account }: Run): ItemRequest['fetchCached'] {
	const responses = new Map<string, Promise<IDataObject[]>>();
	return async (endpoint, qs) => {
		const key = `${endpoint.routing.request.url}?${JSON.stringify(qs)}`;
		const request = { endpoint, qs, policy };
		const response =
			responses.get(key) ??
			sendRequest(context, request, account).then(({ records }) => records);
		responses.set(key, response);
		return await response;
	};
}

export async function sendItem(
	run: Run,
	validated: ValidatedRequest,
	index: number,
	hasRunEnded: () => boolean,
): Promise<ReceivedRecords> {
	const { context, operation, policy, account } = run;
	const { qs, recordLimit, hiddenCode, scheduledFor, makeExtraOutputFields, secrets, signal } =
		validated;
	const identifiers = pickIdentifiers({ ...qs, ...validated.body });
	const body = await bodyWithFile(context, operation, validated, index);
	const request = {
		endpoint: operation,
		qs,
		body,
		secrets,
		hiddenCode,
		policy,
		signal,
		itemIndex: run.errorContextOf(index).itemIndex,
	};
	let isUncertain: ReceivedRecords['isUncertain'];
	const send = async (page?: IDataObject, listSizeSoFar?: ListSizeSoFar) => {
		const paged = { ...addPageParameters(operation, request, page), listSizeSoFar };
		const received = await sendRequest(context, paged, account, hasRunEnded);
		isUncertain = received.isUncertain;
		return received.records;
	};
	const pages = await readPages(operation, recordLimit, send);
	const records = pages.map((received) => {
		const scheduled = scheduledFor && { scheduled_for: scheduledFor };
		const record = addMissingFields(
			Object.assign(received, scheduled, makeExtraOutputFields?.()),
			identifiers,
		);
		return putRecipientFirst(addStatusFlags(record, operation.statusIsOf));
	});
	return { records, isUncertain };
}

/** Makes one record per input item, without requests. Rejects invalid items. */
export async function planLocal(run: Run<LocalOperation>): Promise<Plan> {
	await readOrRejectItems(run, (entry) => {
		const { itemIndex } = entry;
		const makeRecord = run.operation.prepareRecord(run, itemIndex);
		entry.planData = async () => ({ records: [await makeRecord()] });
	});
	return { createRequests: () => listOpenEntries(run.ledger).map(takeEntryRequest) };
}

/** Matches fields that explain a problem, e.g. `error_code` or `reason`. */
const PROBLEM_FIELD_PATTERN = /^(err|reason|log$|warning|reject|fail|problem)/i;

const fieldsToKeep = ({ simplifiedFields }: Operation, values: Values): string[] | undefined =>
	values[simplifyField.name] === 0 ? undefined : simplifiedFields;

/**
 * Keeps only the given fields and the fields that explain a problem. A record without the ID, which
 * is the first given field, stays unchanged, because the record is of another kind.
 */
function simplifyRecords(records: IDataObject[], fields: string[] | undefined): IDataObject[] {
	if (!fields) return records;
	return records.map((record) => {
		if (!(fields[0] in record)) return record;
		const problems = Object.keys(record).filter((name) => PROBLEM_FIELD_PATTERN.test(name));
		const kept = new Set([...fields.filter((name) => name in record), ...problems]);
		return Object.fromEntries([...kept].map((name) => [name, record[name]]));
	});
}

/**
 * Returns a hash of an item's parameters, file and sending hours. Omits the recipient, which
 * `run/rules/repeated.ts` compares separately.
 *
 * @returns undefined unless the request has a single recipient
 */
function computeContentFingerprint(
	run: Run,
	item: number,
	{ qs, body, inputBinaryField: file, replacedSchedule }: ValidatedRequest,
	values: Values,
): string | undefined {
	const { effect, knowsRecipients } = run.operation;
	if (effect !== 'send' || !knowsRecipients) return undefined;
	const parameters = {
		...qs,
		...body,
		...replacedSchedule,
		phone: undefined,
		email: undefined,
	};
	const hours = values[sendBetweenOption.name];
	const request = JSON.stringify([parameters, fileIdentity(run.items[item], file), hours]);
	return createHash('sha256').update(request).digest('base64');
}

/**
 * Returns n8n's ID of a file, and the file's name and type. If the item itself contains the file, returns the
 * bytes instead of the ID.
 */
function fileIdentity({ binary = {} }: INodeExecutionData, field: string | undefined) {
	if (field === undefined) return undefined;
	const { id, data, fileName, fileExtension, mimeType } = binary[field];
	return [id ?? data, fileName, fileExtension, mimeType];
}
