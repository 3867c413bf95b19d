import type { FaultOptions, Sandbox } from '../../../sandbox';
import type { InputItem } from '../../support/engine/runNode';
import { people } from '../../support/operations';
import { countRequestsTo, startTestSandbox } from '../../support/sandboxHarness';
import { type DuplicateStore, useDuplicateStore } from '../../support/duplicateStore';

/** The service of the current test. */
export let sandbox: Sandbox;
/** The store that remembers the keys. */
export let table: DuplicateStore;

/** Gives each test of a file a new sandbox and an empty store. */
export function startEachFresh(): void {
	beforeEach(async () => {
		sandbox = await startTestSandbox();
		table = await useDuplicateStore();
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await sandbox.close();
	});
}

/** Returns items with these keys, each for another recipient. */
export const orders = (...keys: unknown[]): InputItem[] =>
	people(keys.length).map(({ json }, index) => ({
		json: { ...json, order: keys[index] as string },
	}));

/** Counts the requests that send an SMS. */
export const sends = () => countRequestsTo(sandbox, 'sendQuickSMS');
/** Makes the service reject an SMS. */
export const reject = (more: Partial<FaultOptions> = {}) =>
	sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS', ...more });
/** Makes the service send an SMS and lose the response. */
export const cut = (more: Partial<FaultOptions> = {}) =>
	sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', after: true, ...more });

export const sent: unknown = expect.objectContaining({ is_sent: true });
export const left = (key: string): unknown =>
	expect.objectContaining({ is_sent: false, reason: 'already sent', key });
export const maybeSent = (key: string): unknown =>
	expect.objectContaining({
		error: `'Send Once Per Key' has the key of a message that may have been sent before: "${key}"`,
		is_sent: null,
	});
export const goOn = { onError: 'continueRegularOutput' } as const;
/** Makes writes of the keys fail. Writes are counted from now. */
export function failWrites(isFailing: (write: number) => boolean): void {
	let writes = 0;
	table.beforeWrite = () => {
		if (isFailing(++writes)) throw new Error('database is locked');
	};
}
