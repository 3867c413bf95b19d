import type { IDataObject } from 'n8n-workflow';
import { withAllProblems } from '../run/allProblems';
import { isShown, type ItemReader, readField } from '../run/readField';
import { propertyOf, type Field, sentFields } from '../describe/field';
import type { Run } from '../run/operation';
import type { Entry } from '../run/entry';
import { setHours } from '../run/rules/hours';
import { isSentOrUnknown, mayHaveBeenSent } from '../run/ledger';
import { readItems } from '../run/readItems';
import { countryCodeOf } from '../run/options/countryCode';
import { moveSchedule } from '../run/options/schedule';
import { smsTextCheck } from '../run/options/sendLimits';
import { ValidationError } from '../values/formats';
import { secretsOf } from './callback';
import { assertNoTool } from './finalStatus';
import { batchOptionsOf, dryRun } from './options';
import { assertOneValue } from './oneValue';
import { type Batch, type BatchSpec, isSameText, type Recipient } from './types';

/**
 * Reads and validates the parameters of a batch: the recipient and what it gets from each item, and the rest
 * once. What is wrong with one item rejects that one.
 *
 * @throws Problem if a field that is read once is invalid
 */
export async function readBatch(run: Run, spec: BatchSpec): Promise<Batch> {
	const names = [spec.recipientField, ...spec.personalFields];
	const isPerItem = ({ name }: Field) => names.includes(name);
	const { options, fields, values } = withAllProblems(run, 0, () => {
		const shown = sentFields(run.operation).filter((field) => isShown(field, run.at(0)));
		return {
			options: batchOptionsOf(run.item(0)),
			fields: shown,
			values: readFields(
				shown.filter((field) => !isPerItem(field)),
				run.item(0),
			),
		};
	});
	if (options.dryRun && run.ledger.entries.some(mayHaveBeenSent)) throw changedToDryRun();
	if (options.waitSeconds !== undefined) assertNoTool(run);
	const { callback_url, ...once } = values;
	await assertOneValue(run, names);
	const recipients = await readRecipients(run, spec, fields.filter(isPerItem));
	const { scheduledFor, sentFrom = 0, hours } = moveSchedule(once, run, 0);
	setHours(recipients, hours);
	const callbackUrl = callback_url as string | undefined;
	return {
		...{ run, spec, options, once, recipients, scheduledFor, sentFrom, callbackUrl },
		secrets: secretsOf(callbackUrl),
	};
}

const changedToDryRun = () =>
	new ValidationError(
		'has changed since an earlier try',
		'The rest was not sent. Enter a value that is the same in every try.',
		dryRun.displayName,
	);

/** The fields that are not empty, by their API names. @throws Problem */
function readFields(fields: Field[], reader: ItemReader): IDataObject {
	const values: IDataObject = {};
	for (const field of fields) {
		const value = readField(field, reader);
		if (value !== undefined) values[propertyOf(field)] = value;
	}
	return values;
}

/** The recipients, with their addresses and what each of them gets. */
async function readRecipients(
	run: Run,
	{ recipientField }: BatchSpec,
	fields: Field[],
): Promise<Recipient[]> {
	const recipient = fields.find(({ name }) => name === recipientField);
	const texts = fields.filter((field) => field !== recipient);
	const countryCode = countryCodeOf(run, 0);
	const checkText = smsTextCheck(run, 0);
	let latest = run.ledger.entries.find(isSentOrUnknown)?.content as IDataObject | undefined;
	const read = (entry: Entry) => {
		const reader = run.item(entry.item, countryCode);
		const address = recipient && readField(recipient, reader);
		const text = readFields(texts, reader);
		checkText(text);
		if (!latest || !isSameText(latest, text)) latest = text;
		entry.address = String(address);
		entry.content = latest;
	};
	return (await readItems(run, (entry) =>
		withAllProblems(run, entry.item, () => read(entry)),
	)) as Recipient[];
}
