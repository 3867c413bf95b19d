import type { Operation, Plan, AnyRun } from '../../nodes/shared/run/operation';
import { newEntry } from '../../nodes/shared/run/ledger';
import { sendAll } from '../../nodes/shared/run/sendAll';

/** Returns the state of an entry whose request throws `thrown`, and the error of the run. */
async function settled(effect: Operation['effect'], thrown: unknown) {
	const entry = newEntry(0);
	const operation = { effect, fieldIndex: { sentFields: [] } };
	const run = {
		...{ operation, context: {}, policy: { maxInFlight: 1 }, ledger: { entries: [entry] } },
		errorContextOf: () => ({ context: { getNode: () => ({}) }, itemIndex: 0 }),
	};
	const send = async () => await Promise.reject(thrown as Error);
	const plan: Plan = { createRequests: () => [{ entries: [entry], send }] };
	const error = await sendAll(run as unknown as AnyRun, plan);
	return { state: entry.state.is, message: error?.message, itemIndex: error?.itemIndex };
}

const CANNOT = 'The response cannot be read';
test.each<[Operation['effect'], error: Error, state: string, message: string]>([
	['send', new TypeError('x'), 'unknown', `${CANNOT}. The message may have been sent`],
	['send', new RangeError('x'), 'unknown', `${CANNOT}. The message may have been sent`],
	['change', new TypeError('x'), 'unknown', `${CANNOT}. The change may have been made`],
	['read', new TypeError('x'), 'failed', 'x'],
	['send', new Error('x'), 'failed', 'x'],
])(
	'a request with the effect %s that ends with %p is %s',
	async (effect, error, state, message) => {
		expect(await settled(effect, error)).toEqual({ state, message, itemIndex: 0 });
	},
);
