import type { Meant } from './mobiles';

/** Writes a number as users do. Returns undefined if nobody would write the number this way. */
type Way = (meant: Meant) => string | undefined;

/**
 * The default country code: none, the code of the number's country, or `+` (all phones include
 * their country code).
 */
type Home = '' | 'own' | '+';

/**
 * A way to write a phone, with the minimum percentage of right results and the maximum percentage
 * of wrong results.
 */
interface Form {
	name: string;
	way: Way;
	home: Home;
	right: number;
	wrong: number;
}

const grouped = (national: string) => national.replace(/(\d{2,3})(?=\d{4})/g, '$1 ');

const ifZero =
	(way: Way): Way =>
	(meant) =>
		meant.trunk === '0' ? way(meant) : undefined;

/** If a country code ends in 0 and the national prefix is 0, users write a single 0 for both. */
const ifSharedZero = (way: (meant: Meant, start: string) => string): Way =>
	ifZero((meant) => (meant.code.endsWith('0') ? way(meant, meant.code.slice(0, -1)) : undefined));

const e164: Way = ({ code, national }) => `+${code}${national}`;
const zeros: Way = ({ code, national }) => `00${code}${national}`;
const codeDigits: Way = ({ code, national }) => code + national;
const codeZero = ifZero(({ code, national }) => `${code}0${national}`);
const national: Way = (meant) => meant.national;
const withTrunk: Way = (meant) => (meant.trunk ? meant.trunk + meant.national : undefined);
const sharedZero = ifSharedZero(
	(meant, start) => `${start} (0${meant.national.slice(0, 2)}) ${meant.national.slice(2)}`,
);
const lostZero = ifSharedZero(
	(meant, start) => `${start} (${meant.national.slice(0, 2)}) ${meant.national.slice(2)}`,
);
const lostZeroDigits = ifSharedZero((meant, start) => start + meant.national);

const behindPlus =
	(way: Way): Way =>
	(meant) => {
		const entered = way(meant);
		return entered === undefined ? undefined : `+${entered}`;
	};

const form = (name: string, way: Way, home: Home, right: number, wrong = 0): Form => ({
	name: { '': name, own: `${name}, own default`, '+': `${name}, default +` }[home],
	...{ way, home, right, wrong },
});

const plusBlanks: Way = (meant) => `+${meant.code} ${grouped(meant.national)}`;
const plusZero = ifZero((meant) => `+${meant.code} 0${meant.national}`);
const plusBrackets = ifZero((meant) => `+${meant.code} (0) ${grouped(meant.national)}`);
const trunkBrackets: Way = (meant) =>
	`(${meant.trunk}${meant.national.slice(0, 2)}) ${meant.national.slice(2)}`;
const behind =
	(exit: string): Way =>
	({ code, national: number }) =>
		exit + code + number;
const withoutLast: Way = (meant) => meant.code + meant.national.slice(0, -1);

export const FORMS: Form[] = [
	form('+E164', e164, '', 100),
	form('+E164', e164, 'own', 100),
	form('+E164', e164, '+', 100),
	form('+ with blanks', plusBlanks, '', 100),
	form('+ with blanks', plusBlanks, 'own', 100),
	form('00E164', zeros, '', 99.5),
	form('00E164', zeros, 'own', 95.1),
	form('+ code (0) number', plusBrackets, '', 100),
	form('+ code 0number', plusZero, '', 100),
	form(
		'00 code (0)number',
		ifZero((meant) => `00${meant.code} (0)${meant.national}`),
		'',
		100,
	),
	form('trunk and number', withTrunk, 'own', 99.9),
	form('(trunk and number)', trunkBrackets, 'own', 99.9),
	form('number', national, 'own', 99.9),
	form('code and number', codeDigits, 'own', 99.5),
	form('code 0number', codeZero, 'own', 99.7),
	form('code and number', codeDigits, '', 66),
	form('code and number', codeDigits, '+', 100),
	form('code 0number', codeZero, '+', 99.7),
	form('trunk and number', withTrunk, '', 0),
	form('number', national, '', 0, 0.12),
	form('code 0number', codeZero, '', 0),
	form('011 and the number', behind('011'), '', 0),
	form('0011 and the number', behind('0011'), 'own', 0),
	form('810 and the number', behind('810'), '', 0),
	form('810 and the number', behind('810'), '+', 0),
	form('+ and no code', behindPlus(national), '', 0, 14.5),
	form('code, its 0 before the number', sharedZero, '', 90),
	form('code, its 0 before the number', sharedZero, 'own', 100),
	form('+ code, its 0 before the number', behindPlus(sharedZero), '', 100),
	form('+ code, its 0 before the number', behindPlus(sharedZero), 'own', 100),
	form('code without its 0, apart', lostZero, '', 0),
	form('code without its 0, apart', lostZero, 'own', 0),
	form('+ code without its 0, apart', behindPlus(lostZero), '', 0),
	form('+ code without its 0, apart', behindPlus(lostZero), 'own', 0),
	form('code without its 0', lostZeroDigits, '', 0),
	form('code without its 0', lostZeroDigits, 'own', 0),
	form('+ code without its 0', behindPlus(lostZeroDigits), 'own', 0),
	form('code and number without its last digit', withoutLast, 'own', 0, 5),
];

/** Returns the default country code under which the number is parsed. */
export const homeOf = ({ home }: Form, { code }: Meant): string | undefined =>
	home === 'own' ? code : home || undefined;
