import { randomUUID } from 'node:crypto';
import { isShown, readField } from '../describe/checkField';
import { asOption, type Field } from '../describe/field';
import type { Run } from '../describe/operation';
import {
	approveLabel,
	choices,
	declineLabel,
	organization,
	pageLanguage,
	pageMessage,
	pageTitle,
	responseType,
} from './fields';
import { limitWaitTime, waitAmount, waitUnit, waitUntil } from './limitFields';
import { type PageLanguage, wordsOf } from './page/languages';
import type { PageTexts, Question } from './page/types';
import type { Wait } from './state';

/** Characters of a text that a recipient enters. */
const MAX_TEXT = 2_000;

/**
 * What is asked, with which texts, and until when.
 *
 * @param texts the texts of the page, unless the user has entered others
 * @throws NodeOperationError or ValidationError that names the first field that is wrong
 */
export function readWait(run: Run, texts: PageTexts): Omit<Wait, 'recipients' | 'earlierHashes'> {
	const read = run.at(0);
	const value = valueIn(run);
	const text = (field: Field) => value(field)?.toString();
	const until = endOfWait(run);
	const language = text(asOption(pageLanguage)) as PageLanguage | undefined;
	const words = wordsOf(language);
	// What n8n drops because its form hides it has the label of the language, too.
	const label = (field: Field, word: string) =>
		(read(field.name) === undefined ? undefined : text(field)) ?? word;
	const labels = {
		approveLabel: label(approveLabel, words.approve),
		declineLabel: isShown(declineLabel, read) ? label(declineLabel, words.decline) : undefined,
	};
	const own = {
		title: text(asOption(pageTitle)) ?? texts.title,
		message: text(asOption(pageMessage)) ?? texts.message,
		organization: text(asOption(organization)),
	};
	return {
		id: randomUUID(),
		question: questionOf(text, labels),
		texts: { ...texts, ...own, language },
		until,
	};
}

/** Reads a field of the first item; undefined if it is not shown. */
const valueIn = (run: Run) => (field: Field) =>
	isShown(field, run.at(0)) ? readField(field, run.item(0)) : undefined;

/**
 * When the time limit of a wait ends, in milliseconds since 1970; null without a limit.
 *
 * @throws NodeOperationError that names the field that is wrong
 */
export function endOfWait(run: Run): number | null {
	const value = valueIn(run);
	value(limitWaitTime);
	return untilOf(value);
}

type Labels = Omit<Extract<Question, { type: 'approval' }>, 'type'>;

function questionOf(text: (field: Field) => string | undefined, labels: Labels): Question {
	switch (text(responseType)) {
		case 'freeText':
			return { type: 'freeText', maxLength: MAX_TEXT };
		case 'choice':
			return { type: 'choice', choices: (text(choices) ?? '').split('\n') };
		default:
			return { type: 'approval', ...labels };
	}
}

const UNIT_MS: Record<string, number> = {
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

function untilOf(value: (field: Field) => string | number | undefined): number | null {
	const date = value(waitUntil);
	if (date !== undefined) return Number(date);
	const amount = value(waitAmount);
	return amount === undefined
		? null
		: Date.now() + Number(amount) * UNIT_MS[String(value(waitUnit))];
}
