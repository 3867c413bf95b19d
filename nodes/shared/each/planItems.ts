import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Entry, PlannedRequest } from '../run/entry';
import type {
	CheckedRequest,
	LocalOperation,
	Operation,
	PendingRequest,
	Plan,
	Run,
	Values,
} from '../run/operation';
import { readPages, withPage } from '../http/readPages';
import type { PagesRead } from '../response/readBody';
import { isTool } from '../http/n8nInternals';
import { sendRequest } from '../http/sendRequest';
import type { Received } from '../response/judge';
import { addFields, addState, identifiersIn, recipientFirst } from '../response/addedFields';
import { bodyWithFile } from '../in/binaryFile';
import { setOptions } from '../in/options';
import { previewIfDry } from '../in/preview';
import { readItem } from '../in/readItem';
import { readRequest } from '../in/readRequest';
import { openEntries, reject } from '../run/ledger';
import { readItems } from '../in/readItems';
import { awaitedBy, readUntil, waitOf } from './readUntil';
import { smsTextCheck } from '../in/sendLimits';
import { setHours } from '../run/rules/hours';
import { counter, createdCheck } from '../run/rules/limits';
import { assertUrlFits } from './urlLimit';
import { simplify } from '../describe/fields';
import { createHash } from 'node:crypto';
import { sendBetween } from '../describe/options';

type Send = PlannedRequest['send'];

/** Plans one request for each input item; an item that is wrong is rejected. */
export async function planItems(run: Run): Promise<Plan> {
	const ask = reader(run);
	const count = counter(run);
	const problemIn = createdCheck(run);
	const counting: Array<Promise<unknown>> = [];
	await readItems(run, (entry) => {
		const { item } = entry;
		const { send, request, fingerprint, preview, pending } = prepareItem(run, item, ask);
		entry.content = send;
		entry.address = request.address;
		if (fingerprint !== undefined) entry.fingerprint = fingerprint;
		if (preview) entry.preview = preview;
		setOptions(run, entry, pending.values);
		setHours([entry], request.hours);
		const counted = count?.(pending).then(
			(recipients) => (entry.count = recipients),
			(error) => reject(run, entry, error),
		);
		if (counted) counting.push(counted);
	});
	await Promise.all(counting);
	return {
		requests: () =>
			openEntries(run.ledger).map((entry) => ({
				...requestOf(entry),
				problemOf: problemIn && ((records) => problemIn(entry.item, records)),
			})),
		fingerprintOf: run.operation.knowsRecipients && (({ fingerprint }) => fingerprint),
		// While it waits, a request has no slot of the account.
		atOnce: awaitedBy(run) ? Infinity : undefined,
	};
}

/** The content of an entry goes with its request. */
function requestOf(entry: Entry): PlannedRequest {
	const send = entry.content as Send;
	entry.content = undefined;
	return { entries: [entry], send };
}

/** Reads and validates an item. @throws Problem or ValidationError that names the invalid fields */
function prepareItem(run: Run, index: number, ask: PendingRequest['ask']) {
	const { operation, account, context, items } = run;
	const values = readItem(run, index);
	const request = readRequest(run, index, values);
	const input = isTool(context) ? {} : items[index].json;
	const clock = account.timeZone ?? run.zone;
	const toItems = operation.toItems?.(run.at(index), input, clock);
	const pending = { request, values, account, ask };
	// Of a generated code, what is entered decides.
	const entered = operation.prepare && fingerprintOf(run, index, request, values);
	operation.prepare?.(pending);
	const checkText = smsTextCheck(run, values);
	checkText(request.qs);
	checkText(request.body ?? {});
	assertUrlFits(run, request);
	const fingerprint = entered ?? fingerprintOf(run, index, request, values);
	const wait = waitOf(run, values);
	const fields = simplifiedFields(operation, values);
	const send: Send = async (isStopped) => {
		const sendOnce = async (signal?: AbortSignal): Promise<Received> =>
			operation.sharesRequests
				? { records: await ask(operation, request.qs) }
				: await sendItem(run, { ...request, signal }, index, isStopped);
		const read = async (signal?: AbortSignal) => (await sendOnce(signal)).records;
		const received = wait
			? { records: await readUntil(run, { ...wait, read, isStopped }) }
			: await sendOnce();
		const { records } = received;
		return { ...received, records: simplified(toItems?.(records) ?? records, fields) };
	};
	const preview = previewIfDry(run, request, values);
	return { send, request, fingerprint, preview, pending };
}

/** Asks the service; the same question of several items is asked once. */
function reader({ context, policy, account }: Run): PendingRequest['ask'] {
	const responses = new Map<string, Promise<IDataObject[]>>();
	return async (endpoint, qs) => {
		const key = `${endpoint.routing.request.url}?${JSON.stringify(qs)}`;
		const request = { operation: endpoint, qs, policy };
		const response =
			responses.get(key) ??
			sendRequest(context, request, account).then(({ records }) => records);
		responses.set(key, response);
		return await response;
	};
}

/** Sends the request of an item. @throws Problem */
export async function sendItem(
	run: Run,
	checked: CheckedRequest,
	index: number,
	isStopped: () => boolean,
): Promise<Received> {
	const { context, operation, policy, account } = run;
	const { qs, limit, hidden, scheduledFor, returns, secrets, signal } = checked;
	const identifiers = identifiersIn({ ...qs, ...checked.body });
	const body = await bodyWithFile(context, operation, checked, index);
	const request = {
		operation,
		qs,
		body,
		secrets,
		hidden,
		policy,
		signal,
		itemIndex: run.where(index).itemIndex,
	};
	let isUncertain: Received['isUncertain'];
	const send = async (page?: IDataObject, pages?: PagesRead) => {
		const paged = { ...withPage(operation, request, page), pages };
		const received = await sendRequest(context, paged, account, isStopped);
		isUncertain = received.isUncertain;
		return received.records;
	};
	const pages = await readPages(operation, limit, send);
	const records = pages.map((record) => {
		const scheduled = scheduledFor && { scheduled_for: scheduledFor };
		const whole = addFields(Object.assign(record, scheduled, returns?.()), identifiers);
		return recipientFirst(addState(whole, operation.statusIsOf));
	});
	return { records, isUncertain };
}

/** Plans the record of each input item, without a request; an item that is wrong is rejected. */
export async function planLocal(run: Run<LocalOperation>): Promise<Plan> {
	await readItems(run, (entry) => {
		const { item } = entry;
		const respond = run.operation.respond(run, item);
		entry.content = async () => ({ records: [await respond()] });
	});
	return { requests: () => openEntries(run.ledger).map(requestOf) };
}

/** Fields that tell what went wrong, e.g. `error_code` or `reason`. They are returned in any case. */
const PROBLEM = /^(err|reason|log$|warning|reject|fail|problem)/i;

/** The fields that an item asks for. Undefined for all: the operation has no Simplify, or it is off. */
export const simplifiedFields = (
	{ simplified: fields }: Operation,
	values: Values,
): string[] | undefined => (values[simplify.name] === 0 ? undefined : fields);

/** Records with these fields only. One without its ID is another kind of record, and stays whole. */
export function simplified(records: IDataObject[], fields: string[] | undefined): IDataObject[] {
	if (!fields) return records;
	return records.map((record) => {
		if (!(fields[0] in record)) return record;
		const problems = Object.keys(record).filter((name) => PROBLEM.test(name));
		const kept = new Set([...fields.filter((name) => name in record), ...problems]);
		return Object.fromEntries([...kept].map((name) => [name, record[name]]));
	});
}

/**
 * Identifies the request of an item: all its parameters, its file and its sending hours. The recipient is
 * compared by itself, because a mailbox has several spellings. Only a hash is kept, because a later try still
 * compares with what an earlier one has sent.
 *
 * @returns undefined if it does not go to one recipient
 */
export function fingerprintOf(
	run: Run,
	item: number,
	{ qs, body, file, unmoved }: CheckedRequest,
	values: Values,
): string | undefined {
	const { effect, knowsRecipients } = run.operation;
	if (effect !== 'send' || !knowsRecipients) return undefined;
	const parameters = { ...qs, ...body, ...unmoved, phone: undefined, email: undefined };
	const hours = values[sendBetween.name];
	const request = JSON.stringify([parameters, fileIn(run.items[item], file), hours]);
	return createHash('sha256').update(request).digest('base64');
}

/** Identifies a file by n8n's ID of it, or by its bytes if n8n keeps them in the item. */
function fileIn({ binary = {} }: INodeExecutionData, field: string | undefined) {
	if (field === undefined) return undefined;
	const { id, data, fileName, fileExtension, mimeType } = binary[field];
	return [id ?? data, fileName, fileExtension, mimeType];
}
