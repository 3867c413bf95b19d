import { randomUUID } from 'node:crypto';
import { isShown, readField } from '../run/readField';
import { asOption, type Field, valuesOf } from '../describe/field';
import type { Run } from '../run/operation';
import { ValidationError } from '../values/formats';
import {
	approvalOptions,
	choices,
	organization,
	pageLanguage,
	pageMessage,
	pageTitle,
	responseType,
} from './fields';
import { limitWaitTime } from './limitFields';
import { type PageLanguage, wordsOf } from './page/languages';
import type { PageTexts, Question } from './page/types';
import type { Wait } from './state';

/** Characters of a text that a recipient enters. */
const MAX_TEXT = 2_000;

/**
 * What is asked, with which texts, and until when.
 *
 * @param texts the texts of the page, unless the user has entered others
 * @throws Problem or ValidationError that names the first field that is wrong
 */
export function readWait(run: Run, texts: PageTexts): Omit<Wait, 'recipients' | 'earlierHashes'> {
	const value: ReadValue = (field) =>
		isShown(field, run.at(0)) ? readField(field, run.item(0)) : undefined;
	const text = (field: Field) => value(field)?.toString();
	const language = text(asOption(pageLanguage)) as PageLanguage | undefined;
	const entered = {
		title: text(asOption(pageTitle)) ?? texts.title,
		message: text(asOption(pageMessage)) ?? texts.message,
		organization: text(asOption(organization)),
	};
	return {
		id: randomUUID(),
		question: questionOf(text, language),
		texts: { ...texts, ...entered, language },
		until: endOfWait(value),
	};
}

/** The value of a field; undefined if it is not shown, was not added or was left empty. */
type ReadValue = (field: Field) => string | number | undefined;

function questionOf(text: (field: Field) => string | undefined, language?: PageLanguage): Question {
	switch (text(responseType)) {
		case 'freeText':
			return { type: 'freeText', maxLength: MAX_TEXT };
		case 'choice':
			return { type: 'choice', choices: (text(choices) ?? '').split('\n') };
		default: {
			const [type, approve, disapprove] = valuesOf(approvalOptions).map(text);
			const words = wordsOf(language);
			const declineLabel = type === 'single' ? undefined : (disapprove ?? words.decline);
			return { type: 'approval', approveLabel: approve ?? words.approve, declineLabel };
		}
	}
}

const UNIT_MS: Record<string, number> = {
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

/** No execution is stored for longer. */
const MAX_DAYS = 3_650;
/** Nobody can read a message and respond in less time. */
const MIN_SECONDS = 5;

/**
 * When the time limit of a wait ends, in milliseconds since 1970; null without a limit.
 *
 * @throws Problem or ValidationError that names the field that is wrong
 */
function endOfWait(value: ReadValue): number | null {
	const [limitType, amountField, unitField, dateField] = valuesOf(asOption(limitWaitTime));
	const type = value(limitType);
	if (type === undefined) return null;
	const isDate = type === 'atSpecifiedTime';
	const until = isDate
		? Number(value(dateField))
		: Date.now() + Number(value(amountField)) * UNIT_MS[String(value(unitField))];
	const left = until - Date.now();
	const isShort = left < MIN_SECONDS * 1_000;
	if (!isShort && left <= MAX_DAYS * UNIT_MS.days) return until;
	throw new ValidationError(
		`is ${isShort ? `less than ${MIN_SECONDS} seconds` : `more than ${MAX_DAYS.toLocaleString('en')} days`} from now`,
		`Limit the wait to a ${isShort ? 'longer' : 'shorter'} time, or remove the option to wait without a limit.`,
		(isDate ? dateField : amountField).displayName,
	);
}
