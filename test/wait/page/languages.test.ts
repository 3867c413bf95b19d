import {
	atMost,
	languageNames,
	type PageLanguage,
	timeIn,
	type Words,
	wordsOf,
} from '../../../nodes/shared/wait/page/languages';
import { renderPage } from '../../../nodes/shared/wait/page/renderPage';
import { everyState, texts, tool } from './pages';
import { typedWords } from './words';

const languages = Object.keys(languageNames) as PageLanguage[];
const others = languages.filter((one) => one !== 'en');

/** Each text of a language by its place, e.g. `tooLongError`. */
const textsOf = (words: Words): Array<[place: string, text: string]> => Object.entries(words);

const english = new Map(textsOf(wordsOf('en')));

test('the languages are these, English first and the others by name', () => {
	expect(languages).toEqual(['en', 'be', 'fr', 'de', 'lv', 'lt', 'pl', 'ru', 'es', 'uk']);
	const [, ...names] = Object.values(languageNames);
	expect(names).toEqual([...names].sort());
});

test.each(
	languages.flatMap((language) =>
		textsOf(typedWords[language]).map((row) => [language, ...row] as const),
	),
)('in %s, the text "%s" is %j', (language, place, text) => {
	expect(new Map(textsOf(wordsOf(language))).get(place)).toBe(text);
});

/** Words that another language shares with English. */
const SHARED = ['es error', 'fr arguments'];

test.each(others)('%s has no text that was left in English', (language) => {
	const same = textsOf(wordsOf(language)).filter(([place, text]) => english.get(place) === text);
	const shared = same.map(([place]) => `${language} ${place}`);
	expect(shared).toEqual(SHARED.filter((one) => one.startsWith(`${language} `)));
});

test.each(['be', 'ru', 'uk'] as const)('%s has no letter that is not Cyrillic', (language) => {
	const all = textsOf(wordsOf(language)).map(([, text]) => text);
	expect(all.join(' ')).not.toMatch(/(?!\p{sc=Cyrl})\p{L}/u);
});

test.each([
	['be', /[иъщ]/i],
	['ru', /[іїєґў]/i],
	['uk', /[ыэъёў]/i],
] as const)('%s has no letter of its neighbors', (language, foreign) => {
	const all = textsOf(wordsOf(language)).map(([, text]) => text);
	expect(all.join(' ')).not.toMatch(foreign);
});

test.each(languages)('each sentence of %s ends as in English', (language) => {
	const endOf = (text: string) => /[.:]?$/.exec(text)?.[0];
	for (const [place, text] of textsOf(wordsOf(language))) {
		const expected = english.get(place);
		if (expected !== undefined) expect([place, endOf(text)]).toEqual([place, endOf(expected)]);
	}
});

test.each<[PageLanguage, string[]]>([
	['en', ['At most 1 character', 'At most 2 characters', 'At most 21 characters']],
	['be', ['Не больш за 1 сімвал', 'Не больш за 2 сімвалы', 'Не больш за 21 сімвал']],
	['de', ['Höchstens 1 Zeichen', 'Höchstens 2 Zeichen', 'Höchstens 21 Zeichen']],
	['es', ['Como máximo 1 carácter', 'Como máximo 2 caracteres', 'Como máximo 21 caracteres']],
	['fr', ['1 caractère au maximum', '2 caractères au maximum', '21 caractères au maximum']],
	[
		'lt',
		[
			'Ne daugiau kaip 1 simbolis',
			'Ne daugiau kaip 2 simboliai',
			'Ne daugiau kaip 21 simbolis',
		],
	],
	['lv', ['Ne vairāk kā 1 rakstzīme', 'Ne vairāk kā 2 rakstzīmes', 'Ne vairāk kā 21 rakstzīme']],
	['pl', ['Najwyżej 1 znak', 'Najwyżej 2 znaki', 'Najwyżej 21 znaków']],
	['ru', ['Не более 1 символа', 'Не более 2 символов', 'Не более 21 символа']],
	['uk', ['Не більше 1 символу', 'Не більше 2 символів', 'Не більше 21 символу']],
])('%s counts 1, 2 and 21 characters', (language, counted) => {
	expect([1, 2, 21].map((count) => atMost(count, language))).toEqual(counted);
});

test.each<[PageLanguage, string]>([
	['en', 'At most 2000 characters'],
	['be', 'Не больш за 2000 сімвалаў'],
	['de', 'Höchstens 2000 Zeichen'],
	['es', 'Como máximo 2000 caracteres'],
	['fr', '2000 caractères au maximum'],
	['lt', 'Ne daugiau kaip 2000 simbolių'],
	['lv', 'Ne vairāk kā 2000 rakstzīmju'],
	['pl', 'Najwyżej 2000 znaków'],
	['ru', 'Не более 2000 символов'],
	['uk', 'Не більше 2000 символів'],
])('%s counts the 2,000 characters of a text', (language, counted) => {
	expect(atMost(2_000, language)).toBe(counted);
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
])('%s has the date and time of a zone, with the zone', (language, month) => {
	// This version of Node.js has the rules of all languages.
	expect(Intl.DateTimeFormat.supportedLocalesOf(language)).toEqual([language]);
	const time = (zone: string) => timeIn(zone, '2026-11-22T22:17:51.000Z', language);
	expect(time('UTC')).toMatch(/22.*22:17\W+UTC/);
	const ahead = time('Europe/Kyiv');
	for (const part of [month, '2026', '23', '00:17']) expect(ahead).toContain(part);
	expect(ahead).toMatch(/00:17\W+(?:EET|OEZ|(?:GMT|UTC)\+2)$/);
	expect(time('Asia/Kolkata')).toMatch(/23.*03:47\W+\S*(?:IST|5:30)$/);
});

describe.each(languages)('in %s', (language) => {
	const words = wordsOf(language);
	const builtIn = textsOf(words).map(([, text]) => text);
	const given = { ...texts, language, organization: 'Flower Shop' };
	const states = everyState(given);

	/** Texts visible to a person, in the window and in the title of the tab. */
	const shown = (html: string) =>
		html
			.replace(/<style>[^]*?<\/style>/, '')
			.split(/<[^>]*>/)
			.map((text) => text.trim().replace(/&#39;/g, "'"))
			.filter((text) => text !== '');

	test.each(Object.entries(states))('the page "%s" has no other text', (_, state) => {
		const html = renderPage(state);
		expect(html).toContain(`<html lang="${language}" dir="ltr">`);
		// The user's texts, and what the words are put together to.
		const known = [
			...builtIn,
			...textsOf(words)
				.filter(([place]) => /.Error$/.test(place))
				.map(([, text]) => `${words.error} ${text}`),
			...['✓', '✕', 'Approve', 'Decline', 'Monday', 'Tuesday', 'Another day', 'Flower Shop'],
			...[texts.title, texts.message, tool.name, 'word '.repeat(250).trim()],
			...[tool.arguments.replace(/"/g, '&#34;'), atMost(1_000, language)],
			timeIn('Europe/Kyiv', '2026-11-22T15:17:51.000Z', language),
		];
		const [title, ...others] = shown(html);
		expect(title).toMatch(/ – Flower Shop$/);
		expect(others.filter((text) => !known.includes(text))).toEqual([]);
	});

	test('each built-in text is on some page', () => {
		const pages = Object.values(states).map(renderPage).join('\n');
		const untitled = renderPage(everyState({ language }).choice);
		// Texts of the message, and errors that no page here has.
		const elsewhere = /^(approve|decline|respond|openLink|freeTextError)$/;
		for (const [place, text] of textsOf(words).filter(([one]) => !elsewhere.test(one))) {
			expect([place, (pages + untitled).includes(text)]).toEqual([place, true]);
		}
	});
});
