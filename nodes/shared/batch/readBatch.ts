import type { IDataObject } from 'n8n-workflow';
import { isShown, type ItemReader, readField } from '../describe/checkField';
import { apiNameOf, type Field, sentFields } from '../describe/field';
import type { Ledger } from '../describe/ledger';
import type { Run } from '../describe/operation';
import { hasSettled, isSettled, itemEntries, reject } from '../run/ledger';
import { countryCodeOf } from '../run/options/countryCode';
import { moveSchedule } from '../run/options/schedule';
import { partsCheck } from '../run/options/sendLimits';
import { ValidationError } from '../values/formats';
import { isSigned, secretsOf } from './callback';
import { specifyMailings } from './fields';
import { type BatchOptions, batchOptionsOf, dryRun as dryRunField } from './options';
import { readJson } from './readJson';
import { assertReadOnce, perItemIn } from './readOnce';
import type { Batch, BatchSpec, Mailing, Recipient } from './types';

/**
 * Reads and validates the parameters of a batch: some once, from the first item, others from each item.
 * What is wrong with one item or recipient rejects that one.
 *
 * @throws NodeOperationError if something is wrong that is read once
 */
export function readBatch(run: Run, spec: BatchSpec): Batch {
	const isJson = run.at(0)('specifyMailings') === 'json';
	const options = batchOptionsOf(run.item(0));
	assertSameBatch(run.ledger, isJson, options);
	const fields = fieldsOf(run, spec, isJson);
	const { callback_url, ...shared } = readFields(fields.readOnce, run.item(0));
	assertReadOnce(run, {
		names: [...fields.perItem.map(({ name }) => name), ...perItemIn(isJson)],
		personal: isJson || fields.isPersonal ? [] : spec.personalFields,
	});
	partsCheck(run, 0)(shared);
	const callback = callbackOf(run, callback_url, options);
	const mailings = isJson ? readJson(run, spec) : [readItems(run, spec, fields, shared)];
	return { run, spec, options, isJson, ...callback, mailings };
}

interface BatchFields {
	readOnce: Field[];
	perItem: Field[];
	isPersonal: boolean;
}

function fieldsOf(
	{ operation, at }: Run,
	{ recipientField, personalFields }: BatchSpec,
	isJson: boolean,
): BatchFields {
	const read = at(0);
	const isPersonal = !isJson && read('messageType') === 'personal';
	const fields = sentFields(operation).filter((field) => isShown(field, read));
	const isPerItem = ({ name }: Field) =>
		name === recipientField || (isPersonal && personalFields.includes(name));
	return {
		readOnce: fields.filter((field) => !isPerItem(field)),
		perItem: fields.filter(isPerItem),
		isPersonal,
	};
}

/** @throws ValidationError if an earlier try of Retry On Fail has sent a part of something else */
function assertSameBatch(ledger: Ledger, isJson: boolean, { dryRun }: BatchOptions): void {
	const noun = isJson ? 'mailing' : 'item';
	const wasOther = ledger.noun !== noun;
	if (!hasSettled(ledger)) ledger.noun = noun;
	else if (dryRun || wasOther) {
		throw new ValidationError(
			'has changed since an earlier try',
			'The rest was not sent. Enter a value that is the same in every try.',
			(dryRun ? dryRunField : specifyMailings).displayName,
		);
	}
}

/** The URL that the service calls, and what of it no output and no error may show. */
function callbackOf({ at, context }: Run, entered: unknown, options: BatchOptions) {
	const resumes = at(0)('resumeWaitNode') === true;
	const callbackUrl = (
		resumes ? context.evaluateExpression('{{ $execution.resumeUrl }}', 0) : entered
	) as string | undefined;
	// Access logs contain URLs. With this one anybody could resume the execution.
	if (resumes || isSigned(callbackUrl)) options.parametersIn = 'body';
	return { callbackUrl, secrets: secretsOf(callbackUrl, resumes) };
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

/** One mailing to all input items. */
function readItems(
	run: Run,
	{ recipientField, buildMailing }: BatchSpec,
	{ perItem, isPersonal }: BatchFields,
	shared: IDataObject,
): Mailing {
	const countryCode = countryCodeOf(run, 0);
	const checkParts = partsCheck(run, 0);
	const recipients = itemEntries(run) as Recipient[];
	for (const entry of recipients) {
		// What was sent is not read again, whatever its expressions come to now.
		if (isSettled(entry)) continue;
		try {
			const values = readFields(perItem, run.item(entry.item, countryCode));
			if (isPersonal) checkParts(values);
			entry.content = isPersonal ? values : String(values[recipientField]);
		} catch (error) {
			reject(run, entry, error);
		}
	}
	const scheduledFor = moveSchedule(shared, run, 0);
	return { withRecipients: (entries) => buildMailing(shared, entries), recipients, scheduledFor };
}
