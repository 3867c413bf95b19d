import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError, errorItem, guarded } from '../shared/failures';
import { id } from '../shared/formats';
import type { Operation } from '../shared/operation';
import { policyOf } from '../shared/policy';
import { checkField } from '../shared/request';
import { serviceOf } from '../shared/service';
import { call } from '../shared/transport';
import { assertFieldCount, readContact } from './contacts';
import { targetList } from './fields';
import { importCalls, type Row } from './importCalls';

/** Imports all input items as contacts; returns one item with the totals, and the failed items. */
export async function importItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const { action, path } = operation;
	const node = context.getNode();
	const failed: INodeExecutionData[] = [];
	const fail = (error: unknown, index: number) => {
		const nodeError = asNodeError(error, node, action, index);
		if (!context.continueOnFail()) throw nodeError;
		failed.push(errorItem(context, nodeError, index));
	};
	const list = context.getNodeParameter('listId', 0, '', { extractValue: true });
	const listId = checkField({ ...targetList, as: id }, list, '', { node, action, itemIndex: 0 });
	const read = (name: string) => context.getNodeParameter(name, 0, {});
	const policy = policyOf(read, { node, action, itemIndex: 0 });
	const rows: Row[] = [];
	context.getInputData().forEach((_, index) => {
		try {
			const where = { node, action, itemIndex: index };
			rows.push({ index, contact: guarded(where, () => readContact(context, index)) });
		} catch (error) {
			fail(error, index);
		}
	});
	guarded({ node, action }, () =>
		assertFieldCount([...new Set(rows.flatMap(({ contact }) => [...contact.keys()]))]),
	);
	const { address, tokenBytes } = await serviceOf(context);
	const qs = { token: '', list_id: listId };
	const bytes = `${address}${path}?&list_id=${listId}&`.length + tokenBytes;
	const totals: IDataObject = { inserted: 0, updated: 0, invalid: 0 };
	const log: IDataObject[] = [];
	const done: number[] = [];
	for (const [part, { rows: contacts, query }] of importCalls(rows, bytes).entries()) {
		try {
			const [result] = await call(context, { operation, qs, query, policy, part }, address);
			for (const key of Object.keys(totals))
				totals[key] = Number(totals[key]) + Number(result[key] ?? 0);
			for (const entry of (result.log ?? []) as IDataObject[]) {
				// The service counts within its call; people count their input items.
				log.push({ ...entry, index: contacts[Number(entry.index)]?.index ?? entry.index });
			}
			done.push(...contacts.map(({ index }) => index));
		} catch (error) {
			for (const { index } of contacts) fail(error, index);
		}
	}
	if (done.length === 0) return failed;
	const json = { ...totals, ...(log.length > 0 && { log }) };
	return [{ json, pairedItem: done.map((item) => ({ item })) }, ...failed];
}
