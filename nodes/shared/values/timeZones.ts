/** Matches the form of a name such as `Europe/Kyiv`, `Etc/GMT+3` or `UTC`. */
export const ZONE_NAME_PATTERN = /^[a-z][\w+/-]*$/i;

/** Matches names such as `Etc/GMT+3`, which means UTC-3: POSIX reverses the sign. */
const REVERSED_OFFSET_PATTERN = /^etc\/gmt([+-])(\d{1,2})$/i;

/**
 * The time zones that people mean by abbreviations. Node.js instead reads BST as Dhaka, AST as Anchorage, and
 * EST as a zone without daylight saving time.
 */
const ZONE_BY_ABBREVIATION = new Map(
	Object.entries({
		'America/Anchorage': 'AKST AKDT',
		'America/Argentina/Buenos_Aires': 'ART',
		'America/Chicago': 'CST CDT CT CST6CDT',
		'America/Denver': 'MST MDT MT MST7MDT',
		'America/Halifax': 'AST ADT',
		'America/Los_Angeles': 'PST PDT PT PST8PDT',
		'America/New_York': 'EST EDT ET EST5EDT',
		'America/Sao_Paulo': 'BRT',
		'America/St_Johns': 'NST NDT',
		'Asia/Kolkata': 'IST',
		'Asia/Tokyo': 'JST',
		'Australia/Sydney': 'AEST AEDT AET',
		'Europe/Berlin': 'CET CEST MET MEST MEZ MESZ',
		'Europe/Kyiv': 'EET EEST',
		'Europe/Lisbon': 'WET WEST',
		'Europe/London': 'BST GB',
		'Europe/Moscow': 'MSK MSD',
		'Pacific/Auckland': 'NZST NZDT NZ',
		'Pacific/Honolulu': 'HST',
	}).flatMap(([zone, names]) => names.split(' ').map((name): [string, string] => [name, zone])),
);

/**
 * @returns undefined if the name is valid; otherwise `advice`, and `problem`, which completes a sentence that
 * begins with the name
 */
export function findTimeZoneProblem(name: string): { problem: string; advice: string } | undefined {
	const zone = ZONE_BY_ABBREVIATION.get(name.toUpperCase());
	if (zone) {
		const problem = 'is an abbreviation, not the name of a time zone';
		return { problem, advice: `Enter the name of a place, such as ${zone}.` };
	}
	const [, sign, hours] = REVERSED_OFFSET_PATTERN.exec(name) ?? [];
	if (sign) {
		const problem = `means UTC${sign === '+' ? '-' : '+'}${hours}: its sign is reversed`;
		return { problem, advice: 'Enter the name of a place, such as Europe/Kyiv.' };
	}
	if (
		/^(utc|gmt)$/i.test(name) ||
		(ZONE_NAME_PATTERN.test(name) && name.includes('/') && isSupportedZone(name))
	) {
		return undefined;
	}
	return { problem: 'is not a time zone', advice: 'Enter a name such as Europe/Kyiv.' };
}

function isSupportedZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
