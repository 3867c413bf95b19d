import type { ResponseShape } from '../api/responseShapes';
import type { RequestFailure } from '../errors/requestFailure';
import { isRecord, parseJson } from '../values/json';
import type { Received } from './judge';

/** The failure of a response that should have a list, and has none. */
export const WITHOUT_LIST: RequestFailure = {
	status: 200,
	message: 'The service returned no list',
	advice: 'Without the list, the trigger would take old events for new ones. Activate the workflow again. If this happens again, contact the service.',
	outcomeUnknown: true,
};

/** Whether a successful response has neither records nor an empty list. */
export function isWithoutList(
	outcome: Received | RequestFailure,
	{ status, text }: { status: number; text: string },
	{ emptyStatus }: ResponseShape,
): boolean {
	if (!('records' in outcome) || outcome.records.length > 0 || status === emptyStatus)
		return false;
	const json = parseJson(text.replace(/^\ufeff/, '').trim());
	const lists = isRecord(json) ? [json.result, json.data] : [json];
	return !lists.some((list) => Array.isArray(list) && list.length === 0);
}
