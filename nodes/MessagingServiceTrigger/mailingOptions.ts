import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listSearch } from '../shared/node/listSearch';

const viberPickers = [listSearch.searchViberMailings];
const pickers = {
	viberReply: viberPickers,
	viberDelivery: viberPickers,
	smsDelivery: [listSearch.searchPreparedMessages, listSearch.searchSmsMailings],
};

/**
 * The mailings that a user can choose for an event. One of two lists may be missing.
 *
 * @throws the error of the first list if all fail
 */
export async function getMailings(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const event = String(this.getCurrentNodeParameter('event')) as keyof typeof pickers;
	const lists = await Promise.allSettled(
		pickers[event].map(async (list) => await list.call(this)),
	);
	if (lists.every(({ status }) => status === 'rejected')) {
		throw (lists[0] as PromiseRejectedResult).reason;
	}
	return lists.flatMap((list) =>
		list.status === 'fulfilled'
			? list.value.results.map(({ name, value }) => ({ name, value: String(value) }))
			: [],
	);
}
