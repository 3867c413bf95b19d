import type { IDataObject } from 'n8n-workflow';
import { CODE } from '../shared/values/code';
import { countryCodeOf } from '../shared/run/options/countryCode';
import { readField } from '../shared/run/readField';
import type { LocalOperation, Run } from '../shared/run/operation';
import { type Store, withStore } from '../shared/store/store';
import { type CodeToken, readToken } from './codeToken';
import { phone as phoneField } from '../shared/describe/fields';
import { enteredCode, token as tokenField } from './fields';

/** How often a code may be entered. */
const TRIES = 5;
/** A code is valid for a day at most, and so long its tries are remembered. */
const CODES = { name: 'one-time code', days: 1 };

/**
 * Reads what a person entered, and returns what checks it.
 *
 * @throws NodeOperationError or ValidationError
 */
export function checkCode(run: Run<LocalOperation>, index: number): () => Promise<IDataObject> {
	const { account, context } = run;
	const countryCode = countryCodeOf(run, index);
	const reader = run.item(index, countryCode);
	const [given, phone, code] = [tokenField, phoneField, enteredCode].map((field) =>
		String(readField(field, reader)),
	);
	const isNumber = typeof reader.read(enteredCode.name) === 'number';
	const codes = isNumber ? withZeros(code) : [code];
	const token = readToken(account, given);
	const isRight = () => codes.some((one) => token.isFor(phone, one));
	return async () => {
		if (Date.now() >= token.expiry) return result('expired');
		// It is no code, so it costs no try. How many are left is not looked up: n8n would count it.
		if (!/\d/.test(code)) return result('wrong', 1);
		return await withStore(context, CODES, async (store) =>
			result(...(await countTry(store, token, isRight()))),
		);
	};
}

/** What a code may have been that a form or a sheet took for a number. No two of them can be right. */
const withZeros = (code: string): string[] =>
	[...Array(CODE.max).keys()].map((others) => code.padStart(others + 1, '0'));

type Reason = 'ok' | 'wrong' | 'expired' | 'used' | 'too many tries';

const result = (reason: Reason, triesLeft = 0): IDataObject => ({
	verified: reason === 'ok',
	reason,
	tries_left: triesLeft,
});

/**
 * Counts the try before anything shows its outcome. A code that is not decided yet is never looked
 * up: n8n adds what it looks for, and its row has no lock, so that another n8n process can bring back
 * what is removed again.
 */
async function countTry(
	store: Store,
	{ id }: CodeToken,
	isRight: boolean,
): Promise<[Reason, number?]> {
	const isNew = async (key: string) => (await store.add([key])).has(key);
	const used = `${id} used`;
	const tries = Array.from({ length: TRIES }, (_, number) => `${id} ${number + 1}`);
	while (tries.length > 0 && !(await isNew(tries[0]))) tries.shift();
	const [counted, ...left] = tries;
	if (counted && !isRight) return ['wrong', left.length];
	const marks = [used];
	let isUsed = false;
	try {
		isUsed = !(await isNew(used));
		if (isUsed) return ['used'];
		if (!counted) return ['too many tries'];
		// No try is left of a code that was used. It is written twice, some time apart: another n8n process
		// that had read the row before undoes what was written since.
		marks.push(...left);
		await store.add(marks);
		await store.put(marks);
		isUsed = true;
		return ['ok'];
	} finally {
		// The caller did not learn that it is right.
		if (!isUsed) await store.remove(marks);
	}
}
