import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isInvisible } from './page/invisible';
import type { Question } from './page/types';

const OUTPUT_FIELD = { approval: 'approved', freeText: 'text', choice: 'choice' } as const;

interface Decision {
	/** The response as the page shows it. */
	label: string;
	/** The response as the output has it. */
	value: boolean | string;
}
export type ResponseProblem = 'invalid' | 'empty' | 'tooLong';

/** Reads a response from its form value: `approve` or `decline`, a text, or the index of a choice. */
export function readFormResponse(
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
	// Browsers send a line break as two characters, but count it as one in the length.
	const text = sent.replace(/\r\n?/g, '\n').trim();
	if (isInvisible(text)) return { problem: 'empty' };
	return text.length > question.maxLength ? { problem: 'tooLong' } : { label: text, value: text };
}

/**
 * Returns a copy without the fields that look like a response to this step, e.g. of an earlier Send and Wait.
 */
function withoutResponse(json: IDataObject | null | undefined): IDataObject {
	const input = { ...json };
	delete input.approved;
	delete input.data;
	delete input.chatInput;
	return input;
}

/**
 * Returns the item that a step stores while it waits: the input and the records. The item must contain
 * nothing that looks like an approval. A tool leaves out the input, because a model wrote it.
 *
 * @param records the responses of the service, one per recipient
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
		// The records come first, and replace input fields of the same names.
		json: asTool ? sent : { ...sent, ...input, ...sent },
		...(binary && !asTool && { binary }),
		pairedItem: { item: 0 },
	};
}

const withData = (item: INodeExecutionData, data: IDataObject): INodeExecutionData => ({
	...item,
	json: { data, ...withoutResponse(item.json) },
});

export const timeoutItem = (item: INodeExecutionData, { type }: Question): INodeExecutionData =>
	withData(item, {
		[OUTPUT_FIELD[type]]: type === 'approval' ? false : null,
		timedOut: true,
		respondedAt: null,
	});

export const respondedItem = (
	item: INodeExecutionData,
	{ type }: Question,
	value: Decision['value'],
	details: { respondedAt: string; responder: string },
): INodeExecutionData => withData(item, { [OUTPUT_FIELD[type]]: value, ...details });
