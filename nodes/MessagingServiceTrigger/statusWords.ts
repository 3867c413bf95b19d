import { statusWord } from '../shared/api/statusWords';
import { isBlank, type Parser, plainText, ValidationError } from '../shared/values/formats';

/** Statuses separated by commas, from text or an array. A status may contain blanks. */
export const statusWords: Parser = (value) => {
	const advice = 'Enter statuses separated by commas, e.g. UNDELIVERED, READ.';
	const entered = (Array.isArray(value) ? value : [value]).filter((entry) => !isBlank(entry));
	const words = entered
		.flatMap((entry) => plainText(entry, advice).split(/[,;\n]/))
		.map(statusWord)
		.filter((word) => word !== '');
	if (words.length === 0) throw new ValidationError('contains no status', advice);
	return words.join(',');
};
