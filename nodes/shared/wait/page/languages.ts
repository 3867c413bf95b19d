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

/** The page languages: the default first, then sorted by name, as the editor lists them. */
export const languageNames = {
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

export type PageLanguage = keyof typeof languageNames;

/**
 * The built-in texts of one language. `approve`, `decline` and `respond` are the labels of buttons for which
 * the user enters none.
 */
export type Words = typeof en.words;

/** A text for each plural category of a language. `#` is replaced by the number. */
type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The built-in texts of the page, in the polite form of each language. */
const TEXTS = { be, de, en, es, fr, lt, lv, pl, ru, uk } satisfies Record<
	PageLanguage,
	{ words: Words; atMost: Plurals }
>;

export const pageWords = (language: PageLanguage = 'en'): Words => TEXTS[language].words;

/** Returns the text for the length limit, e.g. of 2,000 characters. */
export function atMost(characters: number, language: PageLanguage = 'en'): string {
	const forms: Plurals = TEXTS[language].atMost;
	const form = forms[new Intl.PluralRules(language).select(characters)] ?? forms.other;
	return form.replace('#', String(characters));
}

/** Locales for languages whose date formats differ by country. */
const LOCALES: Partial<Record<PageLanguage, string>> = { en: 'en-GB' };

/**
 * Formats a date and time with its zone, e.g. `22 November 2026 at 15:17 UTC`.
 *
 * @param iso e.g. `2026-11-22T15:17:51.000Z`
 */
export const formatTime = (zone: string, iso: string, language: PageLanguage = 'en'): string =>
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
