import type { PageTexts } from './types';
import { wordings, type Wording } from './wording';

export interface PageLanguage {
	wording: Wording;
	/** Attributes of the page, of its own texts, and of the user's texts. */
	page: string;
	ownText: string;
	userText: string;
}

const RTL_SCRIPTS = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'];
const RTL_START = new RegExp(
	`^\\P{L}*[${RTL_SCRIPTS.map((one) => `\\p{sc=${one}}`).join('')}]`,
	'u',
);

function localeOf(language?: string): Intl.Locale | undefined {
	try {
		return language ? new Intl.Locale(language) : undefined;
	} catch {
		return undefined;
	}
}

/**
 * The language of a page. Without a valid one, the user's texts are marked as of an unknown language,
 * so that a screen reader keeps its voice, and the page runs in the direction of its first letter.
 */
export function readLanguage({ language, title, message }: PageTexts): PageLanguage {
	const locale = localeOf(language);
	const wording = wordings[locale?.language ?? 'en'] ?? wordings.en;
	const rtl = locale
		? RTL_SCRIPTS.includes(locale.maximize().script ?? '')
		: RTL_START.test(`${title ?? ''}${message ?? ''}`);
	return {
		wording,
		page: `lang="${locale?.baseName ?? wording.language}" dir="${rtl ? 'rtl' : 'ltr'}"`,
		ownText: `lang="${wording.language}" dir="${wording.direction}"`,
		userText: `lang="${locale?.baseName ?? ''}" dir="auto"`,
	};
}
