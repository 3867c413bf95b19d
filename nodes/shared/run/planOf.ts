import {
	type AnyRun,
	isLocal,
	type LocalOperation,
	type Plan,
	type PlannedRequest,
	type Run,
} from '../describe/operation';
import type { RejectedItems } from '../errors/rejectedItems';
import { settledRequest } from '../http/sentRequests';
import { outputOf, planItems } from './planItems';

/** What a run does once all its items are validated. Those that are wrong are rejected. */
export async function planOf(run: AnyRun, rejected: RejectedItems): Promise<Plan> {
	const { operation } = run;
	if (isLocal(operation)) return planLocal({ ...run, operation }, rejected);
	return await (operation.plan ?? planItems)({ ...run, operation }, rejected);
}

/** Plans the record of each input item, without a request; an item that is wrong is rejected. */
function planLocal(run: Run<LocalOperation>, rejected: RejectedItems): Plan {
	const requests: PlannedRequest[] = [];
	for (const index of run.items.keys()) {
		const indexes = [index];
		try {
			// Not read again: an earlier try of Retry On Fail has its record.
			const respond = settledRequest(run, index)
				? undefined
				: run.operation.respond(run, index);
			const send = async () => (respond ? [await respond()] : []);
			requests.push({ indexes, keys: indexes, send });
		} catch (error) {
			rejected.add(error, index);
		}
	}
	return {
		requests,
		toOutput: (records, otherItems) => outputOf(requests, records, otherItems),
	};
}
