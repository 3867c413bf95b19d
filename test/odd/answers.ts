import { apiTable, type ApiOperationName } from '../contract/apiTable';
import type { Answer, SentRequest } from '../support/engine/service';
import { template } from './model';

const byPath = new Map(
	(Object.keys(apiTable) as ApiOperationName[]).map((name) => [apiTable[name].path, name]),
);
export const apiOf = ({ path }: SentRequest): ApiOperationName | undefined => byPath.get(path);

const EMPTY: Partial<Record<ApiOperationName, unknown>> = {
	getSMSMessages: { status: 'success', data: [] },
	getMessagesList: { result: [] },
	getSmsDeliveryList: { result: [] },
};
const LISTS: ApiOperationName[] = [
	...(['getSMSMessages', 'getMessagesList', 'getSmsDeliveryList', 'getViberMessages'] as const),
	...(['getViberDeliveryList', 'getNewIncomingMessages', 'getTemplateMessages'] as const),
	...(['getSubscriberLists', 'getEmailDeliveryList', 'getEmailTemplates'] as const),
];
const STATUS_ONLY: ApiOperationName[] = [
	...(['confirmViberMessage', 'deleteTemplateMessage', 'unsubscribeEmail'] as const),
	'subscribeEmail',
];

/** Nothing waits for a final status of it. */
const FINAL = [{ status: 'DELIVERED' }];

/** Whether each output item has the number of its request, as `ref`: Simplify leaves it out. */
export const isNumbered = (api: ApiOperationName): boolean =>
	![...LISTS, ...STATUS_ONLY, 'readResponseStatus', 'getViberMessageData'].includes(api);

/** A documented response to the n-th request, with `ref`, which the documentation does not name. */
export function answerTo(request: SentRequest, ref: number, message = template('{name}')): Answer {
	const api = apiOf(request);
	if (api === undefined) return { status: 404, body: 'not an operation of the API' };
	if (LISTS.includes(api)) return { body: EMPTY[api] ?? { status: 'OK', result: [] } };
	if (STATUS_ONLY.includes(api)) return { body: { status: 'OK' } };
	if (api === 'readResponseStatus') return { body: { status: 'OK', result: 'Flagged 2' } };
	const uuid = `u-${ref}`;
	if (/^sendBulk(Sms|Viber)$/.test(api)) return { body: { uuid, success: 'OK', ref } };
	if (/^statusBulk(Sms|Viber)$/.test(api)) {
		return { body: [{ message_id: ref, name: 'A', alphaname_id: 1, success: FINAL, ref }] };
	}
	if (api === 'statusBulkEmail') {
		const entry = { message_id: uuid, name: 'A', success: FINAL, errors: [], ref };
		return { body: { status: 'OK', result: [entry] } };
	}
	// No ID is 0.
	const id = ref + 1;
	const record = {
		...{ message_id: id, email_id: id, list_id: id, id, uuid, ref },
		...{ name: 'A', message, parts: 1, len: 5, alphaname: 'Shop', time: 0 },
		...{ inserted: 1, updated: 0, invalid: 0, phone: '1', error_code: 0 },
	};
	if (api === 'createSmsMessage') return { body: { ...record, status: 'ok' } };
	if (apiTable[api].path.includes('/v1/')) {
		return { body: { ...record, sms_id: id, status: 'NEW', sent: 1, delivered: 1 } };
	}
	return { body: { status: 'OK', result: { ...record, status: 'READ' } } };
}
