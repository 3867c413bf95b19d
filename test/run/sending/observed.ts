import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LoggedRequest, Sandbox } from '../../../sandbox';
import type { InputItem, RunResult } from '../../support/engine/runNode';
import type { Kind } from './kinds';

/**
 * Counts the requests of each item.
 * @param counts selects the requests; default: all
 */
export const sentOf = (
	sandbox: Sandbox,
	{ mark, sends }: Kind,
	count: number,
	counts: (request: LoggedRequest) => boolean = () => true,
): number[] => {
	const requests = sandbox.requests
		.filter((request) => request.operation === sends && counts(request))
		.map((request) => JSON.stringify(request));
	return Array.from({ length: mark ? count : 0 }, (_, n) => {
		return requests.filter((text) => text.includes(mark?.(n) ?? '')).length;
	});
};

/** Returns the index of the input item for each output item. */
export const pairsOf = (items: INodeExecutionData[]): number[][] =>
	items.map(({ pairedItem }) =>
		[pairedItem].flat().map((one) => (typeof one === 'object' ? one.item : Number(one))),
	);

export const jsonsOf = ({ items }: Pick<RunResult, 'items'>) => items.map(({ json }) => json);

/** Returns the hints above the output of the last step. */
export const hintsOf = ({ runData }: Pick<RunResult, 'runData'>): string[] =>
	(Object.values(runData).at(-1) ?? []).flatMap(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);

/** Returns the description of an error in n8n. */
export const descriptionOf = ({ error }: Pick<RunResult, 'error'>): string =>
	String((error as { description?: string } | undefined)?.description);

/** Returns the index of the item that n8n names in an error. */
export const itemOfError = ({ error }: Pick<RunResult, 'error'>): unknown =>
	(error as { context?: IDataObject } | undefined)?.context?.itemIndex;

/**
 * Makes the expression of some items throw in some tries of Retry On Fail.
 *
 * @param throws reports whether to throw in a try, counted from 1
 * @param field that the expression reads
 */
export function throwing(
	items: InputItem[],
	throws: Record<number, (attempt: number) => boolean>,
	field = 'throws',
): InputItem[] {
	let attempt = 1;
	let last = -1;
	let isRead = false;
	for (const [index, throwsIn] of Object.entries(throws)) {
		Object.defineProperty(items[Number(index)].json, field, {
			get: () => {
				// A later read of this item or of an earlier item belongs to the next try.
				if (isRead && Number(index) <= last) attempt++;
				last = Number(index);
				isRead = false;
				queueMicrotask(() => (isRead = true));
				return throwsIn(attempt);
			},
		});
	}
	return items;
}
