import { type Field, toggle, wholeNumber, asOption } from '../../describe/field';
import type { Operation, AnyRun, Run } from '../operation';
import type { IDataObject } from 'n8n-workflow';
import { readField } from '../readField';
import { message, moreIn } from '../../describe/fields';
import { ValidationError } from '../../values/formats';
import { outsideGsm7, withPlainCharacters } from '../../values/plainCharacters';
import { smsParts } from '../../values/smsParts';

const maxParts = wholeNumber('Max Parts per Message', 'maxParts', [1, 255], {
	default: '',
	placeholder: 'e.g. 3',
	hint: '1 to 255 parts, 10 without this option. A longer message is not sent.',
	description: `Maximum number of SMS parts of a message. A lower limit in the credential applies instead. ${moreIn('once-hours-limits.md')}`,
});

export const maxRecipients = wholeNumber(
	'Max Recipients per Run',
	'maxRecipients',
	[1, 1_000_000],
	{
		default: '',
		placeholder: 'e.g. 1000',
		hint: '1 to 1,000,000. If there are more, nothing is sent.',
		description: `Maximum number of recipients of all input items. If there are more, nothing is sent. Each round of a loop is a run of its own. A lower limit in the credential applies instead. ${moreIn('once-hours-limits.md')}`,
	},
);

/** Of a text that is forwarded as an SMS, it needs the option that forwards it: see the operation. */
export const replaceSpecialCharacters = toggle(
	'Replace Special Characters',
	'replaceSpecialCharacters',
	{
		default: true,
		description:
			'Whether to replace typographic quotation marks, apostrophes, dashes, ellipses, spaces, bullets and primes with plain characters, and to remove characters without a width, if the whole text then fits GSM-7. A part of GSM-7 has up to 160 characters instead of 70. Otherwise nothing is replaced.',
	},
);

/** The options about the texts and the recipients of a step. */
export const limitOptions = (operation: Operation): Field[] => [
	...(operation.isSms ? [maxParts] : []),
	...(operation.isSms === true ? [replaceSpecialCharacters] : []),
	...(operation.knowsRecipients || countsRecipients(operation) ? [maxRecipients] : []),
];

/** Whether it is about mailings to contact lists, and the service says how many recipients they have. */
const countsRecipients = ({ countRecipients, recipientsIn }: Operation): boolean =>
	Boolean(countRecipients ?? recipientsIn);

export interface Limit {
	max: number;
	/** Where it is set; empty if it is not. */
	place: string;
}

/** A text of more parts is a mistake more often than not, and each part costs money. */
const DEFAULT_PARTS: Limit = { max: 10, place: '' };

/** The lower of the step's and the account's limit. @throws Problem or UserError */
export function limitOf(run: AnyRun, field: Field, index: number): Limit | undefined {
	const own = Number(readField(asOption(field), run.item(index)) ?? Infinity);
	const ofAccount =
		run.account.sendLimits[field.name as 'maxParts' | 'maxRecipients'] ?? Infinity;
	if (ofAccount < own) return { max: ofAccount, place: 'in the credential' };
	return own === Infinity ? undefined : { max: own, place: 'in this step' };
}

export const replacesSpecialCharacters = (run: Run, index: number): boolean =>
	readField(asOption(replaceSpecialCharacters), run.item(index)) === 1;

/**
 * Returns a function that completes and validates the SMS text in the parameters of an item or a batch.
 *
 * @throws ValidationError if the text has more parts than are allowed
 */
export function smsTextCheck(run: Run, index: number): (sent: IDataObject) => void {
	const { isSms } = run.operation;
	if (!isSms) return () => {};
	const limit = limitOf(run, maxParts, index) ?? DEFAULT_PARTS;
	const replaces = replacesSpecialCharacters(run, index);
	// The recipients of a batch often have the same text.
	let last = { given: '', text: '' };
	return (sent) => {
		const name = 'text' in sent ? 'text' : 'message';
		if (sent[name] === undefined || (isSms !== true && sent.forwarding_message !== 1)) return;
		const given = String(sent[name]);
		if (given !== last.given) {
			const text = replaces ? withPlainCharacters(given) : given;
			assertParts(text, limit, replaces);
			last = { given, text };
		}
		sent[name] = last.text;
	};
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
