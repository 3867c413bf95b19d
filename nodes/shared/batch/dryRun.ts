import type { INodeExecutionData } from 'n8n-workflow';
import { formatAllRanges } from '../errors/itemRanges';
import { makeDryRunItem, listItemIndexes } from '../out/items';
import { smsPartDetails } from '../in/sendLimits';
import type { BatchRequest } from './planRequests';
import { addressOf } from '../run/ledger';
import type { Values } from '../run/operation';
import { type Batch, bulkOrPersonalOf } from './types';

const MAX_PREVIEWED_MESSAGES = 100;
/** Limited, because a hundred complete newsletters would freeze the editor. */
const MAX_PREVIEW_TEXT_LENGTH = 1_000;

export function buildPreviewItem(requests: BatchRequest[], batch: Batch): INodeExecutionData {
	const { run } = batch;
	const { whenSentAsSms } = run.operation;
	const partsOf = memoizeSmsDetails(batch.firstItemValues);
	const messages = requests.flatMap((request, position) =>
		buildPreviewMessages(request, batch).map(({ text, ...message }) => ({
			...message,
			request: position,
			text: truncateText(text),
			...(whenSentAsSms && partsOf(text)),
		})),
	);
	return makeDryRunItem(run, {
		...(batch.scheduledFor && { scheduled_for: batch.scheduledFor }),
		message_type: bulkOrPersonalOf(batch),
		recipients: messages.length,
		...(whenSentAsSms && {
			parts: messages.reduce((total, { parts = 0 }) => total + parts, 0),
		}),
		messages: messages.slice(0, MAX_PREVIEWED_MESSAGES),
		requests: requests.map(({ entries, countBodyBytes }) => ({
			recipients: entries.length,
			bytes: countBodyBytes(),
			indexes: formatAllRanges(listItemIndexes(entries)),
		})),
		left_out: listLeftOutRecipients(batch),
	});
}

const listLeftOutRecipients = ({ run, spec: { recipientFieldName } }: Batch) =>
	run.ledger.entries.flatMap((entry) => {
		const { state, itemIndex: index } = entry;
		if (state.is !== 'leftOut') return [];
		const { reason, outputFields } = state;
		return [{ index, [recipientFieldName]: addressOf(entry), reason, ...outputFields }];
	});

function buildPreviewMessages({ entries }: BatchRequest, { spec: { recipientFieldName } }: Batch) {
	return entries.map((entry) => {
		const { subject, message, text = message, button_link } = entry.planData ?? {};
		return {
			...{
				index: entry.itemIndex,
				[recipientFieldName]: addressOf(entry),
				subject,
				button_link,
			},
			text: String(text ?? ''),
		};
	});
}

/** Never cuts within an emoji. */
const truncateText = (text: string): string =>
	text.length > MAX_PREVIEW_TEXT_LENGTH
		? `${text.slice(0, MAX_PREVIEW_TEXT_LENGTH).replace(/\p{Cs}$/u, '')}…`
		: text;

/** Counts the parts of each text once, because 100,000 recipients may share a text. */
function memoizeSmsDetails(values: Values): (text: string) => ReturnType<typeof smsPartDetails> {
	const counted = new Map<string, ReturnType<typeof smsPartDetails>>();
	return (text) => {
		const earlier = counted.get(text);
		if (earlier) return earlier;
		const parts = smsPartDetails(text, values);
		counted.set(text, parts);
		return parts;
	};
}
