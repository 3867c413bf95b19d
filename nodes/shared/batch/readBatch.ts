import type { IDataObject } from 'n8n-workflow';
import { checkField, isShown } from '../describe/checkField';
import { apiNameOf, type Field, sentFields } from '../describe/field';
import type { Run } from '../describe/operation';
import { toNodeError, withNodeError } from '../errors/nodeErrors';
import type { RejectedItems } from '../errors/rejectedItems';
import { settledRequest } from '../http/sentRequests';
import { isBlank, ValidationError } from '../values/formats';
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
	const fields = sentFields(run.operation).filter((field) => isShown(field, read));
	const isPersonal = read('messageType') === 'personal';
	const isPerItem = ({ name }: Field) =>
		name === spec.recipientField || (isPersonal && spec.personalFields.includes(name));
	const options = batchOptionsOf(read, run.where(0));
	const { callback_url, ...shared } = readShared(
		run,
		fields.filter((field) => !isPerItem(field)),
	);
	const mailings = isJson
		? readJson(run, spec, rejected)
		: [readItems(run, spec, fields.filter(isPerItem), shared, isPersonal, rejected)];
	const callbackUrl = callback_url as string | undefined;
	return { run, spec, options, isJson, callbackUrl, mailings };
}

/** What is the same for all recipients, by its name in the API. @throws NodeOperationError */
function readShared({ at, where, zone, context }: Run, fields: Field[]): IDataObject {
	const read = at(0);
	const shared: IDataObject = {};
	for (const field of fields) {
		const value = checkField(field, read(field.path ?? field.name), zone, where(0));
		if (!isBlank(value)) shared[apiNameOf(field)] = value;
	}
	if (read('resumeWaitNode') !== true) return shared;
	const callback = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	return { ...shared, callback_url: callback as string };
}

/** The recipient of each input item; one that is wrong, or that came before, is rejected. */
function readItems(
	run: Run,
	{ recipientField, recipientKey, buildMailing }: BatchSpec,
	fields: Field[],
	shared: IDataObject,
	isPersonal: boolean,
	rejected: RejectedItems,
): Mailing {
	const { items, at, where, zone } = run;
	const label = fields.find(({ name }) => name === recipientField)?.displayName;
	const first = new Map<string, number>();
	const recipients: Recipient[] = [];
	const isSettled = (index: number) => settledRequest(run, index) !== undefined;
	const indexes = [...items.keys()];
	// What an earlier try may have sent comes first: the same recipient in another item is the duplicate.
	for (const index of [
		...indexes.filter(isSettled),
		...indexes.filter((one) => !isSettled(one)),
	]) {
		try {
			const read = at(index);
			const entry: IDataObject = {};
			for (const field of fields) {
				const value = checkField(field, read(field.path ?? field.name), zone, where(index));
				entry[apiNameOf(field)] = value;
			}
			const recipient = String(entry[recipientField]);
			const before = first.get(recipientKey(recipient));
			if (before === undefined) {
				first.set(recipientKey(recipient), index);
				const sent = isPersonal ? entry : recipient;
				recipients.push({ key: index, indexes: [index], entry: sent });
			} else {
				rejected.add(duplicateOf(before, label), index, true);
			}
		} catch (error) {
			rejected.add(error, index);
		}
	}
	return { withRecipients: (entries) => buildMailing(shared, entries), recipients };
}

const duplicateOf = (index: number, label?: string) =>
	new ValidationError(
		`is a duplicate of item ${index}`,
		'Remove duplicates before this step. Each recipient is sent a mailing only once.',
		label,
	);

/** The mailings that a person wrote as JSON; a recipient that is wrong is rejected on the first item. */
function readJson(run: Run, spec: BatchSpec, rejected: RejectedItems): Mailing[] {
	const where = { ...run.where(0), label: 'Mailings (JSON)' };
	const validate = spec.validateMailing(run.zone, (bad) =>
		rejected.add(toNodeError(bad, where), 0),
	);
	const indexes = [...run.items.keys()];
	const mailings = withNodeError(where, () =>
		parseMailings(run.at(0)('messages')).map(
			(entry, position) => validate(entry, `[${position}]`) as IDataObject,
		),
	);
	return mailings
		.map((mailing, position) => ({
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
