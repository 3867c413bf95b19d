import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { hasOnlyInvisibleCharacters } from './page/invisible';
import type { Question, ResponseProblem } from './page/types';

const OUTPUT_FIELD_BY_TYPE = { approval: 'approved', freeText: 'text', choice: 'choice' } as const;

interface FormResponse {
	displayedResponse: string;
	outputValue: boolean | string;
}

/** Reads the value that the form posts: `approve` or `decline`, a text, or the index of a choice. */
export function readFormResponse(
	question: Question,
	sent: unknown,
): FormResponse | { problem: ResponseProblem } {
	const invalid = { problem: 'invalid' } as const;
	if (typeof sent !== 'string') return invalid;
	if (question.type === 'approval') {
		const { approveLabel, declineLabel } = question;
		if (sent === 'approve') return { displayedResponse: approveLabel, outputValue: true };
		const canDecline = sent === 'decline' && declineLabel !== undefined;
		return canDecline ? { displayedResponse: declineLabel, outputValue: false } : invalid;
	}
	if (question.type === 'choice') {
		const choice = /^\d$/.test(sent) ? question.choices[Number(sent)] : undefined;
		return choice === undefined ? invalid : { displayedResponse: choice, outputValue: choice };
	}
	// A line break counts as one character, although browsers send two characters.
	const text = sent.replace(/\r\n?/g, '\n').trim();
	if (hasOnlyInvisibleCharacters(text)) return { problem: 'empty' };
	return text.length > question.maxLength
		? { problem: 'tooLong' }
		: { displayedResponse: text, outputValue: text };
}

/** Omits the fields that an earlier Send and Wait may have added. */
function omitResponseFields(json: IDataObject | null | undefined): IDataObject {
	const input = { ...json };
	delete input.approved;
	delete input.data;
	delete input.chatInput;
	return input;
}

/**
 * Builds the item that is stored during the wait: the input and the records. The item must contain nothing
 * that looks like an approval. In a tool the item has no input, because a model wrote the input.
 *
 * @param records the responses of the service, one per recipient
 */
export function buildSentItem(
	{ json, binary }: INodeExecutionData,
	records: IDataObject[],
	asTool: boolean,
): INodeExecutionData {
	const input = omitResponseFields(json);
	// n8n treats an item with an `error` as failed.
	delete input.error;
	const messages = records.length > 1 ? { messages: records } : {};
	const sent = { ...records[0], ...messages };
	return {
		// The records come first, and replace input fields of the same names.
		json: asTool ? sent : { ...sent, ...input, ...sent },
		...(binary && !asTool && { binary }),
		pairedItem: { item: 0 },
	};
}

const buildItemWithData = (item: INodeExecutionData, data: IDataObject): INodeExecutionData => ({
	...item,
	json: { data, ...omitResponseFields(item.json) },
});

export const buildTimeoutItem = (
	item: INodeExecutionData,
	{ type }: Question,
): INodeExecutionData =>
	buildItemWithData(item, {
		[OUTPUT_FIELD_BY_TYPE[type]]: type === 'approval' ? false : null,
		timedOut: true,
		respondedAt: null,
	});

export const buildRespondedItem = (
	item: INodeExecutionData,
	{ type }: Question,
	value: FormResponse['outputValue'],
	details: { respondedAt: string; responder: string },
): INodeExecutionData =>
	buildItemWithData(item, { [OUTPUT_FIELD_BY_TYPE[type]]: value, ...details });
