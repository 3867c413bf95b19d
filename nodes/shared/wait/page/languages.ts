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

/** The default first, the others by name, as the editor lists them. */
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

/** By language code, as `lang` of HTML has it. */
export type PageLanguage = keyof typeof languageNames;

/** The built-in texts in one language. `approve`, `decline` and `respond` are labels of buttons without one of the user. */
export type Words = typeof en.words;

/** A text by the plural categories of a language for whole numbers. `#` is the number. */
type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The built-in texts of the page, in the polite form. */
const TEXTS = { be, de, en, es, fr, lt, lv, pl, ru, uk } satisfies Record<
	PageLanguage,
	{ words: Words; atMost: Plurals }
>;

/** The built-in texts of a language; English without one. */
export const wordsOf = (language: PageLanguage = 'en'): Words => TEXTS[language].words;

/** The limit of a text, in words. */
export function atMost(characters: number, language: PageLanguage = 'en'): string {
	const forms: Plurals = TEXTS[language].atMost;
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
