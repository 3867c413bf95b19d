/** Other outcomes of an operation: an item that failed, and an item that timed out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunSetting } from '../../../test/support/engine/runNode';
import type { Example, Operation, Outcome } from '../shape';

export interface Changes {
	onError?: RunSetting['onError'];
	/** Credential fields that replace those of the sandbox. */
	credentials?: { token?: string };
	/** If true, nothing is delivered and nobody replies. */
	standsStill?: boolean;
}

type Run = (example: Example, changes?: Changes) => Promise<IDataObject | undefined>;

/** Runs the example of an operation with values that fail or time out. */
export async function addOutcomes(operation: Operation, run: Run): Promise<void> {
	const { commonOptions, example, wholeInput } = operation;
	const withOption = (options: INodeParameters): Example => ({
		...example,
		parameters: { ...example.parameters, options },
	});
	if (wholeInput && commonOptions.includes('options.dryRun')) {
		example.dryRun = await run(withOption({ dryRun: true }));
	}
	const { token, ...changes } = wrongValue(operation);
	const failing = { ...example, ...changes };
	failing.parameters = { ...example.parameters, ...changes.parameters };
	// Without a value from the input, no earlier step is needed.
	if (!/"=/.test(JSON.stringify(failing.parameters))) delete failing.inputFrom;
	if (!failing.inputFrom && !changes.input) delete failing.input;
	const output = await run(failing, {
		onError: 'continueRegularOutput',
		credentials: token === undefined ? {} : { token },
	});
	example.failed = { ...changes, output };
	const wait = shortWait(operation);
	if (!wait) return;
	const atTheEnd = await run(withOption(wait), { standsStill: true });
	example.timedOut = { parameters: { options: wait }, output: atTheEnd };
}

/** A wrong phone, email or ID. An operation without such a parameter gets a wrong token. */
function wrongValue({
	example,
	wholeInput,
}: Operation): Omit<Outcome, 'output'> & { token?: string } {
	const { parameters, inputFrom } = example;
	const [phone, email] = ['12345', 'anna@'];
	if (wholeInput && !inputFrom) {
		return { input: [{ ...('email' in parameters ? { email } : { phone }), NAME: 'Anna' }] };
	}
	if ('phone' in parameters) return { parameters: { phone } };
	if ('email' in parameters) return { parameters: { email } };
	const [id] = Object.keys(parameters).filter((name) => /(Id|Ids|uuid|sender)$/.test(name));
	if (id === undefined) return { token: 'another' };
	const value = '999999';
	const isText = typeof parameters[id] === 'string';
	return { parameters: { [id]: isText ? value : { __rl: true, mode: 'id', value } } };
}

/** Options that make the step wait, for the shortest time allowed. */
function shortWait({ parameters }: Operation): INodeParameters | undefined {
	const waits = ['waitForFinalStatus', 'waitForReplies'].find((wait) =>
		parameters.some(({ name }) => name === `options.${wait}`),
	);
	if (waits) return { [waits]: 1 };
	const limited = parameters.find(({ name }) => name === 'options.limitWaitTime');
	return limited && { limitWaitTime: limited.default as INodeParameters };
}
