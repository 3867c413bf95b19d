import type { Field } from '../describe/field';
import type { AnyRun, Limit, Operation, Run, Values } from '../run/operation';
import type { IDataObject } from 'n8n-workflow';
import { message } from '../describe/fields';
import { maxParts, replaceSpecialCharacters } from '../describe/options';
import { ValidationError } from '../values/formats';
import { outsideGsm7, withPlainCharacters } from '../values/plainCharacters';
import { type SmsParts, smsParts } from '../values/smsParts';

/** A text of more parts is a mistake more often than not, and each part costs money. */
const DEFAULT_PARTS: Limit = { max: 10, place: '' };

/** The lower of the step's and the account's limit. @throws UserError */
export function lowerLimit(
	{ account }: Pick<AnyRun, 'account'>,
	{ name }: Field,
	entered: unknown,
): Limit | undefined {
	const own = Number(entered ?? Infinity);
	const ofAccount = account.sendLimits[name as 'maxParts' | 'maxRecipients'] ?? Infinity;
	if (ofAccount < own) return { max: ofAccount, place: 'in the credential' };
	return own === Infinity ? undefined : { max: own, place: 'in this step' };
}

/**
 * Returns a function that completes and validates the SMS text in the parameters of an item or a batch.
 *
 * @throws ValidationError if the text has more parts than are allowed
 */
export function smsTextCheck(run: Run, values: Values): (sent: IDataObject) => void {
	const { operation } = run;
	if (!operation.isSms) return () => {};
	const limit = lowerLimit(run, maxParts, values[maxParts.name]) ?? DEFAULT_PARTS;
	const replaces = values[replaceSpecialCharacters.name] === 1;
	// The recipients of a batch often have the same text.
	let last = { given: '', text: '' };
	return (sent) => {
		const given = smsTextIn(operation, sent);
		if (given === undefined) return;
		if (given !== last.given) {
			const text = replaces ? withPlainCharacters(given) : given;
			assertParts(text, limit, replaces);
			last = { given, text };
		}
		sent[textName(sent)] = last.text;
	};
}

const textName = (sent: IDataObject) => ('text' in sent ? 'text' : 'message');

/** The text in the parameters of an item or a batch that is sent as an SMS. */
export function smsTextIn({ isSms }: Operation, sent: IDataObject): string | undefined {
	const isSent = isSms === true || (isSms === 'ifForwarded' && sent.forwarding_message === 1);
	const text = sent[textName(sent)];
	return isSent && text !== undefined ? String(text) : undefined;
}

/** What a dry run says of a text as an SMS, with the first character that keeps it out of GSM-7. */
export function smsFacts(text: string, values: Values): SmsParts & { not_in_gsm7?: string } {
	const cause = outsideGsm7(text, values[replaceSpecialCharacters.name] === 1);
	return { ...smsParts(text), ...(cause && { not_in_gsm7: cause }) };
}

function assertParts(text: string, { max, place }: Limit, replaces: boolean): void {
	const { encoding, parts } = smsParts(text);
	if (parts <= max) return;
	const cause = outsideGsm7(text, replaces);
	const option = `'${maxParts.displayName}'`;
	const advice = cause
		? 'Shorten the text, or replace characters that are not in GSM-7.'
		: 'Shorten the text.';
	throw new ValidationError(
		`has ${parts} SMS parts in ${encoding}${cause ? ` because of ${cause}` : ''}. The limit is ${max} (${place ? `${option} ${place}` : `${option} is not set`})`,
		place ? advice : `${advice} To send it anyway, set ${option}.`,
		message.displayName,
	);
}
