import { hasExpression } from '../values/itemExpressions';
import type { IDataObject } from 'n8n-workflow';
import type { Entry } from '../describe/ledger';
import type { Run } from '../describe/operation';
import { toNodeError } from '../errors/nodeErrors';
import { mayHaveSent, newEntry, reject, setHours } from '../run/ledger';
import { countryCodeOf } from '../run/options/countryCode';
import { moveSchedule } from '../run/options/schedule';
import { partsCheck } from '../run/options/sendLimits';
import { text } from '../values/formats';
import { phone } from '../values/phoneAndEmail';
import { parseMailings, type RecipientEntry } from './jsonRules';
import { mailingsJsonLabel } from './fields';
import type { Formats } from './mailingRules';
import type { BatchSpec, Mailing, Recipient } from './types';

/**
 * The mailings that are written as JSON, of each input item. A JSON without an expression is the same
 * for all items, and is read once. Recipients that are wrong are rejected.
 *
 * A later try of Retry On Fail has the mailings of the one before if some were sent: they have nothing
 * but their place to be known by.
 */
export function readJson(run: Run, spec: BatchSpec): Mailing[] {
	const { context, items, ledger } = run;
	if (mayHaveSent(ledger)) return ledger.kept as Mailing[];
	const raw: unknown = context.getNodeParameter('mailingsJson', 0, '', { rawExpressions: true });
	ledger.isShared = !hasExpression(raw);
	const read = ledger.isShared ? [0] : [...items.keys()];
	const mailings = read.flatMap((item) => {
		try {
			return readItem(run, spec, item);
		} catch (error) {
			ledger.entries.push(rejectedEntry(run, item, error));
			return [];
		}
	});
	ledger.kept = mailings;
	return mailings;
}

/** An entry of its own for what is wrong in the JSON of an item. */
function rejectedEntry(run: Run, item: number, error: unknown): Entry {
	const entry = newEntry(item);
	const where = { ...run.where(item), label: mailingsJsonLabel, isText: true };
	reject(run, entry, toNodeError(error, where));
	return entry;
}

/** The mailings of one item. @throws what is wrong with one of them */
function readItem(run: Run, { validateMailing }: BatchSpec, item: number): Mailing[] {
	const { ledger } = run;
	const rejected: Entry[] = [];
	const validate = validateMailing(formatsOf(run, item), (bad) => {
		rejected.push(rejectedEntry(run, item, bad));
	});
	const mailings = parseMailings(run.at(item)('mailingsJson')).map(
		(given, place) => validate(given, `[${place}]`) as IDataObject,
	);
	const read = mailings.map((mailing, place): Mailing => {
		const entries = mailing.delivery_list as RecipientEntry[];
		const { scheduledFor, hours } = moveSchedule(mailing, run, item);
		const recipients = entries.map((entry): Recipient => newEntry(item, place, entry));
		setHours(recipients, hours);
		return {
			scheduledFor,
			withRecipients: (delivery_list) => ({ ...mailing, delivery_list }),
			recipients,
		};
	});
	for (const entry of rejected) ledger.entries.push(entry);
	for (const { recipients } of read) for (const entry of recipients) ledger.entries.push(entry);
	return read;
}

function formatsOf(run: Run, item: number): Formats {
	const countryCode = countryCodeOf(run, item);
	const checkParts = partsCheck(run, item);
	return {
		zone: run.zone,
		phone: (given, zone) => phone(given, zone, countryCode),
		smsText: (given, zone) => {
			const message = text(given, zone);
			checkParts({ message });
			return message;
		},
	};
}
