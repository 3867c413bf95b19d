import type { IDataObject } from 'n8n-workflow';
import { countryCodeOf } from '../run/options/countryCode';
import type { Run } from '../describe/operation';
import { toNodeError, withNodeError } from '../errors/nodeErrors';
import type { RejectedItems } from '../errors/rejectedItems';
import type { SentRequests } from '../http/sentRequests';
import { moveSchedule } from '../run/sendingHours';
import { text } from '../values/formats';
import { mailboxKey, phone } from '../values/phoneAndEmail';
import { parseMailings, type RecipientEntry, recipientOf } from './jsonRules';
import type { Formats } from './mailingRules';
import type { BatchSpec, Mailing } from './types';

const readBefore = new WeakMap<SentRequests, unknown>();

/**
 * What the parameter holds. Mailings have nothing but their place to be known by, so when some were
 * sent a later try has those of the one before.
 */
function readOnce({ at, sent }: Run): unknown {
	const isKnown = sent.size > 0 && readBefore.has(sent);
	const given = isKnown ? readBefore.get(sent) : at(0)('mailingsJson');
	readBefore.set(sent, given);
	return given;
}

/** The mailings that a person wrote as JSON; a recipient that is wrong is rejected on the first item. */
export function readJson(
	run: Run,
	spec: BatchSpec,
	rejected: RejectedItems,
	checkParts: (sent: IDataObject) => void,
): Mailing[] {
	const where = { ...run.where(0), label: 'Mailings (JSON)' };
	const countryCode = countryCodeOf(run, 0);
	const formats: Formats = {
		zone: run.zone,
		phone: (given, zone) => phone(given, zone, countryCode),
		smsText: (given, zone) => {
			const message = text(given, zone);
			checkParts({ message });
			return message;
		},
	};
	const validate = spec.validateMailing(formats, (bad) =>
		rejected.add(toNodeError(bad, where), 0),
	);
	const mailings = withNodeError(where, () =>
		parseMailings(readOnce(run)).map(
			(entry, position) => validate(entry, `[${position}]`) as IDataObject,
		),
	);
	return mailings
		.map((mailing, position) => ({
			place: position,
			scheduledFor: moveSchedule(mailing, run, 0),
			withRecipients: (entries: RecipientEntry[]) => ({ ...mailing, delivery_list: entries }),
			recipients: (mailing.delivery_list as RecipientEntry[]).map((entry) => ({
				key: `${position}/${mailboxKey(recipientOf(entry))}`,
				entry,
			})),
		}))
		.filter(({ recipients }) => recipients.length > 0);
}
