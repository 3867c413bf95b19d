import { parsePhone } from '../../nodes/shared/values/phone';
import type { ValidationError } from '../../nodes/shared/values/formats';

/** Returns digits, or the problem and the advice. */
function outcome(entered: string, code?: string): string {
	try {
		return String(parsePhone(entered, 'UTC', code));
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		return `${problem} ${advice}`;
	}
}

test.each([
	['0011', '61'],
	['011', '1'],
	['010', '81'],
	['810', '7'],
])('a phone with the exit code %s, which is dialed in +%s, is rejected', (exit, dialedIn) => {
	for (const code of [undefined, dialedIn, '380']) {
		for (const number of ['44 7911 123456', '375 29 491-19-11', '447911123456']) {
			const problem = `It begins with ${exit}, a prefix for calls abroad`;
			expect(outcome(`${exit} ${number}`, code)).toContain(problem);
		}
	}
});

/** Country codes of countries where 00 may be the start of a longer exit code, e.g. 009. */
const WITH_OTHER_00 =
	'55 11912345678, 57 3001234567, 62 81234567890, 65 91234567, 66 812345678, 82 1012345678, 234 8031234567, 595 981123456, 852 91234567, 855 12345678, 886 912345678';
test.each(WITH_OTHER_00.split(', ').map((mobile) => mobile.split(' ')))(
	'a phone with the default code %s may have 00 for + only before that code',
	(code, national) => {
		for (const entered of ['00380671234567', '00 44 7911 123456', '00 34 612 34 56 78']) {
			expect(outcome(entered, code)).toContain(
				'Its prefix for calls abroad may have more digits than 00',
			);
		}
		expect(outcome(`00${code}${national}`, code)).toBe(code + national);
		expect(outcome('+380671234567', code)).toBe('380671234567');
	},
);

test.each(['380', '44', '48', '371', '1', '7'])(
	'a phone with the default code %s may have 00 for + before any country code',
	(code) => {
		for (const number of ['34612345678', '4915123456789', '5511912345678']) {
			expect(outcome(`00${number}`, code)).toBe(number);
		}
	},
);
