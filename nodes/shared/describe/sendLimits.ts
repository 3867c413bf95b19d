import type { IDataObject } from 'n8n-workflow';
import { withNodeError } from '../errors/nodeErrors';
import { ValidationError } from '../values/formats';
import { encodingOf, smsParts } from '../values/smsParts';
import { readField } from './checkField';
import { asOption, type Field, wholeNumber } from './field';
import { message } from './fields';
import { type AnyRun, isLocal, type Operation, type Plan, type Run } from './operation';

const maxParts = wholeNumber('Max Parts per Message', 'maxParts', [1, 255], {
	description:
		'Maximum number of SMS parts of a message. A longer one is an error of its item, before anything is sent. A lower limit in the credential applies instead.',
	apiName: false,
});

const maxRecipients = wholeNumber('Max Recipients per Run', 'maxRecipients', [1, 1_000_000], {
	default: 100,
	description:
		'Maximum number of recipients of all input items. If there are more, nothing is sent. A lower limit in the credential applies instead.',
	apiName: false,
});

/** The options that limit what a step sends. */
export const limitOptions = ({ isSms, knowsRecipients }: Operation): Field[] => [
	...(isSms ? [maxParts] : []),
	...(knowsRecipients ? [maxRecipients] : []),
];

interface Limit {
	max: number;
	/** Where it is set. */
	place: string;
}

/** The stricter one of the step's limit and the account's. @throws NodeOperationError or UserError */
function limitOf({ at, where, service }: AnyRun, field: Field, index: number): Limit | undefined {
	const own = Number(readField(asOption(field), at(index), '', where(index)) ?? Infinity);
	const ofAccount = service.sendLimits[field.name as 'maxParts' | 'maxRecipients'] ?? Infinity;
	if (ofAccount < own) return { max: ofAccount, place: 'in the credential' };
	return own === Infinity ? undefined : { max: own, place: 'in this step' };
}

/**
 * What validates the SMS text of an item, or of a batch, in the parameters that are sent.
 *
 * @throws ValidationError if it has more parts than are allowed
 */
export function partsCheck(run: Run, index: number): (sent: IDataObject) => void {
	const { isSms } = run.operation;
	const limit = isSms && limitOf(run, maxParts, index);
	if (!limit) return () => {};
	return ({ forwarding_message: isForwarded, message, text = message }) => {
		if (isSms === true || isForwarded === 1) assertParts(String(text ?? ''), limit);
	};
}

function assertParts(text: string, { max, place }: Limit): void {
	const { encoding, parts } = smsParts(text);
	if (parts <= max) return;
	const { cause } = encodingOf([...text]);
	throw new ValidationError(
		`has ${parts} SMS parts in ${encoding}${cause ? becauseOf(cause) : ''}. The limit is ${max} ('${maxParts.displayName}' ${place})`,
		cause
			? 'Shorten the text, or replace characters that are not in GSM-7.'
			: 'Shorten the text.',
		message.displayName,
	);
}

/** A character that cannot be seen is named by its code point alone. */
function becauseOf({ character, position }: { character: string; position: number }): string {
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	const shown = /[\p{C}\p{Z}\p{M}]/u.test(character) ? '' : `"${character}" `;
	return ` because of ${shown}U+${code} at position ${position}`;
}

/**
 * Verifies that a run does not send to more recipients than are allowed.
 *
 * @throws NodeOperationError
 */
export function assertRecipients(
	run: AnyRun,
	{ requests, recipients = requests.length }: Plan,
): void {
	if (isLocal(run.operation) || !run.operation.knowsRecipients) return;
	const limit = limitOf(run, maxRecipients, 0);
	if (!limit || recipients <= limit.max) return;
	withNodeError({ ...run.where(0), itemIndex: undefined }, () => {
		throw new ValidationError(
			`is ${limit.max} ${limit.place}, and this run has ${recipients} recipients`,
			'Nothing was sent. Filter the input items, or send them in smaller runs.',
			maxRecipients.displayName,
		);
	});
}
