import type { IDataObject } from 'n8n-workflow';
import { type AnyRun, isLocal, type Limit, type PendingRequest, type Run } from '../operation';
import { type Problem, toProblem, withContext } from '../../errors/problem';
import { ValidationError } from '../../values/formats';
import { openEntries } from '../ledger';
import { LABELS } from '../../values/optionLabels';

/**
 * Verifies that a run does not send to more recipients than are allowed.
 *
 * @throws Problem
 */
export function limits(run: AnyRun): void {
	const { operation, options, ledger } = run;
	if (isLocal(operation) || !(operation.knowsRecipients ?? operation.countRecipients)) return;
	const limit = options.maxRecipients;
	if (!limit) return;
	const hasKeys = ledger.entries.some(({ key }) => key !== undefined);
	const recipients = openEntries(ledger).reduce((sum, { count = 1 }) => sum + count, 0);
	if (recipients <= limit.max) return;
	const advice = operation.knowsRecipients
		? `Filter the input items, or send them in smaller runs.${hasKeys ? KEYS : ''}`
		: 'Confirm fewer or smaller mailings.';
	withContext({ ...run.where(0), itemIndex: undefined }, () => {
		throw tooMany(limit, recipients, advice);
	});
}

const LABEL = LABELS.maxRecipients;

/** Keys are looked up only after the limits. */
const KEYS = ` Items whose key was sent before count too, because ${LABELS.sendOnceKey} is looked up later.`;

/** A number of recipients in a response; undefined if it is none. */
const countIn = (value: unknown): number | undefined =>
	/^\d+$/.test(String(value)) ? Number(value) : undefined;

const tooMany = ({ max, place }: Limit, recipients: number, advice: string) =>
	new ValidationError(
		`is ${max} ${place}, and this run has ${recipients} recipients`,
		advice,
		LABEL,
	);

const notCounted = ({ max, place }: Limit, advice: string) =>
	new ValidationError(
		`is ${max} ${place}, and the service does not say how many recipients the mailing has`,
		advice,
		LABEL,
	);

/**
 * What counts the recipients of a mailing before its request; undefined if nothing limits them.
 *
 * @returns a function that throws ValidationError if the service does not say how many they are
 */
export function counter(run: Run) {
	const { countRecipients } = run.operation;
	const limit = run.options.maxRecipients;
	if (!countRecipients || !limit) return undefined;
	return async (pending: PendingRequest): Promise<number> => {
		const count = countIn(await countRecipients(pending));
		if (count !== undefined) return count;
		throw notCounted(limit, 'Check the mailing in your account.');
	};
}

/**
 * What judges a mailing after it was created; undefined if nothing limits it. The service says only then how
 * many recipients it has.
 */
export function createdCheck(run: Run) {
	const { operation, options, ledger } = run;
	const { recipientsIn } = operation;
	const limit = options.maxRecipients;
	if (recipientsIn === undefined || !limit) return undefined;
	return (item: number, [record = {}]: IDataObject[]): Problem | undefined => {
		const count = countIn(record[recipientsIn]);
		const all = (ledger.created ?? 0) + (count ?? Infinity);
		if (all <= limit.max) {
			ledger.created = all;
			return undefined;
		}
		const id = String(record.message_id).slice(0, 100);
		const advice = `Mailing ${id} was created. It is not sent unless you confirm it.`;
		const problem =
			count === undefined ? notCounted(limit, advice) : tooMany(limit, all, advice);
		return toProblem(problem, run.where(item));
	};
}
