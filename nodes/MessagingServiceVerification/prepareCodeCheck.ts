import type { IDataObject } from 'n8n-workflow';
import { readItem } from '../shared/in/readItem';
import type { LocalOperation, Run } from '../shared/run/operation';
import { type KeyStore } from '../shared/store/stepStore';
import { withKeyStore } from '../shared/store/store';
import { type VerifiedCodeToken, verifyCodeToken } from './codeToken';
import { recipientPhoneField as phoneField } from '../shared/describe/fields';
import { enteredCodeField, tokenField } from './fields';

const MAX_TRIES = 5;

/**
 * Validates the fields, and returns a function that checks the entered code.
 *
 * @throws Problem or ValidationError
 */
export function prepareCodeCheck(
	run: Run<LocalOperation>,
	index: number,
): () => Promise<IDataObject> {
	const { account, context } = run;
	const values = readItem(run, index);
	const codes = String(values[enteredCodeField.name]).split(' ').filter(Boolean);
	const phone = String(values[phoneField.name]);
	const token = verifyCodeToken(account, String(values[tokenField.name]));
	const isRight = () => codes.some((code) => token.matchesPhoneAndCode(phone, code));
	return async () => {
		// An entered text without a code does not count as a try. In this result, `tries_left` is
		// always 1, because looking up the real number in n8n's store would use up a try.
		if (codes.length === 0) return buildCheckResult('no code', 1);
		if (Date.now() >= token.expiresAtMs) return buildCheckResult('expired');
		// A code is valid for at most a day.
		const purpose = { name: 'one-time code', minRememberDays: 1 };
		return await withKeyStore(context, purpose, async (store) =>
			buildCheckResult(...(await countTryAndDecide(store, token, isRight()))),
		);
	};
}

type CheckReason = 'ok' | 'no code' | 'wrong' | 'expired' | 'used' | 'too many tries';

const buildCheckResult = (reason: CheckReason, triesLeft = 0): IDataObject => ({
	verified: reason === 'ok',
	reason,
	tries_left: triesLeft,
});

/**
 * Counts the try before returning its outcome. If the code is wrong and a try was left, the `used`
 * key is not looked up, because a look-up in n8n's store adds the key. Removing the key again is
 * not safe: the database row has no lock, so another n8n process can restore the key.
 */
async function countTryAndDecide(
	store: KeyStore,
	{ id }: VerifiedCodeToken,
	isRight: boolean,
): Promise<[CheckReason, number?]> {
	const isNew = async (key: string) => (await store.addNew([key])).has(key);
	const used = `${id} used`;
	const tries = Array.from({ length: MAX_TRIES }, (_, number) => `${id} ${number + 1}`);
	while (tries.length > 0 && !(await isNew(tries[0]))) tries.shift();
	const [counted, ...left] = tries;
	if (counted && !isRight) return ['wrong', left.length];
	const keys = [used];
	let isUsed = false;
	try {
		isUsed = !(await isNew(used));
		if (isUsed) return ['used'];
		if (!counted) return ['too many tries'];
		// A used code has no tries left. The keys are written twice: if another n8n process read the database
		// row before the first write, that process overwrites the first write.
		keys.push(...left);
		await store.addNew(keys);
		await store.addOrRenew(keys);
		isUsed = true;
		return ['ok'];
	} finally {
		// The caller did not learn that the code is right, so the code stays valid.
		if (!isUsed) await store.remove(keys);
	}
}
