import type { Field } from '../describe/field';
import type { AnyRun, Limit, Operation, Run, Values } from '../run/operation';
import type { IDataObject } from 'n8n-workflow';
import { messageField } from '../describe/fields';
import { maxPartsOption, replaceSpecialCharactersOption } from '../describe/options';
import { ValidationError } from '../values/formats';
import { describeNonGsm7Character, replaceIfFitsGsm7 } from '../values/plainCharacters';
import { type SmsParts, measureSmsParts } from '../values/smsParts';

/** Texts with more parts are usually a mistake, and each part is charged. */
const DEFAULT_MAX_PARTS = 10;

/** Returns the limit of the step or of the account, whichever is lower. @throws UserError */
export function stricterLimit(
	{ account }: Pick<AnyRun, 'account'>,
	{ name }: Field,
	entered: unknown,
): Limit | undefined {
	const stepLimit = Number(entered ?? Infinity);
	const accountLimit = account.sendLimits[name as 'maxParts' | 'maxRecipients'] ?? Infinity;
	if (accountLimit < stepLimit) return { max: accountLimit, setIn: 'in the credential' };
	return stepLimit === Infinity ? undefined : { max: stepLimit, setIn: 'in this step' };
}

/**
 * Returns a function that replaces special characters in the SMS text, if the option is on. The function throws
 * ValidationError if the text has too many parts.
 */
export function createSmsTextReplacer(run: Run, values: Values): (sent: IDataObject) => void {
	const { operation } = run;
	if (!operation.whenSentAsSms) return () => {};
	const limit = stricterLimit(run, maxPartsOption, values[maxPartsOption.name]) ?? {
		max: DEFAULT_MAX_PARTS,
		setIn: '',
	};
	const replaces = values[replaceSpecialCharactersOption.name] === 1;
	// Recipients of a batch often share the text, so the last text is cached.
	let last = { entered: '', text: '' };
	return (sent) => {
		const entered = smsTextIn(operation, sent);
		if (entered === undefined) return;
		if (entered !== last.entered) {
			const text = replaces ? replaceIfFitsGsm7(entered) : entered;
			assertMaxParts(text, limit, replaces);
			last = { entered, text };
		}
		sent[textParameterName(sent)] = last.text;
	};
}

const textParameterName = (sent: IDataObject) => ('text' in sent ? 'text' : 'message');

/** Returns the text to send as an SMS. Undefined if no SMS is sent. */
export function smsTextIn({ whenSentAsSms }: Operation, sent: IDataObject): string | undefined {
	const isSent =
		whenSentAsSms === 'always' ||
		(whenSentAsSms === 'ifForwarded' && sent.forwarding_message === 1);
	const text = sent[textParameterName(sent)];
	return isSent && text !== undefined ? String(text) : undefined;
}

export function smsPartDetails(text: string, values: Values): SmsParts & { not_in_gsm7?: string } {
	const cause = describeNonGsm7Character(text, values[replaceSpecialCharactersOption.name] === 1);
	return { ...measureSmsParts(text), ...(cause && { not_in_gsm7: cause }) };
}

function assertMaxParts(text: string, { max, setIn }: Limit, replaces: boolean): void {
	const { encoding, parts } = measureSmsParts(text);
	if (parts <= max) return;
	const cause = describeNonGsm7Character(text, replaces);
	const option = `'${maxPartsOption.displayName}'`;
	const advice = cause
		? 'Shorten the text, or replace characters that are not in GSM-7.'
		: 'Shorten the text.';
	throw new ValidationError(
		`has ${parts} SMS parts in ${encoding}${cause ? ` because of ${cause}` : ''}. The limit is ${max} (${setIn ? `${option} ${setIn}` : `${option} is not set`})`,
		setIn ? advice : `${advice} To send the message anyway, set ${option}.`,
		messageField.displayName,
	);
}
