import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { asNodeError, fieldError, errorItem } from '../errors/nodeErrors';
import { bodyWithFile } from './binaryFile';
import { ValidationError } from '../values/formats';
import type { Operation, PendingRequest } from '../describe/operation';
import { readPages } from '../http/readPages';
import type { RequestPolicy } from '../http/policy';
import { type CheckedRequest, checkRequest, whereOf } from './checkRequest';
import { Run } from './itemGate';
import { sendRequest } from '../http/sendRequest';

type Raw = DeclarativeRestApiSettings.ResultOptions;
type Context = IExecutePaginationFunctions;

/**
 * What n8n's engine calls in place of an item's plain request: checks the values, waits until all
 * items were checked, sends, and turns the answer into paired items.
 */
export const runOperation = (operation: Operation) =>
	async function (this: Context, raw: Raw): Promise<INodeExecutionData[]> {
		const item = this.getItemIndex();
		try {
			const records = await deliver(this, operation, raw);
			return shaped(this, operation, records).map((json) => ({ json, pairedItem: { item } }));
		} catch (error) {
			const failed = asNodeError(error, this.getNode(), operation.action, item);
			// An agent is shown the message alone: it needs the advice to do better. A retry may throw
			// the very same error again.
			const advice = `. ${failed.description ?? ''}`;
			if (Run.isTool(this) && !failed.message.endsWith(advice)) failed.message += advice;
			if (!this.continueOnFail()) throw failed;
			return [errorItem(this, failed, item)];
		}
	};

function shaped(context: Context, { toItems }: Operation, records: IDataObject[]): IDataObject[] {
	if (!toItems) return records;
	return toItems(records, (context.getNodeParameter('options', {}) || {}) as IDataObject);
}

async function deliver(context: Context, operation: Operation, raw: Raw): Promise<IDataObject[]> {
	const run = Run.of(context);
	const pause = run.pauseOf(context);
	const prepared = prepare(check(context, operation, raw, run), context, operation, run);
	// Awaited only where something is asked: n8n starts all items in one go, and the gate counts on it.
	const ready = prepared instanceof Promise ? await prepared : prepared;
	if (!context.continueOnFail()) {
		const late = pause !== undefined || operation.prepare !== undefined;
		await run.checked('request' in ready, late);
		// The bad item throws and fails the whole run, so what the good ones return is never seen.
		if (!run.allGood() && 'request' in ready) return [];
		if (pause) await sleep(pause);
	}
	if ('error' in ready) throw ready.error;
	return await sendReady(context, operation, ready, await run.addressOf(context));
}

async function sendReady(
	context: Context,
	operation: Operation,
	{ request, policy }: Ready,
	address: string,
): Promise<IDataObject[]> {
	const { qs, allowedDomains, limit, returns } = request;
	const { pagesIn, file } = operation;
	const body = file ? await bodyWithFile(context, operation, request.body) : request.body;
	const itemIndex = context.getItemIndex();
	const whole = { operation, qs, body, allowedDomains, policy, itemIndex, returns };
	if (!pagesIn && limit === undefined) return await sendRequest(context, whole, address);
	return await readPages(operation, limit, async (page) => {
		const paged =
			pagesIn === 'form' ? { body: { ...body, ...page } } : { qs: { ...qs, ...page } };
		return await sendRequest(context, { ...whole, ...paged }, address);
	});
}

interface Ready {
	request: CheckedRequest;
	policy: RequestPolicy;
}
type Checked = Ready | { error: unknown };

function check(context: Context, operation: Operation, raw: Raw, run: Run): Checked {
	try {
		const request = checkRequest(context, operation, raw.options);
		return { request, policy: run.policyOf(context, whereOf(context, operation)) };
	} catch (error) {
		return { error };
	}
}

/** @returns a promise only where something must be asked or made that takes time */
function prepare(
	checked: Checked,
	context: Context,
	operation: Operation,
	run: Run,
): Checked | Promise<Checked> {
	if (!operation.prepare || 'error' in checked) return checked;
	const { request, policy } = checked;
	const { allowedDomains } = request;
	const failed = (error: unknown): Checked => {
		const where = whereOf(context, operation);
		return { error: error instanceof ValidationError ? fieldError(error, where) : error };
	};
	const ask: PendingRequest['ask'] = async (question, qs) => {
		const asked = { operation: question, qs, allowedDomains, policy };
		const address = await run.addressOf(context);
		const key = `${question.path}?${JSON.stringify(qs)}`;
		return await run.once(key, async () => await sendRequest(context, asked, address));
	};
	try {
		const asking = operation.prepare({ context, request, operation, ask });
		return asking ? asking.then(() => checked, failed) : checked;
	} catch (error) {
		return failed(error);
	}
}
