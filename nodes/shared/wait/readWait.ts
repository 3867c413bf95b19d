import { randomUUID } from 'node:crypto';
import { type Field, valuesOf } from '../describe/field';
import type { Values } from '../run/operation';
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
import { type PageLanguage, wordsOf } from './page/languages';
import type { PageTexts, Question } from './page/types';
import type { Wait } from './state';

/** Characters of a text that a recipient enters. */
const MAX_TEXT = 2_000;

/**
 * What is asked, with which texts, and until when.
 *
 * @param values what the item has in its fields
 * @param texts the texts of the page, unless the user has entered others
 * @throws ValidationError if the time limit is too short or too long
 */
export function readWait(
	values: Values,
	texts: PageTexts,
): Omit<Wait, 'recipients' | 'earlierHashes'> {
	const text = ({ name }: Field) => values[name]?.toString();
	const language = text(pageLanguage) as PageLanguage | undefined;
	const entered = {
		title: text(pageTitle) ?? texts.title,
		message: text(pageMessage) ?? texts.message,
		organization: text(organization),
	};
	return {
		id: randomUUID(),
		question: questionOf(text, language),
		texts: { ...texts, ...entered, language },
		until: endOfWait(values),
	};
}

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
function endOfWait({ limitType, resumeAmount, resumeUnit, maxDateAndTime }: Values): number | null {
	if (limitType === undefined) return null;
	const isDate = limitType === 'atSpecifiedTime';
	const until = isDate
		? Number(maxDateAndTime)
		: Date.now() + Number(resumeAmount) * UNIT_MS[String(resumeUnit)];
	const left = until - Date.now();
	const isShort = left < MIN_SECONDS * 1_000;
	if (!isShort && left <= MAX_DAYS * UNIT_MS.days) return until;
	throw new ValidationError(
		`is ${isShort ? `less than ${MIN_SECONDS} seconds` : `more than ${MAX_DAYS.toLocaleString('en')} days`} from now`,
		`Limit the wait to a ${isShort ? 'longer' : 'shorter'} time, or remove the option to wait without a limit.`,
		isDate ? 'Max Date and Time' : 'Amount',
	);
}
