import { phone } from '../../nodes/shared/values/phone';
import type { ValidationError } from '../../nodes/shared/values/formats';

/** Result of parsing: digits, or problem and advice. */
function outcome(entered: string, code?: string): string {
	try {
		return String(phone(entered, 'UTC', code));
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		return `${problem} ${advice}`;
	}
}

/** The exit codes besides 00 that several countries dial, with one of these countries. */
const EXIT_CODES: Array<[exit: string, dialedIn: string]> = [
	['0011', '61'],
	['011', '1'],
	['010', '81'],
	['810', '7'],
];

describe.each(EXIT_CODES)('the exit code %s', (exit, dialedIn) => {
	test.each([undefined, dialedIn, '380'])(
		'is an error that names it, with the default code %s',
		(code) => {
			for (const number of ['44 7911 123456', '375 29 491-19-11', '447911123456']) {
				expect(outcome(`${exit} ${number}`, code)).toContain(
					`It begins with the exit code ${exit}`,
				);
			}
		},
	);
});

/** Countries in which 00 may begin a longer exit code, e.g. 009, each with a mobile number. */
const WITH_OTHER_00: Array<[code: string, country: string, mobile: string]> = [
	['55', 'Brazil', '5511912345678'],
	['57', 'Colombia', '573001234567'],
	['62', 'Indonesia', '6281234567890'],
	['65', 'Singapore', '6591234567'],
	['66', 'Thailand', '66812345678'],
	['82', 'South Korea', '821012345678'],
	['234', 'Nigeria', '2348031234567'],
	['595', 'Paraguay', '595981123456'],
	['852', 'Hong Kong', '85291234567'],
	['855', 'Cambodia', '85512345678'],
	['886', 'Taiwan', '886912345678'],
];

describe.each(WITH_OTHER_00)('with the default code %s of %s', (code, _, mobile) => {
	test.each(['00380671234567', '00 44 7911 123456', '00 34 612 34 56 78'])(
		'00 before another country is an error: %s',
		(entered) => {
			expect(outcome(entered, code)).toContain('00 may be part of another exit code');
		},
	);

	test('00 before its own code is read, and + before any', () => {
		expect(outcome(`00${mobile}`, code)).toBe(mobile);
		expect(outcome('+380671234567', code)).toBe('380671234567');
	});
});

test.each(['380', '44', '48', '371', '1', '7'])(
	'with the default code %s, 00 is + before any country',
	(code) => {
		for (const number of ['34612345678', '4915123456789', '5511912345678']) {
			expect(outcome(`00${number}`, code)).toBe(number);
		}
	},
);
