import type { IDataObject } from 'n8n-workflow';
import { readItem } from '../shared/in/readItem';
import type { LocalOperation, Run } from '../shared/run/operation';
import { type KeyStore } from '../shared/store/stepStore';
import { withKeyStore } from '../shared/store/store';
import { type CodeToken, readToken } from './codeToken';
import { phone as phoneField } from '../shared/describe/fields';
import { enteredCode, token as tokenField } from './fields';

const MAX_TRIES = 5;
/** A code is valid for at most a day, so its tries are remembered for a day. */
const STORE_PURPOSE = { name: 'one-time code', minDays: 1 };

/**
 * Reads the entered code, and returns a function that checks it.
 *
 * @throws Problem or ValidationError
 */
export function checkCode(run: Run<LocalOperation>, index: number): () => Promise<IDataObject> {
	const { account, context } = run;
	const values = readItem(run, index);
	const codes = String(values[enteredCode.name]).split(' ').filter(Boolean);
	const phone = String(values[phoneField.name]);
	const token = readToken(account, String(values[tokenField.name]));
	const isRight = () => codes.some((code) => token.isForPhoneAndCode(phone, code));
	return async () => {
		// An empty entry is not a try. The output does not say how many tries are left, because looking
		// that up in n8n's store would use up a try.
		if (codes.length === 0) return checkResult('no code', 1);
		if (Date.now() >= token.expiry) return checkResult('expired');
		return await withKeyStore(context, STORE_PURPOSE, async (store) =>
			checkResult(...(await countTry(store, token, isRight()))),
		);
	};
}

type CheckReason = 'ok' | 'no code' | 'wrong' | 'expired' | 'used' | 'too many tries';

const checkResult = (reason: CheckReason, triesLeft = 0): IDataObject => ({
	verified: reason === 'ok',
	reason,
	tries_left: triesLeft,
});

/**
 * Counts the try before its outcome is returned. A code without an outcome is never looked up: n8n adds every
 * key that it looks up, and because its row has no lock, another n8n process can restore a key that is removed
 * again.
 */
async function countTry(
	store: KeyStore,
	{ id }: CodeToken,
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
		// A used code has no tries left. The keys are written twice, some time apart, because another n8n
		// process that read the row earlier overwrites the first write.
		keys.push(...left);
		await store.addNew(keys);
		await store.addOrRenew(keys);
		isUsed = true;
		return ['ok'];
	} finally {
		// The caller did not learn that the code is right, so it stays valid.
		if (!isUsed) await store.remove(keys);
	}
}
