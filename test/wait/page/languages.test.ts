import {
	formatLengthLimit,
	pageLanguageNames,
	type PageLanguage,
	formatDateTime,
	type PageWords,
	getPageWords,
} from '../../../nodes/shared/wait/page/languages';
import { renderPage } from '../../../nodes/shared/wait/page/renderPage';
import { everyState, texts, tool } from './pages';
import { typedWords } from './words';

const languages = Object.keys(pageLanguageNames) as PageLanguage[];
const others = languages.filter((language) => language !== 'en');

const textsOf = (words: PageWords): Array<[name: string, text: string]> => Object.entries(words);

const english = new Map(textsOf(getPageWords('en')));

test('the page languages are listed with English first and the others by name', () => {
	expect(languages).toEqual(['en', 'be', 'fr', 'de', 'lv', 'lt', 'pl', 'ru', 'es', 'uk']);
	const [, ...names] = Object.values(pageLanguageNames);
	expect(names).toEqual([...names].sort());
});

test.each(
	languages.flatMap((language) =>
		textsOf(typedWords[language]).map((row) => [language, ...row] as const),
	),
)('the page in %s has the text "%s": %j', (language, name, text) => {
	expect(new Map(textsOf(getPageWords(language))).get(name)).toBe(text);
});

/** Words that another language shares with English. */
const SHARED = ['es error', 'fr arguments'];

test('no page language leaves a text in English', () => {
	const same = others.flatMap((language) =>
		textsOf(getPageWords(language))
			.filter(([name, text]) => english.get(name) === text)
			.map(([name]) => `${language} ${name}`),
	);
	expect(same.sort()).toEqual(SHARED);
});

test.each([
	['be', /[иъщ]/i],
	['ru', /[іїєґў]/i],
	['uk', /[ыэъёў]/i],
] as const)('the page in %s has no letter of a neighbor, and no Latin one', (language, foreign) => {
	const all = textsOf(getPageWords(language)).map(([, text]) => text);
	expect(all.join(' ')).not.toMatch(foreign);
	expect(all.join(' ')).not.toMatch(/(?!\p{sc=Cyrl})\p{L}/u);
});

test.each<[PageLanguage, ...counted: string[]]>([
	['en', 'At most 1 character', 'At most 2 characters', 'At most 2000 characters'],
	['be', 'Не больш за 1 сімвал', 'Не больш за 2 сімвалы', 'Не больш за 2000 сімвалаў'],
	['de', 'Höchstens 1 Zeichen', 'Höchstens 2 Zeichen', 'Höchstens 2000 Zeichen'],
	['es', 'Como máximo 1 carácter', 'Como máximo 2 caracteres', 'Como máximo 2000 caracteres'],
	['fr', '1 caractère au maximum', '2 caractères au maximum', '2000 caractères au maximum'],
	[
		'lt',
		'Ne daugiau kaip 21 simbolis',
		'Ne daugiau kaip 2 simboliai',
		'Ne daugiau kaip 2000 simbolių',
	],
	[
		'lv',
		'Ne vairāk kā 21 rakstzīme',
		'Ne vairāk kā 2 rakstzīmes',
		'Ne vairāk kā 2000 rakstzīmju',
	],
	['pl', 'Najwyżej 1 znak', 'Najwyżej 2 znaki', 'Najwyżej 21 znaków', 'Najwyżej 2000 znaków'],
	['ru', 'Не более 21 символа', 'Не более 2 символов', 'Не более 2000 символов'],
	['uk', 'Не більше 21 символу', 'Не більше 2 символів', 'Не більше 2000 символів'],
])('the page in %s counts characters: %s, %s, %s', (language, ...counted) => {
	for (const text of counted) {
		expect(formatLengthLimit(Number(/\d+/.exec(text)?.[0]), language)).toBe(text);
	}
});

test.each<[PageLanguage, month: string]>([
	['en', 'November'],
	['be', 'лістапада'],
	['de', 'November'],
	['es', 'noviembre'],
	['fr', 'novembre'],
	['lt', 'lapkričio'],
	['lv', 'novembris'],
	['pl', 'listopada'],
	['ru', 'ноября'],
	['uk', 'листопада'],
])('the page in %s writes the date and time with its zone', (language, month) => {
	// Node.js must have the rules of all languages.
	expect(Intl.DateTimeFormat.supportedLocalesOf(language)).toEqual([language]);
	const time = (zone: string) => formatDateTime(zone, '2026-11-22T22:17:51.000Z', language);
	expect(time('UTC')).toMatch(/22.*22:17\W+UTC/);
	const ahead = time('Europe/Kyiv');
	for (const part of [month, '2026', '23', '00:17']) expect(ahead).toContain(part);
	expect(ahead).toMatch(/00:17\W+(?:EET|OEZ|(?:GMT|UTC)\+2)$/);
	expect(time('Asia/Kolkata')).toMatch(/23.*03:47\W+\S*(?:IST|5:30)$/);
});

describe.each(languages)('the pages of a wait in %s', (language) => {
	const words = getPageWords(language);
	const builtIn = textsOf(words).map(([, text]) => text);
	const given = { ...texts, language, organization: 'Flower Shop' };
	const states = everyState(given);

	/** Returns the texts that a person can see, in the window and in the title of the tab. */
	const shown = (html: string) =>
		html
			.replace(/<style>[^]*?<\/style>/, '')
			.split(/<[^>]*>/)
			.map((text) => text.trim().replace(/&#39;/g, "'"))
			.filter((text) => text !== '');

	test.each(Object.entries(states))('have only texts of their language: "%s"', (_, state) => {
		const html = renderPage(state);
		expect(html).toContain(`<html lang="${language}" dir="ltr">`);
		// The user's texts, and texts that are composed of words.
		const known = [
			...builtIn,
			...textsOf(words)
				.filter(([name]) => /.Error$/.test(name))
				.map(([, text]) => `${words.error} ${text}`),
			...['✓', '✕', 'Approve', 'Decline', 'Monday', 'Tuesday', 'Another day', 'Flower Shop'],
			...[texts.title, texts.message, tool.name, 'word '.repeat(250).trim()],
			...[tool.arguments.replace(/"/g, '&#34;'), formatLengthLimit(1_000, language)],
			formatDateTime('Europe/Kyiv', '2026-11-22T15:17:51.000Z', language),
		];
		const [title, ...others] = shown(html);
		expect(title).toMatch(/ – Flower Shop$/);
		expect(others.filter((text) => !known.includes(text))).toEqual([]);
	});

	test('use each built-in text', () => {
		const pages = Object.values(states).map(renderPage).join('\n');
		const untitled = renderPage(everyState({ language }).choice);
		// Texts of the message, and errors that these pages do not have.
		const elsewhere = /^(approve|decline|respond|openLink|freeTextError)$/;
		for (const [name, text] of textsOf(words).filter(([key]) => !elsewhere.test(key))) {
			expect([name, (pages + untitled).includes(text)]).toEqual([name, true]);
		}
	});
});
