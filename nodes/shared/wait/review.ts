import type { IExecuteFunctions } from 'n8n-workflow';
import type { Run } from '../run/operation';
import { readersOf } from '../in/parameters';
import { ValidationError } from '../values/formats';
import { isReview, reviewedCall, showsCall } from './n8nWait';
import { showAll, showInvisible } from './page/invisible';
import type { PageTexts } from './page/types';

const STEP = 'Human Review';

/** Characters of the first line of a message. */
const MAX_LINE = 100;

/** The call of a tool that a person reviews. */
export interface Review {
	/** As the page shows it, in full. */
	tool: NonNullable<PageTexts['tool']>;
	/** The arguments in one line. */
	line: string;
}

/**
 * The call that a Human Review is about; undefined if the step is none.
 *
 * @throws ValidationError if n8n does not say which call it is, or if the texts would show another one
 */
export function reviewOf(context: IExecuteFunctions): Review | undefined {
	if (!isReview(context)) return undefined;
	const call = reviewedCall(context);
	if (!call) {
		throw new ValidationError(
			'cannot find the tool call that it is about',
			'Connect this step to an AI Agent of version 3 or later.',
			STEP,
		);
	}
	if (!showsCall(context, call)) {
		throw new ValidationError(
			'would show another tool call than the one that the agent runs',
			'Tell the model to write no arguments named tool, toolParameters and query beside its call.',
			STEP,
		);
	}
	const { toolName: name, originalInput = {} } = call;
	const line = showAll(JSON.stringify(originalInput));
	return { tool: { name, arguments: JSON.stringify(originalInput, null, 2) }, line };
}

/**
 * The run with its texts as a review needs them. The message that n8n suggests contains the arguments,
 * for which an expression puts `[object Object]` into a text. What a model writes may hide characters.
 *
 * @param isShort whether the message is paid by its length: the rest is on the page
 */
export function withReviewTexts(run: Run, { line }: Review, isShort: boolean): Run {
	const read = run.at(0);
	const text = (path: string) => {
		const value = read(path);
		if (typeof value !== 'string') return value;
		return showInvisible(value.replaceAll('[object Object]', () => line));
	};
	const texts: Record<string, () => unknown> = {
		subject: () => text('subject'),
		message: () => (isShort ? firstLine(text('message')) : text('message')),
		'options.pageMessage': () => text('options.pageMessage'),
		'options.messageFormat': () => 'text',
	};
	const at = () => (path: string) => texts[path]?.() ?? read(path);
	return { ...run, ...readersOf(run, at) };
}

function firstLine(message: unknown): unknown {
	if (typeof message !== 'string') return message;
	const characters = [...message.trim().split(/[\r\n]/, 1)[0]];
	if (characters.length <= MAX_LINE) return characters.join('');
	return `${characters.slice(0, MAX_LINE - 1).join('')}…`;
}
