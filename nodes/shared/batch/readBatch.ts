import type { IDataObject } from 'n8n-workflow';
import { isShown, type ItemReader, readField } from '../describe/checkField';
import { countryCodeOf } from '../run/options/countryCode';
import { apiNameOf, type Field, sentFields } from '../describe/field';
import type { Run } from '../describe/operation';
import { partsCheck } from '../run/options/sendLimits';
import type { RejectedItems } from '../errors/rejectedItems';
import { type SentRequests, settledRequest } from '../http/sentRequests';
import { moveSchedule } from '../run/sendingHours';
import { ValidationError } from '../values/formats';
import { mailboxKey } from '../values/phoneAndEmail';
import { isSigned, secretsOf } from './callback';
import { specifyMailings } from './fields';
import { type BatchOptions, batchOptionsOf, dryRun as dryRunField } from './options';
import { recipientOf } from './jsonRules';
import { readJson } from './readJson';
import type { Batch, BatchSpec, Mailing, Recipient } from './types';

/**
 * Reads and validates the parameters of a batch: some once, from the first item, others from each item.
 *
 * @param rejected gets the items and recipients that are wrong
 * @throws NodeOperationError if something is wrong that is read once
 */
export function readBatch(run: Run, spec: BatchSpec, rejected: RejectedItems): Batch {
	const read = run.at(0);
	const isJson = read('specifyMailings') === 'json';
	const options = batchOptionsOf(run.item(0));
	assertSameBatch(run, isJson, options);
	const fields = sentFields(run.operation).filter((field) => isShown(field, read));
	const isPersonal = !isJson && read('messageType') === 'personal';
	const isPerItem = ({ name }: Field) =>
		name === spec.recipientField || (isPersonal && spec.personalFields.includes(name));
	const perItem = fields.filter(isPerItem);
	const readOnce = fields.filter((field) => !isPerItem(field));
	const checkParts = partsCheck(run, 0);
	const { callback_url, ...shared } = readFields(readOnce, run.item(0));
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

/** @throws ValidationError if an earlier try of Retry On Fail has sent a part of something else */
function assertSameBatch({ sent }: Run, isJson: boolean, { dryRun }: BatchOptions): void {
	const [key] = sent.keys();
	if (key === undefined) return;
	const wasJson = typeof key === 'string';
	const changed = dryRun ? dryRunField : wasJson !== isJson ? specifyMailings : undefined;
	if (!changed) return;
	throw new ValidationError(
		'has changed since an earlier try',
		'The rest was not sent. Enter a value that is the same in every try.',
		changed.displayName,
	);
}

/** The fields that are not empty, by their name in the API. @throws NodeOperationError */
function readFields(fields: Field[], reader: ItemReader): IDataObject {
	const values: IDataObject = {};
	for (const field of fields) {
		const value = readField(field, reader);
		if (value !== undefined) values[apiNameOf(field)] = value;
	}
	return values;
}

/** What the last try has read. What it sent is not read again, whatever its expressions come to now. */
const earlierRecipients = new WeakMap<SentRequests, Recipient[]>();

/** The recipient of each input item; one that is wrong, or that came before, is rejected. */
function readItems(
	run: Run,
	spec: BatchSpec,
	fields: Field[],
	shared: IDataObject,
	isPersonal: boolean,
	rejected: RejectedItems,
	checkParts: (sent: IDataObject) => void,
): Mailing {
	const { recipientField, buildMailing } = spec;
	const label = fields.find(({ name }) => name === recipientField)?.displayName;
	const countryCode = countryCodeOf(run, 0);
	const first = new Map<string, number>();
	const recipients: Recipient[] = [];
	const add = (recipient: Recipient) => {
		first.set(mailboxKey(recipientOf(recipient.entry)), Number(recipient.key));
		recipients.push(recipient);
	};
	// What an earlier try may have sent comes first: the same recipient in another item is the duplicate.
	const earlier = run.sent.size > 0 ? (earlierRecipients.get(run.sent) ?? []) : [];
	for (const one of earlier) if (settledRequest(run, one.key)) add(one);
	const settled = new Set(recipients.map(({ key }) => key));
	for (let index = 0; index < run.items.length; index++) {
		if (settled.has(index)) continue;
		try {
			const entry = readFields(fields, { ...run.item(index), countryCode });
			if (isPersonal) checkParts(entry);
			const recipient = String(entry[recipientField]);
			const before = first.get(mailboxKey(recipient));
			if (before !== undefined) {
				rejected.add(duplicateOf(before, label, recipient), index, true);
			} else {
				add({ key: index, entry: isPersonal ? entry : recipient });
			}
		} catch (error) {
			rejected.add(error, index);
		}
	}
	if (run.node.retryOnFail) earlierRecipients.set(run.sent, recipients);
	return { withRecipients: (entries) => buildMailing(shared, entries), recipients };
}

const duplicateOf = (index: number, label: string | undefined, recipient: string) =>
	new ValidationError(
		`is a duplicate of item ${index}`,
		'Remove duplicates before this step. Each recipient is sent a mailing only once.',
		label,
		recipient,
	);
