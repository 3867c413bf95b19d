import type { FaultOptions, Sandbox } from '../../../sandbox';
import type { InputItem } from '../../support/engine/runNode';
import { people } from '../../support/operations';
import { countRequestsTo, startTestSandbox } from '../../support/sandboxHarness';
import { type DuplicateStore, useDuplicateStore } from '../../support/duplicateStore';

/** The service of the current test. */
export let sandbox: Sandbox;
/** Where its keys are remembered. */
export let table: DuplicateStore;

/** Gives each test of a file a sandbox of its own, and a store that remembers nothing. */
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

/** Items with these keys, each to a recipient of its own. */
export const orders = (...keys: unknown[]): InputItem[] =>
	people(keys.length).map(({ json }, index) => ({
		json: { ...json, order: keys[index] as string },
	}));

/** The number of SMS that were requested. */
export const sends = () => countRequestsTo(sandbox, 'sendQuickSMS');
/** The service rejects an SMS. */
export const reject = (more: Partial<FaultOptions> = {}) =>
	sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS', ...more });
/** The service sends an SMS, but its response is lost. */
export const cut = (more: Partial<FaultOptions> = {}) =>
	sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', after: true, ...more });

export const sent: unknown = expect.objectContaining({ is_sent: true });
export const left = (key: string): unknown =>
	expect.objectContaining({ is_sent: false, reason: 'already sent', key });
export const maybeSent = (key: string): unknown =>
	expect.objectContaining({
		error: `'Send Once Per Key' is the key of a message that may have been sent before: "${key}"`,
		is_sent: null,
	});
export const goOn = { onError: 'continueRegularOutput' } as const;
/** Makes these writes of the keys fail, counted from now. */
export function failWrites(isFailing: (write: number) => boolean): void {
	let writes = 0;
	table.beforeWrite = () => {
		if (isFailing(++writes)) throw new Error('database is locked');
	};
}
