import be from './languages/be.json';
import de from './languages/de.json';
import en from './languages/en.json';
import es from './languages/es.json';
import fr from './languages/fr.json';
import lt from './languages/lt.json';
import lv from './languages/lv.json';
import pl from './languages/pl.json';
import ru from './languages/ru.json';
import uk from './languages/uk.json';

/** The order is that of the editor: first the default language, then the other languages by name. */
export const pageLanguageNames = {
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

export type PageLanguage = keyof typeof pageLanguageNames;

export type PageWords = typeof en.words;

/** A text for each plural category of a language. `#` is replaced by the number. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The built-in texts of the page, in the polite form of each language. */
const TEXTS_BY_LANGUAGE = { be, de, en, es, fr, lt, lv, pl, ru, uk } satisfies Record<
	PageLanguage,
	{ words: PageWords; atMost: PluralForms }
>;

export const getPageWords = (language: PageLanguage = 'en'): PageWords =>
	TEXTS_BY_LANGUAGE[language].words;

export function formatLengthLimit(characters: number, language: PageLanguage = 'en'): string {
	const forms: PluralForms = TEXTS_BY_LANGUAGE[language].atMost;
	const form = forms[new Intl.PluralRules(language).select(characters)] ?? forms.other;
	return form.replace('#', String(characters));
}

/** Locales for languages whose date formats differ by country. */
const DATE_LOCALE_BY_LANGUAGE: Partial<Record<PageLanguage, string>> = { en: 'en-GB' };

/** Formats a time such as `2026-11-22T15:17:51.000Z` as `22 November 2026 at 15:17 UTC`. */
export const formatDateTime = (
	timeZone: string,
	iso: string,
	language: PageLanguage = 'en',
): string =>
	new Intl.DateTimeFormat(DATE_LOCALE_BY_LANGUAGE[language] ?? language, {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
		timeZone,
		timeZoneName: 'short',
	}).format(new Date(iso));
