import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError, errorItem, guarded } from './failures';
import { type Batch, BatchReader } from './batchReader';
import type { Operation } from './operation';
import { serviceOf } from './service';
import { call } from './transport';

interface Recipient {
	index: number;
	person: IDataObject;
}

/** An operation that makes one mailing of all its input items. */
export function batchOperation(batch: Batch, operation: Omit<Operation, 'execute'>): Operation {
	return {
		...operation,
		async execute(this: IExecuteFunctions) {
			return [await runBatch(this, batch, operation)];
		},
	};
}

async function runBatch(
	context: IExecuteFunctions,
	batch: Batch,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const failed: INodeExecutionData[] = [];
	const reader = new BatchReader(context, batch, operation);
	const indexes = items.map((_, index) => index);
	const fail = (error: unknown, index: number) => {
		const nodeError = asNodeError(error, context.getNode(), operation.action, index);
		if (!context.continueOnFail()) throw nodeError;
		failed.push(errorItem(context, nodeError, index));
	};
	let sending = indexes;
	const output: INodeExecutionData[] = [];
	try {
		const once = reader.once();
		let mailings: IDataObject[];
		if (reader.isJson) mailings = reader.written();
		else {
			const recipients: Recipient[] = [];
			for (const index of indexes) {
				try {
					recipients.push({ index, person: reader.person(index) });
				} catch (error) {
					fail(error, index);
				}
			}
			sending = recipients.map(({ index }) => index);
			if (sending.length === 0) return failed;
			const bulk = once.message_type !== 'personal';
			const [address] = batch.perItem;
			const list = recipients.map(({ person }) => (bulk ? String(person[address]) : person));
			const where = { node: context.getNode(), action: operation.action };
			mailings = [guarded(where, () => batch.mailing(once, list))];
		}
		const service = await serviceOf(context);
		const requests = batch.requests(mailings, once, service);
		for (const [part, request] of requests.entries()) {
			const whole = { operation, ...request, policy: reader.policy, part };
			const records = await call(context, whole, service.address);
			const pairedItem = sending.map((item) => ({ item }));
			output.push(...records.map((json) => ({ json, pairedItem })));
		}
	} catch (error) {
		for (const index of sending) fail(error, index);
	}
	return [...output, ...failed];
}
