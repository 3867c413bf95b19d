import { inspect } from 'node:util';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { LoggerProxy } from 'n8n-workflow';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';
import { token } from './engine/credentials';
import { type RunResult, type RunSetting, runNode } from './engine/runNode';
import { loadList } from './engine/pickerLists';

/** Starts a sandbox with the tests' token and a manual clock. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	return await startSandbox({ token, clock: 'manual', ...options });
}

/** The sandbox for the tests in a file that calls `useSandbox`. */
export let sandbox: Sandbox;

/**
 * Starts one sandbox for all tests of a file. Before each test, resets the sandbox and prepares
 * `prepared` messages.
 */
export function useSandbox(prepared = 0): void {
	beforeAll(async () => {
		sandbox = await startTestSandbox();
	});
	beforeEach(async () => {
		sandbox.reset();
		await prepareMessages(sandbox, prepared);
	});
	afterAll(async () => await sandbox.close());
}

export const credentialsOf = ({ url }: { url: string }) => ({ baseUrl: url, token });

/** Runs a node against the sandbox. Retry On Fail waits 1 ms. */
export async function run(service: { url: string }, setting: RunSetting): Promise<RunResult> {
	const credentials = credentialsOf(service);
	return await runNode({ waitBetweenTries: 1, maxTries: 2, ...setting, credentials });
}

export async function loadSandboxList(
	service: { url: string },
	setting: RunSetting,
	field: string,
) {
	return await loadList({ ...setting, credentials: credentialsOf(service) }, field);
}

export const countRequestsTo = (sandbox: Sandbox, operation: string): number =>
	sandbox.requests.filter((request) => request.operation === operation).length;

/** ID of the last prepared message. IDs continue after a reset of the sandbox. */
export const lastPrepared = { id: '' };

export async function prepareMessages(sandbox: Sandbox, count: number): Promise<void> {
	for (let n = 1; n <= count; n++) {
		const query = new URLSearchParams({ token, message: `Text ${n}`, alphaname_id: '1363' });
		const answer = await fetch(`${sandbox.url}/api/v1/createSmsMessage?${query}`);
		if (!answer.ok) throw new Error(await answer.text());
		lastPrepared.id = String(((await answer.json()) as { message_id: number }).message_id);
	}
}

/**
 * Returns a list to which each log line of n8n's engine is added, down to debug level, with all
 * details.
 */
export function captureLog(): string[] {
	const lines: string[] = [];
	const note = (message: string, details?: object) => {
		lines.push(`${message} ${inspect(details, { depth: Infinity, showHidden: true })}`);
	};
	// Creates n8n's logger before `init`, because a new n8n logger replaces any other logger.
	const logger = Container.get(Logger);
	LoggerProxy.init(Object.assign(logger, { error: note, warn: note, info: note, debug: note }));
	return lines;
}

/** Runs all tasks, at most `atATime` concurrently. Results are in the order of the tasks. */
export async function inParallel<T, R>(
	tasks: T[],
	atATime: number,
	perform: (task: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const left = [...tasks.entries()];
	const work = async () => {
		for (let next = left.shift(); next; next = left.shift()) {
			const [index, task] = next;
			results[index] = await perform(task);
		}
	};
	await Promise.all(Array.from({ length: atATime }, work));
	return results;
}
