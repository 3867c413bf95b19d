import { be } from './be';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { lt } from './lt';
import { lv } from './lv';
import { pl } from './pl';
import { ru } from './ru';
import { uk } from './uk';
import type { Words } from './words';

/** By language code, as `lang` of HTML has it. */
const languages = { en, be, de, es, fr, lt, lv, pl, ru, uk } satisfies Record<string, Words>;

export type PageLanguage = keyof typeof languages;

/** As the editor lists them: the default first, the others by name. */
export const languageNames: Record<PageLanguage, string> = {
	en: 'English',
	be: 'Belarusian',
	fr: 'French',
	de: 'German',
	lv: 'Latvian',
	lt: 'Lithuanian',
	pl: 'Polish',
	ru: 'Russian',
	es: 'Spanish',
	uk: 'Ukrainian',
};

/** The built-in texts of a language; English without one. */
export const wordsOf = (language: PageLanguage = 'en'): Words => languages[language];

/** The limit of a text, in words. */
export function atMost(characters: number, language: PageLanguage = 'en'): string {
	const { atMost: forms } = languages[language];
	const form = forms[new Intl.PluralRules(language).select(characters)] ?? forms.other;
	return form.replace('#', String(characters));
}

/** Of languages whose dates differ by country. */
const LOCALES: Partial<Record<PageLanguage, string>> = { en: 'en-GB' };

/**
 * A date and time in words, with the name or the offset of its zone: `22 November 2026 at 15:17 UTC`.
 *
 * @param iso `2026-11-22T15:17:51.000Z`
 */
export const timeIn = (zone: string, iso: string, language: PageLanguage = 'en'): string =>
	new Intl.DateTimeFormat(LOCALES[language] ?? language, {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
		timeZone: zone,
		timeZoneName: 'short',
	}).format(new Date(iso));
