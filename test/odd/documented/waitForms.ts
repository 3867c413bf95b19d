import { type Form, isBlank, type Outcome, REFUSED } from './forms';

/** What can be a line: an object cannot. */
const lineOf = (value: unknown): string =>
	typeof value === 'object' || value === undefined ? '' : String(value);

/** Two to ten lines, each another one. */
export const choiceLines: Form = {
	base: 'Monday\nTuesday',
	wire: '',
	judge: (given): Outcome[] => {
		const lines = (Array.isArray(given) ? (given as unknown[]) : lineOf(given).split(/[\r\n]+/))
			.filter((line) => !isBlank(line))
			.map((line) => (typeof line === 'string' ? line.trim() : line));
		const isText = typeof given === 'string' || Array.isArray(given);
		const areLines = lines.every((line) => lineOf(line) !== '' && !/[\r\n]/.test(lineOf(line)));
		if (!isText || !areLines || new Set(lines).size < lines.length) return [REFUSED];
		if (lines.length < 2 || lines.length > 10) return [REFUSED];
		const isOdd = lines.some(
			(line) => typeof line !== 'string' || line.length > 100 || /\p{C}|\[object/u.test(line),
		);
		return isOdd ? ['', REFUSED] : [''];
	},
	shapes: [
		'Monday\r\nTuesday',
		'Monday\n\n Tuesday ',
		['Monday', 'Tuesday'],
		['Monday\nTuesday', 'Friday'],
		'Monday',
		'Monday\nMonday',
		'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk',
		[1, 2],
		['Monday', null],
	],
};
