import type { IDataObject } from 'n8n-workflow';
import { isShown, type ItemReader, readField } from '../describe/checkField';
import { apiNameOf, type Field, sentFields } from '../describe/field';
import type { Ledger } from '../describe/ledger';
import type { Run } from '../describe/operation';
import { isSingleItem, isTool } from '../http/n8nInternals';
import { mayHaveSent, isSentOrUnknown, itemEntries, reject, setHours } from '../run/ledger';
import { countryCodeOf } from '../run/options/countryCode';
import { moveSchedule } from '../run/options/schedule';
import { partsCheck } from '../run/options/sendLimits';
import { ValidationError } from '../values/formats';
import { assertCanStore } from '../wait/n8nWait';
import { endOfWait } from '../wait/readWait';
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
	const callback = callbackOf(run, spec, callback_url, options);
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
	if (!mayHaveSent(ledger)) ledger.noun = noun;
	else if (dryRun || wasOther) {
		throw new ValidationError(
			'has changed since an earlier try',
			'The rest was not sent. Enter a value that is the same in every try.',
			(dryRun ? dryRunField : specifyMailings).displayName,
		);
	}
}

/**
 * The URL that the service calls, and what of it no output and no error may show. If the step waits for
 * the result, each request has a URL of its own.
 */
function callbackOf(run: Run, spec: BatchSpec, entered: unknown, options: BatchOptions) {
	const waits = spec.status !== undefined && run.at(0)('waitForResult') === true;
	const callbackUrl = entered as string | undefined;
	// Access logs contain URLs. Whoever has this one can resume the execution.
	if (waits || isSigned(callbackUrl)) options.parametersIn = 'body';
	if (!waits) return { callbackUrl, secrets: secretsOf(callbackUrl) };
	if (!options.dryRun) assertCanWait(run);
	return { wait: { until: endOfWait(run) }, secrets: [] };
}

/** @throws ValidationError if n8n cannot put this run to wait */
function assertCanWait({ context }: Run): void {
	const label = 'Wait for Result';
	if (!isTool(context) && !isSingleItem(context)) return assertCanStore(context, label);
	throw new ValidationError(
		'cannot wait in a tool of an agent or of an MCP server',
		'Turn it off, and use the operation Get Status as another tool.',
		label,
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
		if (isSentOrUnknown(entry)) continue;
		try {
			const values = readFields(perItem, run.item(entry.item, countryCode));
			if (isPersonal) checkParts(values);
			entry.content = isPersonal ? values : String(values[recipientField]);
		} catch (error) {
			reject(run, entry, error);
		}
	}
	const { scheduledFor, hours } = moveSchedule(shared, run, 0);
	setHours(recipients, hours);
	return { withRecipients: (entries) => buildMailing(shared, entries), recipients, scheduledFor };
}
