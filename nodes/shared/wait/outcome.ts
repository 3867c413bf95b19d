import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isInvisible } from './page/invisible';
import type { Question } from './page/types';

/** The output field for each type of response. */
const OUTPUT_FIELD = { approval: 'approved', freeText: 'text', choice: 'choice' } as const;

interface Decision {
	/** Shown on the page. */
	label: string;
	/** Returned in the output. */
	value: boolean | string;
}
export type ResponseProblem = 'invalid' | 'empty' | 'tooLong';

/** Reads a form value: `approve` or `decline`, a text, or the index of a choice. */
export function readResponse(
	question: Question,
	sent: unknown,
): Decision | { problem: ResponseProblem } {
	const invalid = { problem: 'invalid' } as const;
	if (typeof sent !== 'string') return invalid;
	if (question.type === 'approval') {
		const { approveLabel, declineLabel } = question;
		if (sent === 'approve') return { label: approveLabel, value: true };
		const canDecline = sent === 'decline' && declineLabel !== undefined;
		return canDecline ? { label: declineLabel, value: false } : invalid;
	}
	if (question.type === 'choice') {
		const choice = /^\d$/.test(sent) ? question.choices[Number(sent)] : undefined;
		return choice === undefined ? invalid : { label: choice, value: choice };
	}
	// Browsers send a line break as two characters, but count it as one.
	const text = sent.replace(/\r\n?/g, '\n').trim();
	if (isInvisible(text)) return { problem: 'empty' };
	return text.length > question.maxLength ? { problem: 'tooLong' } : { label: text, value: text };
}

/** Removes fields that look like a response to this step, e.g. those of an earlier Send and Wait. */
function withoutResponse(json: IDataObject | null | undefined): IDataObject {
	const input = { ...json };
	delete input.approved;
	delete input.data;
	delete input.chatInput;
	return input;
}

/**
 * Returns the item of a wait: the input and the records. It must not contain anything that looks like an
 * approval. An agent does not get the input, because a model wrote it.
 *
 * @param records the response of the service for each recipient
 */
export function sentItem(
	{ json, binary }: INodeExecutionData,
	records: IDataObject[],
	asTool: boolean,
): INodeExecutionData {
	const input = withoutResponse(json);
	// n8n treats an item with an `error` as failed.
	delete input.error;
	const messages = records.length > 1 ? { messages: records } : {};
	const sent = { ...records[0], ...messages };
	return {
		// The sent fields come first, and also replace input fields of the same name.
		json: asTool ? sent : { ...sent, ...input, ...sent },
		...(binary && !asTool && { binary }),
		pairedItem: { item: 0 },
	};
}

const withData = (item: INodeExecutionData, data: IDataObject): INodeExecutionData => ({
	...item,
	json: { data, ...withoutResponse(item.json) },
});

/** Returns the item for a wait without a response in time. */
export const timeoutItem = (item: INodeExecutionData, { type }: Question): INodeExecutionData =>
	withData(item, {
		[OUTPUT_FIELD[type]]: type === 'approval' ? false : null,
		timedOut: true,
		respondedAt: null,
	});

/** Returns the item for a response. */
export const respondedItem = (
	item: INodeExecutionData,
	{ type }: Question,
	value: Decision['value'],
	details: { respondedAt: string; responder: string },
): INodeExecutionData => withData(item, { [OUTPUT_FIELD[type]]: value, ...details });
