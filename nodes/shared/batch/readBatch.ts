import type { IDataObject } from 'n8n-workflow';
import { joinProblems } from '../errors/problem';
import { copyOptionsToEntry } from '../in/options';
import { readItem, readItemWithProblems } from '../in/readItem';
import { apiNameOf, type SentField } from '../describe/field';
import type { Run, Values } from '../run/operation';
import type { Entry } from '../run/entry';
import { setSendingHours } from '../run/rules/hours';
import { isSentOrUnknown, maybeSentInAnyTry } from '../run/ledger';
import { readOrRejectItems } from '../in/readItems';
import { moveScheduleIntoHours } from '../in/schedule';
import { createSmsTextReplacer } from '../in/sendLimits';
import { dryRunOption, sendOnceKeyOption } from '../describe/options';
import { ValidationError } from '../values/formats';
import { listCallbackSecrets } from './callback';
import { assertIsNotTool } from './finalStatus';
import { readBatchOptions } from './options';
import { assertSameSharedValues } from './oneValue';
import { type Batch, type BatchSpec, isSameContent, type BatchRecipient } from './types';

/**
 * Reads the recipient and the personal fields from each item, and all other fields from item 0. Rejects
 * invalid items.
 *
 * @throws Problem if a shared field is invalid
 */
export async function readBatch(run: Run, spec: BatchSpec): Promise<Batch> {
	const names = [spec.recipientFieldName, ...spec.personalFieldNames];
	const isPerItem = ({ name }: { name: string }) => names.includes(name);
	const values = readFirstItemValues(run, [...names, sendOnceKeyOption.name]);
	const options = readBatchOptions(values);
	if (options.isDryRun && run.ledger.entries.some(maybeSentInAnyTry)) throw dryRunChangedError();
	if (options.waitSeconds !== undefined) assertIsNotTool(run);
	const { sentFields } = run.operation.fieldIndex;
	const { callback_url, ...sharedParameters } = pickSentValues(
		sentFields.filter((field) => !isPerItem(field)),
		values,
	);
	await assertSameSharedValues(run, names);
	const personalFields = sentFields.filter(isPerItem);
	const recipients = await readOrRejectRecipients(run, spec, values, personalFields);
	const {
		scheduledFor,
		sendAtMs = 0,
		sendingHours,
	} = moveScheduleIntoHours(sharedParameters, run, 0, values);
	setSendingHours(recipients, sendingHours);
	const callbackUrl = callback_url as string | undefined;
	return {
		...{
			run,
			spec,
			options,
			firstItemValues: values,
			sharedParameters,
			recipients,
			scheduledFor,
			sendAtMs,
			callbackUrl,
		},
		callbackSecrets: listCallbackSecrets(callbackUrl),
	};
}

const dryRunChangedError = () =>
	new ValidationError(
		'has changed since an earlier try of Retry On Fail',
		'The remaining messages were not sent. Use a value that does not change when the step runs again.',
		dryRunOption.displayName,
	);

/** @throws Problem if a shared field is invalid; names every invalid field of item 0 */
function readFirstItemValues(run: Run, perItem: string[]): Values {
	const { values, problems } = readItemWithProblems(run, 0);
	if (problems.every(([name]) => perItem.includes(name))) return values;
	throw joinProblems(problems.map(([, problem]) => problem));
}

/** Returns the values that are not empty, keyed by API name. */
function pickSentValues(fields: SentField[], values: Values): IDataObject {
	const sent: IDataObject = {};
	for (const field of fields) {
		const value = values[field.name];
		if (value !== undefined) sent[apiNameOf(field)] = value;
	}
	return sent;
}

async function readOrRejectRecipients(
	run: Run,
	{ recipientFieldName }: BatchSpec,
	sharedValues: Values,
	sent: SentField[],
): Promise<BatchRecipient[]> {
	const names = [...sent.map(({ name }) => name), sendOnceKeyOption.name];
	const fields = run.stepFields.filter(({ name }) => names.includes(name));
	const texts = sent.filter(({ name }) => name !== recipientFieldName);
	const checkAndReplaceText = createSmsTextReplacer(run, sharedValues);
	let latest = run.ledger.entries.find(isSentOrUnknown)?.planData as IDataObject | undefined;
	const read = (entry: Entry) => {
		const values = readItem(run, entry.itemIndex, fields);
		const text = pickSentValues(texts, values);
		checkAndReplaceText(text);
		if (!latest || !isSameContent(latest, text)) latest = text;
		entry.address = String(values[recipientFieldName]);
		entry.planData = latest;
		copyOptionsToEntry(run, entry, values, sharedValues);
	};
	return (await readOrRejectItems(run, read)) as BatchRecipient[];
}
