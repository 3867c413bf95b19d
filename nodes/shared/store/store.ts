import type { IExecuteFunctions } from 'n8n-workflow';
import { TemporaryError, ValidationError } from '../values/formats';
import { withLock } from './inProcess';
import { type KeyPurpose, StepKeyStore, type KeyStore } from './stepStore';

export type { KeyPurpose, KeyStore } from './stepStore';

/**
 * Runs `use` with the store of this step, for one caller at a time, so that two executions in this process
 * cannot add the same key. A test execution in the editor remembers nothing.
 *
 * n8n's store has no dates, so each key belongs to time windows: a key is looked up in the current window, and
 * added to the current and the next window.
 *
 * @throws ValidationError if n8n provides no store to this caller
 * @throws TemporaryError if n8n's database fails; n8n's log has the reason
 */
export async function withKeyStore<T>(
	context: IExecuteFunctions,
	purpose: KeyPurpose,
	use: (store: KeyStore) => Promise<T>,
): Promise<T> {
	if (isTestExecution(context)) return await use(noOpKeyStore);
	if (typeof context.helpers.checkProcessedAndRecord !== 'function')
		throw noStoreError(purpose.optionLabel);
	const step = `${context.getWorkflow().id}/${context.getNode().id}`;
	const store = new StepKeyStore(context.helpers, step, purpose);
	return await withLock(step, async () => {
		try {
			await store.finishPendingRemovals();
			return await use(store);
		} catch (error) {
			const reason = error instanceof Error ? error.message : '';
			const { name } = context.getNode();
			context.logger.warn(`${name}: n8n could not read or save keys. ${reason}`);
			throw storeFailedError(purpose.optionLabel);
		}
	});
}

export const isTestExecution = (context: Pick<IExecuteFunctions, 'getMode'>): boolean =>
	context.getMode() === 'manual';

const noOpKeyStore: KeyStore = {
	addNew: async (keys) => new Set(keys),
	addOrRenew: async () => {},
	findRememberedByAdding: async () => new Set(),
	remove: async () => {},
};

const storeFailedError = (label?: string) =>
	new TemporaryError(
		"needs n8n's database, which could not be read or written",
		"Run this step again. If the step fails again, see n8n's log.",
		label,
	);

const noStoreError = (label?: string) =>
	new ValidationError(
		'needs storage that n8n does not provide to tools of an MCP server, of n8n Agents (Message an Agent), or of an AI Agent node before version 3',
		'Use an AI Agent of version 3 or later, or put this step into a sub-workflow, and give the agent the sub-workflow as its tool.',
		label,
	);
