import type { NodeExecutionHint } from 'n8n-workflow';
import type { Ledger, State } from '../entry';
import { OPTION_LABELS } from '../../values/optionLabels';
import { MAX_STORED_HASHES } from '../../store/stepStore';
import { describeValue, ValidationError } from '../../values/formats';

const SEND_ONCE_KEY_LABEL = OPTION_LABELS.sendOnceKey;

export const alreadySentState = (key: string): State => ({
	is: 'leftOut',
	reason: 'already sent',
	outputFields: { key },
});

export const maybeSentError = (key: string) =>
	new ValidationError(
		'has the key of a message that may have been sent before',
		'To find out what happened, check your account on the website of the service. To send the message anyway, turn on "Resend If Unknown", or use another key.',
		SEND_ONCE_KEY_LABEL,
		key,
	);

/** A sent key takes up to four hashes: a claim and an outcome in each of two time windows. */
const MAX_KEYS = MAX_STORED_HASHES / 4;

/** @throws ValidationError if the store has no room for the keys */
export function assertMaxKeys(keys: number): void {
	if (keys <= MAX_KEYS) return;
	const problem = `has ${keys} keys, but a step remembers at most ${MAX_KEYS}`;
	throw new ValidationError(problem, 'Send fewer items at a time.', SEND_ONCE_KEY_LABEL);
}

export const testExecutionHint: NodeExecutionHint = {
	message: `In a test execution, ${SEND_ONCE_KEY_LABEL} remembers nothing: the next execution sends these messages again.`,
	location: 'outputPane',
};

export function sameKeyHint({ entries }: Ledger): NodeExecutionHint | undefined {
	const followers = entries.flatMap(({ follows }) => follows?.sendKey ?? []);
	const shared = [...new Set(followers)];
	if (shared.length === 0) return undefined;
	const items = shared.length + followers.length;
	const key = describeValue(shared[0]);
	const rest =
		shared.length === 1
			? `have the same key in ${SEND_ONCE_KEY_LABEL}: ${key}. Only the first of these items is sent.`
			: `share ${shared.length} keys in ${SEND_ONCE_KEY_LABEL}, e.g. ${key}. Only the first item with each key is sent.`;
	return {
		message: `${items} items ${rest} Perhaps a part of the key is empty.`,
		type: 'info',
		location: 'outputPane',
	};
}
