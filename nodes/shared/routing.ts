import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { asNodeError, errorItem } from './failures';
import { bodyWithFile } from './files';
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
			return records.map((json) => ({ json, pairedItem: { item } }));
		} catch (error) {
			const failed = asNodeError(error, this.getNode(), operation.action, item);
			if (!this.continueOnFail()) throw failed;
			return [errorItem(this, failed, item)];
		}
	};

async function deliver(context: Context, operation: Operation, raw: Raw): Promise<IDataObject[]> {
	const run = Run.of(context);
	const pause = pauseOf(context);
	const checked = attempt(() => ({
		request: checkRequest(context, operation, raw.options),
		policy: run.policyOf(context, whereOf(context, operation)),
	}));
	if (!context.continueOnFail()) {
		const allGood = await run.checked('request' in checked, pause !== undefined);
		// The bad item throws and fails the whole run, so what the good ones return is never seen.
		if (!allGood && 'request' in checked) return [];
		if (pause) await sleep(pause);
	}
	if ('error' in checked) throw checked.error;
	const { request, policy } = checked;
	const address = await run.addressOf(context);
	const body = await bodyWithFile(context, operation, request.body);
	return await readPages(operation, request.limit, async (page) => {
		const paged = operation.pages === 'form' ? { body: page } : { qs: page };
		return await call(
			context,
			{
				operation,
				qs: { ...request.qs, ...paged.qs },
				body: paged.body ? { ...body, ...paged.body } : body,
				engine: request.engine,
				policy,
				itemIndex: context.getItemIndex(),
			},
			address,
		);
	});
}

interface Ready {
	request: CheckedRequest;
	policy: Policy;
}

function attempt(check: () => Ready): Ready | { error: unknown } {
	try {
		return check();
	} catch (error) {
		return { error };
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
