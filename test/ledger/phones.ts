import { phone } from '../../nodes/shared/values/phone';
import {
	allCountries,
	libphonenumber,
	oneOfEach,
	type Sample,
	samplesOf,
} from '../support/phones/countries';

type Way = (sample: Sample) => string;

/** As people write numbers of their own country. Some have two readings, and are an error then. */
const AT_HOME: Way[] = [
	({ home }) => home,
	({ home }) => home.replace(/\D/g, ''),
	({ prefix, national }) => `${prefix} ${national}`,
	({ exit, code, national }) => `${exit} ${code} ${national}`,
];

const apart: Way = ({ code, national }) => `+${code} ${national.replace(/(...)/g, '$1-')}`;

/** As numbers of all countries are written, and what sheets and copies add to them. Never an error. */
const ANYWHERE: Way[] = [
	({ code, national }) => `+${code}${national}`,
	apart,
	(sample) => `'${apart(sample)}`,
	(sample) => `p:${apart(sample)}`,
	(sample) => `sms:${apart(sample)}`,
	(sample) => `"${apart(sample)}"`,
	(sample) => `\u00ad${apart(sample)}\u200b`,
];

export const WAYS = AT_HOME.length + ANYWHERE.length;
export const COUNTRIES = allCountries.length;

/** Numbers of a case: of three executions. */
const NUMBERS = 30;
const pools = new Map<number, Sample[]>();
let ofAll: Sample[] | undefined;

const digitsOf = ({ code, national }: Sample) => code + national;

/** Numbers of a country and then of others; none is a part of another. */
function poolOf(place: number): Sample[] {
	const known = pools.get(place);
	if (known) return known;
	const pool: Sample[] = [];
	pools.set(place, pool);
	ofAll ??= oneOfEach();
	const start = Math.floor((place / COUNTRIES) * ofAll.length);
	const own = [...samplesOf(allCountries[place], 2)].slice(0, NUMBERS / 2);
	for (const sample of [...own, ...ofAll.slice(start), ...ofAll]) {
		const digits = digitsOf(sample);
		const isKnown = pool.some(
			(one) => digits.includes(digitsOf(one)) || digitsOf(one).includes(digits),
		);
		if (!isKnown) pool.push(sample);
		if (pool.length === NUMBERS) break;
	}
	return pool;
}

/** The country code of numbers that have none. */
export const codeOf = (place: number): string => poolOf(place)[0].code;

/** A phone as somebody writes it. */
export interface Written {
	entered: string;
	/** Digits that libphonenumber parses and that should be sent. */
	digits: string;
	/** It has two readings, and is an error. */
	isRefused: boolean;
}

/** @param n of the number: no two entries of a case have the same */
export function writtenPhone(place: number, n: number, way: number): Written {
	const pool = poolOf(place);
	const sample = pool[n % pool.length];
	const digits = digitsOf(sample);
	const entered = AT_HOME[way % WAYS]?.(sample);
	const country = allCountries[place];
	if (entered !== undefined && libphonenumber(entered, country) === digits) {
		return { entered, digits, isRefused: isRefused(entered, codeOf(place)) };
	}
	return { entered: ANYWHERE[way % ANYWHERE.length](sample), digits, isRefused: false };
}

/** Which numbers are refused is for the tests of `values`; here it is told from those that are sent. */
function isRefused(entered: string, code: string): boolean {
	try {
		phone(entered, '', code);
		return false;
	} catch {
		return true;
	}
}
