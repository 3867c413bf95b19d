import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { asNodeError, badField, errorItem } from './failures';
import { bodyWithFile } from './files';
import { BadValue } from './formats';
import type { Operation } from './operation';
import { readPages } from './paging';
import type { Policy } from './policy';
import { type CheckedRequest, checkRequest, whereOf } from './request';
import { Run } from './run';
import { call } from './transport';

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

function shaped(context: Context, { output }: Operation, records: IDataObject[]): IDataObject[] {
	if (!output) return records;
	return output(records, (context.getNodeParameter('options', {}) || {}) as IDataObject);
}

async function deliver(context: Context, operation: Operation, raw: Raw): Promise<IDataObject[]> {
	const run = Run.of(context);
	const pause = pauseOf(context);
	const checked = check(context, operation, raw, run);
	// Awaited only where something is asked: n8n starts all items in one go, and the gate counts on it.
	const ready = operation.prepare ? await prepared(checked, context, operation, run) : checked;
	if (!context.continueOnFail()) {
		const late = pause !== undefined || operation.prepare !== undefined;
		const allGood = await run.checked('request' in ready, late);
		// The bad item throws and fails the whole run, so what the good ones return is never seen.
		if (!allGood && 'request' in ready) return [];
		if (pause) await sleep(pause);
	}
	if ('error' in ready) throw ready.error;
	const { request, policy } = ready;
	const address = await run.addressOf(context);
	const body = await bodyWithFile(context, operation, request.body);
	return await readPages(operation, request.limit, async (page) => {
		const paged = operation.pages === 'form' ? { body: page } : { qs: page };
		const qs = { ...request.qs, ...paged.qs };
		const form = paged.body ? { ...body, ...paged.body } : body;
		const { engine, returns } = request;
		const itemIndex = context.getItemIndex();
		return await call(
			context,
			{ operation, qs, body: form, engine, policy, itemIndex, returns },
			address,
		);
	});
}

interface Ready {
	request: CheckedRequest;
	policy: Policy;
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

async function prepared(
	checked: Checked,
	context: Context,
	operation: Operation,
	run: Run,
): Promise<Checked> {
	if ('error' in checked) return checked;
	const { request, policy } = checked;
	try {
		const address = await run.addressOf(context);
		await operation.prepare?.({
			context,
			request,
			operation,
			ask: async (question, qs) => {
				const asked = { operation: question, qs, engine: request.engine, policy };
				const key = `${question.path}?${JSON.stringify(qs)}`;
				return await run.once(key, async () => await call(context, asked, address));
			},
		});
		return checked;
	} catch (error) {
		const where = whereOf(context, operation);
		return { error: error instanceof BadValue ? badField(error, where) : error };
	}
}

/** Milliseconds that n8n's own batching option holds this item back; undefined when it is off. */
function pauseOf(context: Context): number | undefined {
	const { batching } = context.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchSize: number; batchInterval: number } };
	};
	const { batchSize = 1, batchInterval = 0 } = batching?.batch ?? {};
	if (batchInterval <= 0) return undefined;
	return Math.floor(context.getItemIndex() / Math.max(batchSize, 1)) * batchInterval;
}
