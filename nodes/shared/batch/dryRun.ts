import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { allRanges } from '../errors/errorDetail';
import { itemMessageOf } from '../errors/nodeErrors';
import { itemsOf } from '../run/output';
import { type SmsParts, smsParts } from '../values/smsParts';
import { type RecipientEntry, recipientOf } from './jsonRules';
import type { BatchRequest } from './planRequests';
import { type Batch, type BatchSpec, contentOf } from './types';

/** Recipients that a dry run shows one by one. */
const SHOWN = 100;
/** Characters of a text that it shows: 100 newsletters in full would stop the editor. */
const TEXT_LENGTH = 1_000;

/** What a batch would send. */
export function preview(requests: BatchRequest[], batch: Batch): INodeExecutionData {
	const { run, spec, wait } = batch;
	const { isSms } = run.operation;
	const partsOf = smsPartsOf();
	const messages = requests.flatMap((request, position) =>
		messagesOf(request, spec).map(({ text, ...message }) => ({
			...message,
			request: position,
			text: shorten(text),
			...(isSms && partsOf(text)),
		})),
	);
	const json = {
		dry_run: true,
		is_sent: false,
		...(wait && { waits_for_result: true }),
		recipients: messages.length,
		...(isSms && {
			parts: messages.reduce((total, { parts = 0 }) => total + parts, 0),
		}),
		messages: messages.slice(0, SHOWN),
		requests: requests.map(({ entries, sendIn, bytes }) => ({
			recipients: entries.length,
			parameters_in: sendIn,
			bytes: bytes(),
			indexes: allRanges(itemsOf(run, entries)),
		})),
		rejects: run.ledger.entries.flatMap(({ state, item: index }) =>
			state.is === 'rejected' ? [{ index, reason: itemMessageOf(state.error) }] : [],
		),
	};
	const pairedItem = run.items.map((_, item) => ({ item }));
	return { json: json as unknown as IDataObject, pairedItem };
}

/** What each recipient of a request gets: of a personal mailing from the entry, else from the mailing. */
function messagesOf({ mailings, entries }: BatchRequest, { recipientField }: BatchSpec) {
	const mailingOf = mailings.flatMap((mailing) =>
		(mailing.delivery_list as RecipientEntry[]).map(() => mailing),
	);
	return entries.map((entry, position) => {
		const content = contentOf(entry);
		const mailing = mailingOf[position];
		const own = typeof content === 'object' ? content : {};
		const given = { ...mailing, ...(mailing.content as IDataObject | undefined), ...own };
		const { subject, message, text = message } = given as Record<string, string | undefined>;
		return {
			index: entry.item,
			[recipientField]: recipientOf(content),
			subject,
			text: text ?? '',
		};
	});
}

/** Without half of an emoji at its end. */
const shorten = (text: string): string =>
	text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH).replace(/\p{Cs}$/u, '')}…` : text;

/** Counts each text once: 100,000 recipients of a bulk mailing have the same. */
function smsPartsOf(): (text: string) => SmsParts {
	const known = new Map<string, SmsParts>();
	return (text) => {
		const parts = known.get(text) ?? smsParts(text);
		known.set(text, parts);
		return parts;
	};
}
