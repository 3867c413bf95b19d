import type { IDataObject } from 'n8n-workflow';
import type { Entry, PlannedRequest } from '../run/entry';
import type { CheckedRequest, PendingRequest, Plan, Run, LocalOperation } from '../run/operation';
import { readPages, withPage } from '../http/readPages';
import type { PagesRead } from '../response/size';
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
import { fingerprintOf } from './fingerprint';
import { simplified, simplifiedFields } from './simplified';
import { assertUrlFits } from './urlLimit';

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
		return recipientFirst(addState(whole, operation.about));
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
