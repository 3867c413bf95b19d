import type { IDataObject } from 'n8n-workflow';
import { joinProblems } from '../errors/problem';
import { setOptions } from '../in/options';
import { readItem, tryItem } from '../in/readItem';
import { propertyOf, type SentField } from '../describe/field';
import type { Run, Values } from '../run/operation';
import type { Entry } from '../run/entry';
import { setHours } from '../run/rules/hours';
import { isSentOrUnknown, mayHaveBeenSent } from '../run/ledger';
import { readItems } from '../in/readItems';
import { moveSchedule } from '../in/schedule';
import { smsTextCheck } from '../in/sendLimits';
import { dryRun, sendOnceKey } from '../describe/options';
import { ValidationError } from '../values/formats';
import { secretsOf } from './callback';
import { assertNoTool } from './finalStatus';
import { batchOptionsOf } from './options';
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
	const isPerItem = ({ name }: { name: string }) => names.includes(name);
	const values = readOnce(run, [...names, sendOnceKey.name]);
	const options = batchOptionsOf(values);
	if (options.dryRun && run.ledger.entries.some(mayHaveBeenSent)) throw changedToDryRun();
	if (options.waitSeconds !== undefined) assertNoTool(run);
	const { sent } = run.operation.form;
	const { callback_url, ...once } = sentValues(
		sent.filter((field) => !isPerItem(field)),
		values,
	);
	await assertOneValue(run, names);
	const recipients = await readRecipients(run, spec, values, sent.filter(isPerItem));
	const { scheduledFor, sentFrom = 0, hours } = moveSchedule(once, run, 0);
	setHours(recipients, hours);
	const callbackUrl = callback_url as string | undefined;
	return {
		...{ run, spec, options, values, once, recipients, scheduledFor, sentFrom, callbackUrl },
		secrets: secretsOf(callbackUrl),
	};
}

const changedToDryRun = () =>
	new ValidationError(
		'has changed since an earlier try',
		'The rest was not sent. Enter a value that is the same in every try.',
		dryRun.displayName,
	);

/**
 * The fields of the first item. If one of them is wrong that the mailing has once, nothing is sent: the error
 * names all that has to be corrected.
 *
 * @throws Problem
 */
function readOnce(run: Run, perItem: string[]): Values {
	const { values, problems } = tryItem(run, 0);
	if (problems.every(([name]) => perItem.includes(name))) return values;
	throw joinProblems(problems.map(([, problem]) => problem));
}

/** The values that are not empty, by their API names. */
function sentValues(fields: SentField[], values: Values): IDataObject {
	const sent: IDataObject = {};
	for (const field of fields) {
		const value = values[field.name];
		if (value !== undefined) sent[propertyOf(field)] = value;
	}
	return sent;
}

/** The recipients, with their addresses and what each of them gets. */
async function readRecipients(
	run: Run,
	{ recipientField }: BatchSpec,
	once: Values,
	sent: SentField[],
): Promise<Recipient[]> {
	const names = [...sent.map(({ name }) => name), sendOnceKey.name];
	const fields = run.fields.filter(({ name }) => names.includes(name));
	const texts = sent.filter(({ name }) => name !== recipientField);
	const checkText = smsTextCheck(run, once);
	let latest = run.ledger.entries.find(isSentOrUnknown)?.content as IDataObject | undefined;
	const read = (entry: Entry) => {
		const values = readItem(run, entry.item, fields);
		const text = sentValues(texts, values);
		checkText(text);
		if (!latest || !isSameText(latest, text)) latest = text;
		entry.address = String(values[recipientField]);
		entry.content = latest;
		setOptions(run, entry, values, once);
	};
	return (await readItems(run, read)) as Recipient[];
}
