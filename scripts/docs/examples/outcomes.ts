/** Further outcomes of an example: an item that failed, a step that timed out, and a dry run. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunSetting } from '../../../test/support/engine/runNode';
import type { Example, Operation, Outcome } from '../shape';

export interface Changes {
	onError?: RunSetting['onError'];
	/** Credential fields that replace those of the sandbox. */
	credentials?: { token?: string };
	/** True if the sandbox delivers nothing and nobody replies. */
	standsStill?: boolean;
}

type Run = (example: Example, changes?: Changes) => Promise<IDataObject | undefined>;

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
	// A failing example that reads nothing from the input needs no earlier step.
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

/** Returns a wrong phone, email or ID. If the example has none of these, returns a wrong token. */
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

/** Returns options that limit how long the step waits. */
function shortWait({ parameters }: Operation): INodeParameters | undefined {
	const waits = ['waitForFinalStatus', 'waitForReplies'].find((wait) =>
		parameters.some(({ name }) => name === `options.${wait}`),
	);
	if (waits) return { [waits]: 1 };
	const limited = parameters.find(({ name }) => name === 'options.limitWaitTime');
	return limited && { limitWaitTime: limited.default as INodeParameters };
}
