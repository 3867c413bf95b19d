/** A function fits on a screen, and takes few parameters. */
export const limits = {
	'max-lines-per-function': ['error', 40],
	'max-params': ['error', 4],
};

/**
 * STILL_TO_MEND: functions of before the limits. test/repository/layout.test.ts fails if one of them is within the
 * limits, or if its file has another one. Take it out here then, and add none.
 */
export const STILL_TO_MEND = [];

const off = (entry) => ({
	files: [entry.split(': ')[0]],
	rules: { [/lines$/.test(entry) ? 'max-lines-per-function' : 'max-params']: 'off' },
});

export const functions = [
	{ files: ['nodes/**/*.ts', 'credentials/**/*.ts'], rules: limits },
	...STILL_TO_MEND.map(off),
];
