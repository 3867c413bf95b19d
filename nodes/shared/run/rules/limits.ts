import type { IDataObject } from 'n8n-workflow';
import { type AnyRun, isLocal, type Limit, type ItemRequest, type Run } from '../operation';
import { type Problem, toProblem } from '../../errors/problem';
import { ValidationError } from '../../values/formats';
import { listOpenEntries } from '../ledger';
import { OPTION_LABELS } from '../../values/optionLabels';

/** @throws Problem if a run exceeds Max Recipients */
export function assertMaxRecipients(run: AnyRun): void {
	const { operation, options, ledger } = run;
	if (isLocal(operation) || !(operation.knowsRecipients ?? operation.fetchRecipientCount)) return;
	const limit = options.maxRecipients;
	if (!limit) return;
	const hasKeys = ledger.entries.some(({ sendKey }) => sendKey !== undefined);
	const recipients = listOpenEntries(ledger).reduce(
		(sum, { mailingRecipientCount = 1 }) => sum + mailingRecipientCount,
		0,
	);
	if (recipients <= limit.max) return;
	const advice = operation.knowsRecipients
		? `Filter the input items, or send them in smaller runs.${hasKeys ? ' Items with a key that was already used count too, because the keys are checked later.' : ''}`
		: 'Confirm fewer or smaller mailings.';
	throw toProblem(tooManyRecipientsError(limit, recipients, advice), {
		...run.errorContextOf(0),
		itemIndex: undefined,
	});
}

const tryParseCount = (value: unknown): number | undefined =>
	/^\d+$/.test(String(value)) ? Number(value) : undefined;

const tooManyRecipientsError = ({ max, setIn }: Limit, recipients: number, advice: string) =>
	new ValidationError(
		`is ${max} ${setIn}, but this run has ${recipients} recipients`,
		advice,
		OPTION_LABELS.maxRecipients,
	);

const unknownRecipientCountError = ({ max, setIn }: Limit, advice: string) =>
	new ValidationError(
		`is ${max} ${setIn}, but the service does not say how many recipients the mailing has`,
		advice,
		OPTION_LABELS.maxRecipients,
	);

/**
 * Returns a function that counts the recipients of a mailing before the mailing is confirmed. The
 * function throws ValidationError if the service does not report the number.
 *
 * @returns undefined if there is no limit
 */
export function createMailingRecipientCounter(run: Run) {
	const { fetchRecipientCount } = run.operation;
	const limit = run.options.maxRecipients;
	if (!fetchRecipientCount || !limit) return undefined;
	return async (itemRequest: ItemRequest): Promise<number> => {
		const count = tryParseCount(await fetchRecipientCount(itemRequest));
		if (count !== undefined) return count;
		throw unknownRecipientCountError(
			limit,
			'Check the number of recipients in your account. To confirm the mailing anyway, remove the limit.',
		);
	};
}

/**
 * Returns a function that checks the number of recipients of a created mailing, because the service reports the
 * number only after creation.
 *
 * @returns undefined if there is no limit
 */
export function createRecipientLimitCheck(run: Run) {
	const { operation, options, ledger } = run;
	const { recipientCountResponseField } = operation;
	const limit = options.maxRecipients;
	if (recipientCountResponseField === undefined || !limit) return undefined;
	return (item: number, [record = {}]: IDataObject[]): Problem | undefined => {
		const count = tryParseCount(record[recipientCountResponseField]);
		const total = (ledger.totalMailingRecipientCount ?? 0) + (count ?? Infinity);
		if (total <= limit.max) {
			ledger.totalMailingRecipientCount = total;
			return undefined;
		}
		const id = String(record.message_id).slice(0, 100);
		const advice = `Mailing ${id} was created. The mailing is not sent unless you confirm it.`;
		const problem =
			count === undefined
				? unknownRecipientCountError(limit, advice)
				: tooManyRecipientsError(limit, total, advice);
		return toProblem(problem, run.errorContextOf(item));
	};
}
