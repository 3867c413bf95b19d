import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { BatchRequest } from './planRequests';
import type { RecipientEntry } from './types';
import type { RejectedItems } from '../errors/rejectedItems';
import { allRanges } from '../errors/errorDetail';
import { type SmsParts, smsParts } from './smsParts';

/** A text that some recipients get, and what it comes to. */
interface Text extends SmsParts {
	text: string;
	recipients: number;
	/** The first input item with it. */
	index: number;
}

/**
 * What a batch would send.
 *
 * @param items how many input items there are
 * @param hasParts whether its texts are SMS, paid by parts
 */
export function preview(
	requests: BatchRequest[],
	rejects: RejectedItems,
	items: number,
	hasParts: boolean,
): INodeExecutionData {
	const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
	const texts = hasParts ? textsOf(requests) : undefined;
	const json = {
		dryRun: true,
		recipients: sum(requests.map(({ recipients }) => recipients.length)),
		...(texts && {
			parts: sum(texts.map(({ parts, recipients }) => parts * recipients)),
			texts,
		}),
		requests: requests.map(({ recipients, sendIn, bytes, indexes }) => ({
			recipients: recipients.length,
			parametersIn: sendIn,
			bytes: bytes(),
			indexes: allRanges(indexes),
		})),
		rejects: rejects.reasons,
	};
	const pairedItem = Array.from({ length: items }, (_, item) => ({ item }));
	return { json: json as unknown as IDataObject, pairedItem };
}

function textsOf(requests: BatchRequest[]): Text[] {
	const texts = new Map<string, Text>();
	for (const { mailings, recipients } of requests) {
		let position = 0;
		for (const { text: shared, delivery_list } of mailings) {
			for (const entry of delivery_list as RecipientEntry[]) {
				const [index] = recipients[position++].indexes;
				const text = String(shared ?? (entry as IDataObject).text);
				const known = texts.get(text);
				if (known) known.recipients++;
				else texts.set(text, { text, ...smsParts(text), recipients: 1, index });
			}
		}
	}
	return [...texts.values()];
}
