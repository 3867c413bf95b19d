import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { planMailings, type Planned, planRecipients } from './planRequests';
import { type BatchSpec, BatchReader } from './readBatch';
import { RejectedItems } from '../errors/rejectedItems';
import { sendAll, type Sending } from './sendRequests';
import { preview } from './dryRun';
import { asNodeError, fieldError, withNodeError } from '../errors/nodeErrors';
import type { Operation } from '../describe/operation';
import { serviceOf } from '../http/service';

/** An operation that makes one mailing of all its input items. */
export function batchOperation(batch: BatchSpec, operation: Omit<Operation, 'execute'>): Operation {
	return {
		...operation,
		async execute(this: IExecuteFunctions) {
			return [await runBatch(this, batch, operation)];
		},
	};
}

interface Ready extends Sending {
	requests: Planned[];
	dryRun: boolean;
}

/** Checks everything, and only then sends. */
async function runBatch(
	context: IExecuteFunctions,
	batch: BatchSpec,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const items = context.getInputData();
	const rejects = new RejectedItems(node, operation.action);
	let ready: Ready | undefined;
	try {
		ready = await prepare(context, batch, operation, rejects);
	} catch (error) {
		if (!context.continueOnFail()) throw asNodeError(error, node, operation.action, 0);
		// What is read once is wrong: it is so for every item that has no error of its own.
		const failed = rejects.indexes;
		const others = [...items.keys()].filter((index) => !failed.has(index));
		for (const index of others) rejects.add(error, index);
	}
	if (ready?.dryRun) {
		return [preview(ready.requests, rejects, items.length, batch.countsSmsParts === true)];
	}
	if (rejects.count > 0 && !context.continueOnFail()) throw rejects.summary;
	const output = ready ? await sendAll(context, ready.requests, ready) : [];
	for (const item of rejects.errorItems) output.push(item);
	return output;
}

async function prepare(
	context: IExecuteFunctions,
	batch: BatchSpec,
	operation: Operation,
	rejects: RejectedItems,
): Promise<Ready> {
	const node = context.getNode();
	const where = { context: { getNode: () => node }, action: operation.action };
	const reader = new BatchReader(context, batch, operation, node);
	const { onePerRecipient, dryRun, parametersIn, perRequest } = reader.options;
	const once = reader.once();
	const mailings = reader.isJson ? reader.written(rejects) : [];
	const recipients = reader.isJson ? [] : reader.recipients(rejects);
	const service = await serviceOf(context);
	const freight = { once, service, parametersIn };
	const requests = withNodeError(where, () =>
		reader.isJson
			? planMailings(batch, mailings, [...context.getInputData().keys()], freight)
			: planRecipients(batch, recipients, freight, perRequest, (itemIndex, bad) =>
					rejects.add(fieldError(bad, { ...where, itemIndex }), itemIndex),
				),
	);
	const { policy, isJson } = reader;
	const { address } = service;
	const split = onePerRecipient && !isJson;
	return { batch, operation, node, policy, address, onePerRecipient: split, requests, dryRun };
}
