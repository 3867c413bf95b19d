import {
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { DateTime } from 'luxon';

/** The workflow's time zone in these tests: one with summer time. */
export const ZONE = 'Europe/Kyiv';

/** What may become of a value: it is refused, left out, or sent as this text. */
export const REFUSED = Symbol('refused');
export const ABSENT = Symbol('absent');
export type Outcome = typeof REFUSED | typeof ABSENT | string;

/** The documented form of a parameter, typed from the API document and not from the package. */
export interface Form {
	/** A valid value, and what is sent for it. */
	base: unknown;
	wire: string;
	/** What may become of a value that is not blank. */
	judge: (given: unknown) => Outcome[];
	/** Values that are special to this form, valid and invalid. */
	shapes: unknown[];
	/** An error must not repeat the value. */
	secret?: true;
}

export const isBlank = (given: unknown): boolean =>
	given === undefined ||
	given === null ||
	// Nothing that anybody sees: issue 13 takes a text of blanks alone for empty.
	(typeof given === 'string' && /^[\s\p{Cf}]*$/u.test(given)) ||
	(Array.isArray(given) && given.every(isBlank));

const LONE = /[\ud800-\udfff]/u;
const CONTROL = /\p{Cc}/u;
/** Invisible: zero width, direction marks, byte-order mark, soft hyphen. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
/** More than this may be too much for a URL. */
const LONG = 2000;

/** The text of a primitive, as far as it may stand for one. */
function primitive(given: unknown): { text: string; exact: boolean } | undefined {
	if (typeof given === 'string') return { text: given, exact: true };
	if (typeof given === 'bigint') return { text: String(given), exact: false };
	if (typeof given !== 'number' || !Number.isFinite(given)) return undefined;
	const text = String(given);
	return { text, exact: /^-?\d+(\.\d+)?$/.test(text) && !Object.is(given, -0) };
}
/** May be sent as it is, or refused. */
const either = (wire: string): Outcome[] => [wire, REFUSED];

const asText =
	(isLine: boolean) =>
	(given: unknown): Outcome[] => {
		if (typeof given === 'boolean') return either(String(given));
		const found = primitive(given);
		if (!found || LONE.test(found.text)) return [REFUSED];
		const { text, exact } = found;
		// What JavaScript writes for an object that an expression puts into a text.
		if (text.includes('[object Object]')) return [REFUSED];
		if (isLine && /[\r\n]/.test(text)) return [REFUSED];
		const odd = /[\r\n\t]/.test(text) && isLine;
		const other = CONTROL.test(text.replace(/[\r\n\t]/g, '')) || text.length > LONG;
		return exact && !odd && !other && !(isLine && INVISIBLE.test(text)) ? [text] : either(text);
	};

const texts = [
	'Привіт, {name}! 👋',
	' leading and trailing ',
	'a\r\nb',
	'<p>Tom &amp; <b>Ann</b></p>',
	'50% off + more = a&b;c?d#e/f\\g',
	'\u202bשלום\u202c',
	'e\u0301',
	'undefined',
	'null',
	'NaN',
	'[object Object]',
	'true',
	'x'.repeat(1500),
];
/** Any text, unchanged. */
export const text: Form = {
	base: 'Hello there',
	wire: 'Hello there',
	judge: asText(false),
	shapes: texts,
	secret: true,
};
/** A text in a list of entries: n8n itself makes a text of a date there. */
export const entryText: Form = {
	...text,
	judge: (given) =>
		DateTime.isDateTime(given)
			? either(String(given.setZone(ZONE).toISO()))
			: text.judge(given),
};
/** A text of one line: a name or a subject. */
export const line: Form = {
	base: 'Spring sale',
	wire: 'Spring sale',
	judge: asText(true),
	shapes: [...texts, 'a\nBcc: b@example.com', 'a\rb', 'a\u2028b', 'a\u200bb'],
};

/** Full-width digits are digits. */
const trimmed = (given: unknown): string | undefined =>
	primitive(given)
		?.text.trim()
		.replace(/[\uff10-\uff19]/g, (digit) => digit.normalize('NFKC'));

/** A number by which the service counts its records. */
export const id: Form = {
	base: '1363',
	wire: '1363',
	judge: (given) => {
		const found = trimmed(given);
		if (found === undefined || typeof given === 'bigint')
			return found ? either(found) : [REFUSED];
		if (!/^\d+$/.test(found) || /^0*$/.test(found)) return [REFUSED];
		if (/^[1-9]\d{0,14}$/.test(found) && String(given) === found) return [found];
		if (typeof given === 'number' && !Number.isSafeInteger(given)) return [REFUSED];
		return [found, found.replace(/^0+/, ''), REFUSED];
	},
	shapes: [
		7,
		'007',
		' 12 ',
		'1,2',
		'1 2',
		'12.0',
		'1e3',
		'0x10',
		'+5',
		'-1',
		-1,
		0,
		'0',
		1.5,
		'１２',
	],
};
/** An ID that the API documents as text: it is sent as given, or refused where it is no number. */
export const idText: Form = {
	...id,
	judge: (given) => {
		const outcomes = id.judge(given);
		const found = outcomes.length === 1 && outcomes[0] === REFUSED ? trimmed(given) : undefined;
		if (found === undefined || found === '' || LONE.test(found)) return outcomes;
		return [REFUSED, found, String(given)];
	},
};
/** Text that names something, such as a UUID: blanks around it are no part of it. */
export const name: Form = {
	base: 'b1946ac9-2492',
	wire: 'b1946ac9-2492',
	judge: (given) => {
		const outcomes = text.judge(given);
		const found = trimmed(given);
		if (found === undefined || outcomes[0] === REFUSED) return outcomes;
		// Documented as a text: one that no identifier looks like may be refused.
		return /^[\w-]+$/.test(String(given)) ? outcomes : [...outcomes, found, REFUSED];
	},
	shapes: ['3f2b8c1e-5d0a-4e7b-9c61-2a8d7f40b915', ' u-1 ', 'a\nb', 17, 'u 1', 'ü-1'],
};

/** Several IDs, separated by commas. */
const list =
	(one: (given: unknown) => Outcome[]) =>
	(given: unknown): Outcome[] => {
		const entries: unknown[] = (Array.isArray(given) ? given : [given]).flatMap(
			(entry: unknown) =>
				typeof entry === 'string' ? entry.split(/[\s,;]+/).filter((part) => part) : [entry],
		);
		if (entries.length === 0) return [REFUSED];
		const solid = entries.filter((entry) => !isBlank(entry));
		const judged = solid.map((entry) => one(entry));
		const wires = (pick: (outcomes: Outcome[]) => Outcome | undefined) => {
			const picked = judged.map(pick);
			const all = picked.every((wire) => typeof wire === 'string');
			return all && picked.length > 0 ? [picked.join(',')] : [];
		};
		const first = wires((outcomes) => outcomes.find((wire) => typeof wire === 'string'));
		const last = wires((outcomes) =>
			[...outcomes].reverse().find((wire) => typeof wire === 'string'),
		);
		const plain =
			typeof given === 'string' || Array.isArray(given) || typeof given === 'number';
		const regular = plain && solid.length === entries.length && !/;/.test(String(given));
		const must = regular && judged.every((outcomes) => !outcomes.includes(REFUSED));
		const refusal: Outcome[] = must ? [] : [REFUSED];
		return [...new Set<Outcome>([...first, ...last, ...refusal])];
	};
const lists = [
	[5, 6],
	['5', '6'],
	'5,6',
	'5, 6',
	'5 6',
	'5;6',
	'5,,6',
	',',
	[5, null],
	[[5]],
	[5, 'a'],
	[{}],
];
export const ids: Form = { base: '12, 15', wire: '12,15', judge: list(id.judge), shapes: lists };
/** IDs of replies are texts of the service. */
const reply = (given: unknown): Outcome[] => {
	if (typeof given === 'number') return id.judge(given);
	if (typeof given !== 'string') return [REFUSED];
	return /^[\w-]+$/.test(given) ? [given] : either(given);
};
export const replyIds: Form = {
	base: '5012, 5013',
	wire: '5012,5013',
	judge: (given) =>
		/\p{Cc}|[\ud800-\udfff]/u.test(
			[given]
				.flat()
				.filter((one) => typeof one !== 'object')
				.join(),
		)
			? [...list(reply)(given), REFUSED]
			: list(reply)(given),
	shapes: [...lists, '00123', 'x-2', ['00123', 'x-2']],
};

const SEPARATORS = /[\s()\-./]/g;
/** Digits with the country code. */
export const phone: Form = {
	base: '+380 50 123-45-67',
	wire: '380501234567',
	judge: (given) => {
		const found = typeof given === 'boolean' ? undefined : primitive(given);
		if (!found) return [REFUSED];
		const usual = found.text.trim().normalize('NFKC').replace(/^tel:/i, '');
		const loose = usual.replace(/[\s\p{Cf}\p{Pd}()[\]./,_'\u2212]/gu, '');
		const digits = loose.replace(/^(\+|00)/, '');
		if (typeof given !== 'string' && !/^\d+$/.test(found.text)) return [REFUSED];
		if (!/^[1-9]\d{6,14}$/.test(digits)) return [REFUSED];
		// Without the 0 of +44 (0)20. What is no number yet may be one later.
		const known = parsePhoneNumberFromString(`+${digits}`);
		if (!known?.isValid()) return either(digits);
		const wire = known.number.slice(1);
		const regular = usual.replace(SEPARATORS, '') === loose && /^\+?\d[\d ()./-]*$/.test(usual);
		// `67/68` may be two numbers.
		const isOne = !/[()./-]{2}|\/\s*\d{1,3}$/.test(usual);
		return regular && isOne ? [wire] : either(wire);
	},
	shapes: [
		...[
			'380501234567',
			380501234567,
			'+1 (202) 555-0143',
			'00380501234567',
			'380.50.123.45.67',
		],
		...[
			'380/50/1234567',
			'tel:+380501234567',
			'＋３８０５０１２３４５６７',
			'0501234567',
			'+0501234567',
		],
		...[
			'050 123-45-67',
			501234567,
			'12345',
			'1234567890123456',
			'+380501234567 ext. 5',
			'+',
			'00',
		],
		...[
			'380501234567,380671112233',
			'\u202a+380501234567\u202c',
			'3805O1234567',
			3.8e11,
			-380501234567,
		],
		...['+380+501234567', ['380501234567'], '380501234567\n', 380501234567.5, '٣٨٠٥٠١٢٣٤٥٦٧'],
	],
	secret: true,
};

const PLAIN_EMAIL = /^[a-z0-9_+-]+(\.[a-z0-9_+-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
export const email: Form = {
	base: 'anna@example.com',
	wire: 'anna@example.com',
	judge: (given) => {
		if (typeof given !== 'string' || LONE.test(given)) return [REFUSED];
		// Characters that nobody sees, and the name before an address in brackets.
		const whole = given.replace(/[\u00ad\u200b\u2060\ufeff]/g, '').trim();
		const found = /^[^<>@]*<([^<>]+)>$/.exec(whole)?.[1] ?? whole;
		if (found.length > 254 || found.split('@').length !== 2) return [REFUSED];
		if (/\s/.test(found) || CONTROL.test(found) || INVISIBLE.test(found)) return [REFUSED];
		if (!/^[^@,;<>]+@[^@,;<>]+\.[^@,;<>]+$/.test(found)) return [REFUSED];
		return PLAIN_EMAIL.test(found) && found === given.trim() ? [found] : either(found);
	},
	shapes: [
		...['a.b+c@mail.example.co.uk', ' anna@example.com ', 'Anna <anna@example.com>', 'anna@'],
		...['anna@example', '@example.com', 'a@b@example.com', 'a@example.com,b@example.com'],
		...[
			'an\u200bna@example.com',
			'anna@exam\u200dple.com',
			'anna\u0000@example.com',
			'анна@пошта.укр',
		],
		...[
			'anna@example.com\nBcc: b@example.com',
			'a b@example.com',
			['anna@example.com'],
			'a@1.2.3.4',
		],
		...['anna@example.com\u00a0', '\ufeffanna@example.com', 'anna\u00ad@example.com'],
	],
	secret: true,
};

const PLAIN_URL = /^https?:\/\/([a-z0-9-]+\.)+[a-z]{2,}(:\d{1,4})?(\/[\w./~%?=&#+-]*)?$/;
const address =
	(isOpen: (protocol: string) => boolean, most = Infinity, isReachable = (_: URL) => true) =>
	(given: unknown): Outcome[] => {
		const found = typeof given === 'string' ? given.trim() : undefined;
		if (found === undefined || LONE.test(found) || !URL.canParse(found)) return [REFUSED];
		const parsed = new URL(found);
		const isOdd = /\s/.test(found) || [...found].length > most;
		if (isOdd || !isOpen(parsed.protocol) || !isReachable(parsed)) return [REFUSED];
		return PLAIN_URL.test(found) && found.length < LONG && given === found
			? [found]
			: either(found);
	};
const isWeb = (protocol: string) => /^https?:$/.test(protocol);
const isLink = (protocol: string) => !/^(javascript|data|file|blob|vbscript):$/.test(protocol);
const PRIVATE =
	/^(localhost|(127\.\d+|10\.\d+|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[f[cd].*|\[fe[89ab].*|\[::ffff:(7f|a[0-9a-f]{2}:|c0a8:).*)$/;
const isPublic = ({ hostname }: URL) => !PRIVATE.test(hostname) && /[.:]/.test(hostname);
const urls = [
	...[
		'https://example.com/a.png?x=1&y=2#z',
		'HTTP://EXAMPLE.COM',
		' https://example.com/a ',
		'//a.com',
	],
	...['example.com', 'https://', 'https:example.com', 'javascript:alert(1)', 'data:text/html,x'],
	...[
		'file:///etc/passwd',
		'viber://chat?number=1',
		'ftp://example.com/a',
		'https://exa mple.com',
	],
	...[
		'https://example.com/a b',
		'https://example.com/\n',
		'https://пошта.укр/ї',
		'https://u:p@example.com',
	],
	...[
		'https://127.0.0.1/a',
		'http://localhost/a',
		'http://10.0.0.1/a',
		'https://[::1]/a',
		'https://[::ffff:127.0.0.1]/',
	],
	...[
		'http://2130706433/',
		'http://intranet/a.png',
		'https://10.example.com/a',
		'https://fdic.example.com/',
	],
	`https://example.com/${'x'.repeat(140)}`,
	`https://example.com/${'x'.repeat(120)}`,
];
const link = (judge: Form['judge']): Form => {
	const base = 'https://example.com/page';
	return { base, wire: base, judge, shapes: urls };
};
export const webUrl = link(address(isWeb));
export const publicUrl = link(address(isWeb, Infinity, isPublic));
export const buttonLink = link(address(isLink));
/** At most 150 characters in a batch. */
export const batchButtonLink = link(address(isLink, 150));

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d{1,2})(:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/;
/** Five minutes of the past are forgiven: they decide nothing here. */
const isPast = (moment: DateTime) => moment.toMillis() < Date.now();
const moment = (given: unknown): DateTime | undefined => {
	if (DateTime.isDateTime(given)) return given;
	return given instanceof Date ? DateTime.fromJSDate(given) : undefined;
};

function ofIso(entered: string): { moment: DateTime; exact: boolean } | undefined {
	const parts = ISO.exec(entered);
	if (!parts) {
		const loose = DateTime.fromISO(entered.toUpperCase(), { zone: ZONE });
		const isIso =
			/^\d{4}-?(\d|W)/i.test(entered) && /^[\dTZW:.,+-]+(\[[\w/]+\])?$/i.test(entered);
		return isIso && loose.isValid && entered.length > 7
			? { moment: loose, exact: false }
			: undefined;
	}
	const [, day, hour, rest, offset = ''] = parts;
	const wall = `${day}T${hour.padStart(2, '0')}${rest}`;
	const found = DateTime.fromISO(wall + offset, { zone: ZONE });
	if (!found.isValid || Number(hour) > 23) return undefined;
	// An hour that the clock skips in spring comes out as another one.
	if (!offset && found.hour !== Number(hour)) return undefined;
	return { moment: found, exact: true };
}

const dated =
	(pattern: string) =>
	(given: unknown): Outcome[] => {
		const object = moment(given);
		const entered = typeof given === 'string' ? given.trim() : '';
		const found = object ? { moment: object, exact: true } : ofIso(entered);
		if (!found?.moment.isValid || isPast(found.moment)) return [REFUSED];
		const wire = found.moment.setZone(ZONE).toFormat(pattern);
		return found.exact && (object !== undefined || entered === given) ? [wire] : either(wire);
	};
const dates = [
	...[
		'2031-05-06T10:30',
		'2031-05-06 10:30',
		'2031-05-06 9:05',
		'2031-05-06T9:05:07',
		'2031-05-06T10:30:00Z',
	],
	...[
		'2031-05-06T10:30:00+02:00',
		'2031-05-06 10:30:00-07:00',
		'2031-05-06T10:30:00.123Z',
		'2031-05-06',
	],
	...[
		'2031-02-29T10:00',
		'2031-13-01T10:00',
		'2031-05-06T25:00',
		'2031-05-06T10:60',
		'2031-03-30T03:30',
	],
	...[
		'2001-05-06T10:30',
		'2025-01-01T00:00:00Z',
		'1031-05-06T10:30',
		'6:30 PM',
		'2031-05-06 6:30 PM',
		'2031-05-06 at ten',
		'10:30',
		'tomorrow',
		'now',
	],
	...[
		'2031-05-06  10:30',
		'06.05.2031 10:30',
		'05/06/2031',
		'5/6/2031 6:30 PM',
		'2031-05-06T6:30 PM',
		'May 6, 2031',
	],
	...[
		'Tue, 06 May 2031 10:30:00 GMT',
		'2031-W19-2',
		'2031-126',
		'20310506T103000',
		'1935916200',
		1935916200,
	],
	...[
		1935916200000,
		new Date('2031-05-06T10:30:00Z'),
		new Date(NaN),
		new Date(0),
		2031,
		'2031',
		'2031-05',
	],
	...[
		DateTime.fromISO('2031-05-06T10:30', { zone: 'America/New_York' }),
		DateTime.invalid('x'),
		'2031-5-6 10:30',
	],
	...[
		'2031-10-26T03:30',
		' 2031-05-06T10:30 ',
		'12031-05-06T10:30',
		'+012031-05-06T10:30',
		'2031-05-06T10:30[Asia/Tokyo]',
	],
	...[
		{ iso: '2031-05-06T10:30' },
		['2031-05-06T10:30'],
		'2031-05-06T10',
		'2031-05-06T24:00',
		'٢٠٣١-05-06T10:30',
	],
];
const schedule = (pattern: string, wire: string): Form => ({
	base: '2031-05-06T10:30',
	wire,
	judge: dated(pattern),
	shapes: dates,
});
export const toMinute = schedule('yyyy-MM-dd HH:mm', '2031-05-06 10:30');
export const toSecond = schedule("yyyy-MM-dd'T'HH:mm:ss", '2031-05-06T10:30:00');

/** What a switch that is given this is: undefined if it is no switch. */
export function flagOf(given: unknown): { on: boolean; exact: boolean } | undefined {
	const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
	if (![true, false, 1, 0, 'true', 'false', '1', '0'].includes(word as string)) return undefined;
	const on = [true, 1, 'true', '1'].includes(word as string);
	return { on, exact: typeof given !== 'string' || given === word };
}
export const switches = [
	true,
	false,
	'true',
	'false',
	1,
	0,
	'1',
	'0',
	'TRUE',
	' true',
	'yes',
	'on',
	2,
	-1,
	[true],
	{},
];
/** 1 or 0. */
export const flag: Form = {
	base: true,
	wire: '1',
	judge: (given) => {
		const found = flagOf(given);
		if (!found) return typeof given === 'bigint' ? [REFUSED, String(given)] : [REFUSED];
		const wire = found.on ? '1' : '0';
		return found.exact ? [wire] : either(wire);
	},
	shapes: switches,
};

/** A whole number in a range. */
export const integer = (from: number, to: number): Form => ({
	base: from,
	wire: String(from),
	judge: (given) => {
		const found = trimmed(given);
		if (found === undefined || found === '') return [REFUSED];
		const value = Number(found);
		if (!Number.isInteger(value) || value < from || value > to) return [REFUSED];
		return String(given) === String(value) && typeof given !== 'bigint'
			? [String(value)]
			: either(String(value));
	},
	shapes: [
		from,
		to,
		from - 1,
		to + 1,
		String(from),
		` ${from} `,
		`${from}.0`,
		from + 0.5,
		`0x${from.toString(16)}`,
		`${from}e0`,
		-from,
	],
});

/** At most 16 digits. */
export const code: Form = {
	base: '482915',
	wire: '482915',
	judge: (given) => {
		const found = trimmed(given);
		if (found === undefined || !/^\d{1,16}$/.test(found)) return [REFUSED];
		return String(given) === found && typeof given !== 'bigint' ? [found] : either(found);
	},
	shapes: [
		'0042',
		42,
		'1234567890123456',
		'12345678901234567',
		'48 29',
		'abc',
		'4829１5',
		-1,
		1.5,
		' 4829 ',
		1e16,
	],
	secret: true,
};

/** The calling code of a country. */
export const countryCode: Form = {
	base: '380',
	wire: '380',
	judge: (given) => {
		const digits = trimmed(given)?.replace(/^(\+|00)/, '');
		const isKnown = getCountries().some((one) => getCountryCallingCode(one) === digits);
		return isKnown && digits !== undefined ? either(digits) : [REFUSED];
	},
	shapes: ['380', 380, '+380', '00380', ' 44 ', 'UA', '+0', '0', '999', 380.5, '3 8 0', '38'],
};

/** One of a few words. A field's own value may be written in another case than the API's. */
export const oneOf = (...words: string[]): Form => ({
	base: words[0],
	wire: words[0],
	judge: (given) => {
		const found = words.find((word) => word === given);
		if (found !== undefined) return [found];
		const similar = words.find((word) => word.toLowerCase() === trimmed(given)?.toLowerCase());
		return similar === undefined ? [REFUSED] : either(similar);
	},
	shapes: [
		...words,
		...words.map((word) => word.toUpperCase()),
		...words.map((word) => ` ${word}`),
		words,
	],
});
