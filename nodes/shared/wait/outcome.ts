import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isInvisible } from './page/invisible';
import type { Question } from './page/types';

/** The output field of each kind of response. */
const FIELD = { approval: 'approved', freeText: 'text', choice: 'choice' } as const;

/** A response that a recipient sent. */
interface Decision {
	/** As the page shows it. */
	label: string;
	/** As the output has it. */
	value: boolean | string;
}
export type Problem = 'invalid' | 'empty' | 'tooLong';

/** What the form sent: `approve` or `decline`, a text, or the index of a choice. */
export function readResponse(question: Question, sent: unknown): Decision | { problem: Problem } {
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
	// A browser sends a line break as two characters, and its length limit counts one.
	const text = sent.replace(/\r\n?/g, '\n').trim();
	if (isInvisible(text)) return { problem: 'empty' };
	return text.length > question.maxLength ? { problem: 'tooLong' } : { label: text, value: text };
}

/** The input without what could be taken for a response to this step: an earlier one may have asked, too. */
function withoutResponse(given: IDataObject | null | undefined): IDataObject {
	const input = { ...given };
	delete input.approved;
	delete input.data;
	delete input.chatInput;
	return input;
}

/**
 * The item of a wait: the input with what the service returned. It has nothing that could be taken for an
 * approval. For an agent it has none of the input, which a model has written.
 *
 * @param records what the service returned, for each recipient
 */
export function sentItem(
	{ json, binary }: INodeExecutionData,
	records: IDataObject[],
	asTool: boolean,
): INodeExecutionData {
	const input = withoutResponse(json);
	// n8n takes an item with an error for one that failed.
	delete input.error;
	const messages = records.length > 1 ? { messages: records } : {};
	const sent = { ...records[0], ...messages };
	return {
		// First what was sent, which also replaces what the input has of the same name.
		json: asTool ? sent : { ...sent, ...input, ...sent },
		...(binary && !asTool && { binary }),
		pairedItem: { item: 0 },
	};
}

const withData = (item: INodeExecutionData, data: IDataObject): INodeExecutionData => ({
	...item,
	json: { data, ...withoutResponse(item.json) },
});

/** The item if no response comes in time. */
export const timeoutItem = (item: INodeExecutionData, { type }: Question): INodeExecutionData =>
	withData(item, {
		[FIELD[type]]: type === 'approval' ? false : null,
		timedOut: true,
		respondedAt: null,
	});

/** The item with a response. */
export const respondedItem = (
	item: INodeExecutionData,
	{ type }: Question,
	value: Decision['value'],
	by: { respondedAt: string; responder: string },
): INodeExecutionData => withData(item, { [FIELD[type]]: value, ...by });
