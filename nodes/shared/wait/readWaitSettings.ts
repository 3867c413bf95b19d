import { randomUUID } from 'node:crypto';
import { type Field, fieldsInGroup } from '../describe/field';
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
import { type PageLanguage, getPageWords } from './page/languages';
import type { PageTexts, Question } from './page/types';
import type { WaitState } from './state';

const MAX_RESPONSE_LENGTH = 2_000;

/**
 * Reads the question, the texts of the page and the time limit.
 *
 * @param texts the default texts of the page
 * @throws ValidationError if the time limit is too short or too long
 */
export function readWaitSettings(
	values: Values,
	texts: PageTexts,
): Omit<WaitState, 'recipients' | 'earlierHashes'> {
	const text = ({ name }: Field) => values[name]?.toString();
	const language = text(pageLanguage) as PageLanguage | undefined;
	const entered = {
		title: text(pageTitle) ?? texts.title,
		message: text(pageMessage) ?? texts.message,
		organization: text(organization),
	};
	return {
		id: randomUUID(),
		question: readQuestion(text, language),
		texts: { ...texts, ...entered, language },
		until: readWaitEnd(values),
	};
}

function readQuestion(
	text: (field: Field) => string | undefined,
	language?: PageLanguage,
): Question {
	switch (text(responseType)) {
		case 'freeText':
			return { type: 'freeText', maxLength: MAX_RESPONSE_LENGTH };
		case 'choice':
			return { type: 'choice', choices: (text(choices) ?? '').split('\n') };
		default: {
			const [type, approve, disapprove] = fieldsInGroup(approvalOptions).map(text);
			const words = getPageWords(language);
			const declineLabel = type === 'single' ? undefined : (disapprove ?? words.decline);
			return { type: 'approval', approveLabel: approve ?? words.approve, declineLabel };
		}
	}
}

const MS_BY_UNIT: Record<string, number> = {
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

/** A wait longer than this is useless, because no execution is stored for that long. */
const MAX_WAIT_DAYS = 3_650;
/** A wait shorter than this is useless, because nobody can read and respond that fast. */
const MIN_WAIT_SECONDS = 5;

/**
 * Returns milliseconds since 1970, or null without a limit.
 *
 * @throws ValidationError if the time limit is too short or too long
 */
function readWaitEnd({
	limitType,
	resumeAmount,
	resumeUnit,
	maxDateAndTime,
}: Values): number | null {
	if (limitType === undefined) return null;
	const isDate = limitType === 'atSpecifiedTime';
	const until = isDate
		? Number(maxDateAndTime)
		: Date.now() + Number(resumeAmount) * MS_BY_UNIT[String(resumeUnit)];
	const timeLeft = until - Date.now();
	const isTooShort = timeLeft < MIN_WAIT_SECONDS * 1_000;
	if (!isTooShort && timeLeft <= MAX_WAIT_DAYS * MS_BY_UNIT.days) return until;
	throw new ValidationError(
		`is ${isTooShort ? `less than ${MIN_WAIT_SECONDS} seconds` : `more than ${MAX_WAIT_DAYS.toLocaleString('en')} days`} from now`,
		`${isTooShort ? 'Extend' : 'Shorten'} the wait, or remove Limit Wait Time to wait without a limit.`,
		isDate ? 'Max Date and Time' : 'Amount',
	);
}
