import type { IDataObject } from 'n8n-workflow';
import { isShown, readField } from '../describe/checkField';
import { countryCodeOf } from '../describe/countryCode';
import { apiNameOf, type Field, sentFields } from '../describe/field';
import type { Run } from '../describe/operation';
import { partsCheck } from '../describe/sendLimits';
import { toNodeError, withNodeError } from '../errors/nodeErrors';
import type { RejectedItems } from '../errors/rejectedItems';
import { settledRequest } from '../http/sentRequests';
import { moveSchedule } from '../run/sendingHours';
import { ValidationError } from '../values/formats';
import { isSigned, secretsOf } from './callback';
import { formatsOf } from './formatsOf';
import { parseMailings } from './jsonRules';
import { batchOptionsOf } from './options';
import type { Batch, BatchSpec, Mailing, Recipient, RecipientEntry } from './types';

/**
 * Reads and validates the parameters of a batch: some once, from the first item, others from each item.
 *
 * @param rejected gets the items and recipients that are wrong
 * @throws NodeOperationError if something is wrong that is read once
 */
export function readBatch(run: Run, spec: BatchSpec, rejected: RejectedItems): Batch {
	const read = run.at(0);
	const isJson = read('specifyMailings') === 'json';
	const options = batchOptionsOf(read, run.where(0));
	const fields = sentFields(run.operation).filter((field) => isShown(field, read));
	const isPersonal = !isJson && read('messageType') === 'personal';
	const isPerItem = ({ name }: Field) =>
		name === spec.recipientField || (isPersonal && spec.personalFields.includes(name));
	const perItem = fields.filter(isPerItem);
	const readOnce = fields.filter((field) => !isPerItem(field));
	const checkParts = partsCheck(run, 0);
	const { callback_url, ...shared } = readFields(run, readOnce, 0);
	checkParts(shared);
	const resumes = read('resumeWaitNode') === true;
	const callbackUrl = (
		resumes ? run.context.evaluateExpression('{{ $execution.resumeUrl }}', 0) : callback_url
	) as string | undefined;
	// Access logs contain URLs. With this one anybody could resume the execution.
	if (resumes || isSigned(callbackUrl)) options.parametersIn = 'body';
	const secrets = secretsOf(callbackUrl, resumes);
	const mailings = isJson
		? readJson(run, spec, rejected, checkParts)
		: [readItems(run, spec, perItem, shared, isPersonal, rejected, checkParts)];
	const scheduledFor = isJson ? undefined : moveSchedule(shared, run, 0);
	if (scheduledFor) mailings[0].scheduledFor = scheduledFor;
	return { run, spec, options, isJson, callbackUrl, secrets, mailings };
}

/** The fields that are not empty, by their name in the API. @throws NodeOperationError */
function readFields(
	{ at, where, zone }: Run,
	fields: Field[],
	index: number,
	countryCode?: string,
): IDataObject {
	const read = at(index);
	const values: IDataObject = {};
	for (const field of fields) {
		const value = readField(field, read, zone, where(index), countryCode);
		if (value !== undefined) values[apiNameOf(field)] = value;
	}
	return values;
}

/** The recipient of each input item; one that is wrong, or that came before, is rejected. */
function readItems(
	run: Run,
	{ recipientField, recipientKey, buildMailing }: BatchSpec,
	fields: Field[],
	shared: IDataObject,
	isPersonal: boolean,
	rejected: RejectedItems,
	checkParts: (sent: IDataObject) => void,
): Mailing {
	const label = fields.find(({ name }) => name === recipientField)?.displayName;
	const countryCode = countryCodeOf(run, 0);
	const first = new Map<string, number>();
	const recipients: Recipient[] = [];
	const isNew = (index: number) => Number(settledRequest(run, index) === undefined);
	// What an earlier try may have sent comes first: the same recipient in another item is the duplicate.
	for (const index of [...run.items.keys()].sort((a, b) => isNew(a) - isNew(b))) {
		try {
			const entry = readFields(run, fields, index, countryCode);
			if (isPersonal) checkParts(entry);
			const recipient = String(entry[recipientField]);
			const before = first.get(recipientKey(recipient));
			if (before === undefined) {
				first.set(recipientKey(recipient), index);
				const sent = isPersonal ? entry : recipient;
				recipients.push({ key: index, indexes: [index], entry: sent });
			} else {
				rejected.add(duplicateOf(before, label, recipient), index, true);
			}
		} catch (error) {
			rejected.add(error, index);
		}
	}
	return { withRecipients: (entries) => buildMailing(shared, entries), recipients };
}

const duplicateOf = (index: number, label: string | undefined, recipient: string) =>
	new ValidationError(
		`is a duplicate of item ${index}`,
		'Remove duplicates before this step. Each recipient is sent a mailing only once.',
		label,
		recipient,
	);

/** The mailings that a person wrote as JSON; a recipient that is wrong is rejected on the first item. */
function readJson(
	run: Run,
	spec: BatchSpec,
	rejected: RejectedItems,
	checkParts: (sent: IDataObject) => void,
): Mailing[] {
	const where = { ...run.where(0), label: 'Mailings (JSON)' };
	const validate = spec.validateMailing(formatsOf(run, checkParts), (bad) =>
		rejected.add(toNodeError(bad, where), 0),
	);
	const indexes = [...run.items.keys()];
	const mailings = withNodeError(where, () =>
		parseMailings(run.at(0)('mailingsJson')).map(
			(entry, position) => validate(entry, `[${position}]`) as IDataObject,
		),
	);
	return mailings
		.map((mailing, position) => ({
			scheduledFor: moveSchedule(mailing, run, 0),
			withRecipients: (entries: RecipientEntry[]) => ({ ...mailing, delivery_list: entries }),
			recipients: (mailing.delivery_list as RecipientEntry[]).map((entry) => ({
				key: `${position}/${spec.recipientKey(recipientOf(entry, spec))}`,
				indexes,
				entry,
			})),
		}))
		.filter(({ recipients }) => recipients.length > 0);
}

/** The phone or address of an entry. */
export const recipientOf = (entry: RecipientEntry, { recipientField }: BatchSpec): string =>
	typeof entry === 'string' ? entry : String(entry[recipientField]);
