import type { Sandbox } from '../../../sandbox';
import { startService } from '../../support/sandboxHarness';
import { type DuplicateStore, useDuplicateStore } from '../../support/duplicateStore';

/** The service of the current test. */
export let sandbox: Sandbox;
/** Where its keys are remembered. */
export let table: DuplicateStore;

/** Gives each test of a file a sandbox of its own, and a store that remembers nothing. */
export function startEachFresh(): void {
	beforeEach(async () => {
		sandbox = await startService();
		table = await useDuplicateStore();
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await sandbox.close();
	});
}
