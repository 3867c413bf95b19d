import { type Form, isBlank, line, type Outcome, REFUSED } from './forms';

/** Two to ten lines, each another one. */
export const choiceLines: Form = {
	base: 'Monday\nTuesday',
	wire: '',
	judge: (given): Outcome[] => {
		if (typeof given !== 'string' && !Array.isArray(given)) return [REFUSED];
		const lines = (typeof given === 'string' ? given.split(/[\r\n]+/) : (given as unknown[]))
			.filter((line) => !isBlank(line))
			.map((line) => (typeof line === 'number' ? String(line) : line))
			.map((line) => (typeof line === 'string' ? line.trim() : line));
		const areLines = lines.every((line) => typeof line === 'string' && !/[\r\n]/.test(line));
		if (!areLines || new Set(lines).size < lines.length) return [REFUSED];
		if (lines.length < 2 || lines.length > 10) return [REFUSED];
		const isOdd = lines.some(
			(line) => String(line).length > 100 || /\p{C}|\[object/u.test(String(line)),
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

/** A line of at most 100 characters. */
export const shortLine: Form = {
	...line,
	wire: '',
	judge: (given) => (String(given).length > 100 ? [REFUSED] : line.judge(given)),
	shapes: [...line.shapes, 'x'.repeat(100), 'x'.repeat(101)],
};
