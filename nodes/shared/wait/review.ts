import type { IExecuteFunctions } from 'n8n-workflow';
import type { Run } from '../run/operation';
import { createItemReaders } from '../in/parameters';
import { ValidationError } from '../values/formats';
import { isHumanReview, findReviewedCall, toolExpressionMatchesCall } from './n8nWait';
import { escapeAllInvisible, escapeInvisible } from './page/invisible';
import type { PageTexts } from './page/types';

const HUMAN_REVIEW_LABEL = 'Human Review';

const MAX_FIRST_LINE_LENGTH = 100;

export interface ToolReview {
	tool: NonNullable<PageTexts['tool']>;
	/** The arguments as one line of JSON, for the message. */
	argumentsLine: string;
}

/**
 * Returns the tool call of a Human Review, or undefined for any other step.
 *
 * @throws ValidationError if n8n does not report the call, or if `$tool` in the texts would show a
 *   different call
 */
export function readToolReview(context: IExecuteFunctions): ToolReview | undefined {
	if (!isHumanReview(context)) return undefined;
	const call = findReviewedCall(context);
	if (!call) {
		throw new ValidationError(
			'cannot find the tool call to review',
			'Connect this step to an AI Agent of version 3 or later.',
			HUMAN_REVIEW_LABEL,
		);
	}
	if (!toolExpressionMatchesCall(context, call)) {
		throw new ValidationError(
			'would not show the tool call that the agent runs',
			'Tell the model not to add arguments named tool, toolParameters or query to its call.',
			HUMAN_REVIEW_LABEL,
		);
	}
	const { toolName: name, originalInput = {} } = call;
	const argumentsLine = escapeAllInvisible(JSON.stringify(originalInput));
	return { tool: { name, arguments: JSON.stringify(originalInput, null, 2) }, argumentsLine };
}

/**
 * Returns a copy of the run whose texts show the arguments of the tool as JSON. In n8n's texts, the
 * arguments are `[object Object]`. Invisible characters are escaped, because a model may write
 * them.
 *
 * @param isChargedByLength true to send only the first line of the message
 */
export function adaptRunToReview(
	run: Run,
	{ argumentsLine }: ToolReview,
	isChargedByLength: boolean,
): Run {
	const read = run.parameterReaderOf(0);
	const text = (path: string) => {
		const value = read(path);
		if (typeof value !== 'string') return value;
		return escapeInvisible(value.replaceAll('[object Object]', () => argumentsLine));
	};
	const texts: Record<string, () => unknown> = {
		subject: () => text('subject'),
		message: () => (isChargedByLength ? truncateToFirstLine(text('message')) : text('message')),
		'options.pageMessage': () => text('options.pageMessage'),
		'options.messageFormat': () => 'text',
	};
	const parameterReaderOf = () => (path: string) => texts[path]?.() ?? read(path);
	return { ...run, ...createItemReaders(run, parameterReaderOf) };
}

function truncateToFirstLine(message: unknown): unknown {
	if (typeof message !== 'string') return message;
	const characters = [...message.trim().split(/[\r\n]/, 1)[0]];
	if (characters.length <= MAX_FIRST_LINE_LENGTH) return characters.join('');
	return `${characters.slice(0, MAX_FIRST_LINE_LENGTH - 1).join('')}…`;
}
