import { readFormResponse } from '../../../nodes/shared/wait/outcome';
import { renderPage } from '../../../nodes/shared/wait/page/renderPage';
import type { PageTexts, WaitPage } from '../../../nodes/shared/wait/page/types';
import { shareOf } from '../../support/thorough';

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/u;
const BLANK = /\p{Zs}/u;
/** Letters and signs of Unicode that have no ink. */
const FILLERS = [0x2800, 0x3164, 0x115f, 0x1160, 0xffa0, 0x16fe4, 0x1d159];

/** All characters of Unicode, without surrogates. */
const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => code)
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code));
const isUnseen = (one: string) => UNSEEN.test(one) || FILLERS.includes(one.codePointAt(0) ?? 0);
const ALL_UNSEEN = CHARACTERS.filter(isUnseen);
const BLANKS = CHARACTERS.filter((one) => BLANK.test(one));

const escapeOf = (one: string) =>
	[...Array(one.length).keys()]
		.map((n) => `\\u${one.charCodeAt(n).toString(16).padStart(4, '0')}`)
		.join('');

/** Returns pages on which each text from outside is the given text. */
function pagesWith(text: string): WaitPage[] {
	const texts: PageTexts = { title: text, message: text, organization: text };
	const tool = { name: text, arguments: JSON.stringify({ to: text }, null, 2) };
	const question = { kind: 'question', texts } as const;
	return [
		{
			kind: 'question',
			texts: { ...texts, tool },
			question: { type: 'approval', approveLabel: text, declineLabel: text },
		},
		{ ...question, question: { type: 'choice', choices: [text, 'b'] } },
		{ kind: 'thanks', displayedResponse: text, texts: { ...texts, tool } },
		{
			...{ kind: 'decided', displayedResponse: text, texts },
			...{ respondedAt: '2026-11-22T15:17:51Z', timeZone: 'UTC' },
		},
	];
}

test('a page of a wait shows each invisible character of Unicode as its escape', () => {
	const unseen = ALL_UNSEEN.filter((one) => !/[\t\r\n]/.test(one));
	expect(unseen.length).toBeGreaterThan(4_000);
	for (let from = 0; from < unseen.length; from += 500) {
		const some = unseen.slice(from, from + 500);
		const shown = some.map((one) => `a${escapeOf(one)}b`).join('');
		for (const page of pagesWith(some.map((one) => `a${one}b`).join(''))) {
			const html = renderPage(page);
			expect(
				[...html].filter((one) => isUnseen(one) && one !== '\n' && one !== '\t'),
			).toEqual([]);
			if (from > 0) expect(html).toContain(shown);
		}
	}
});

/** Shows the name and the arguments of a tool with this text. */
function shownOfTool(text: string): string[] {
	const [{ texts, ...page }] = pagesWith(text);
	const html = renderPage({ ...page, texts: { tool: texts.tool } } as WaitPage);
	return (/<bdi>(.*?)<\/bdi>.*?<pre[^>]*>(.*?)<\/pre>/s.exec(html) ?? []).slice(1);
}

test.each<[what: string, texts: string[], hidden: string[]]>([
	['blanks that are no ordinary ones', ['a', 'b'], BLANKS.filter((one) => one !== ' ')],
	// Some joiners are visible, but they can still hide data.
	['joiners of letters', ['می', 'خواهم'], ['\u200c']],
	['joiners of emojis', ['\u{1f469}', '\u{1f680}'], ['\u200d']],
])('a page of a review also escapes in the tool and its arguments: %s', (_, texts, hidden) => {
	const shown = shownOfTool(hidden.map((one) => texts.join(one)).join(''));
	expect(shown).toHaveLength(2);
	for (const one of shown) {
		expect(one).toContain(hidden.map((each) => texts.join(escapeOf(each))).join(''));
	}
});

test.each([
	'Line one\r\n\tline two',
	'❤️ ☎️ 1️⃣ 👍🏽 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥',
	'می‌خواهم',
	'क्‍ष',
	// A joiner in Arabic, Bengali, Devanagari, Gujarati, Gurmukhi, Khmer and Kannada.
	...['بب', 'কক', 'कक', 'કક', 'ਕਕ', 'កក', 'ಕಕ'].map((letters) => [...letters].join('\u200d')),
	// A joiner in Malayalam, Burmese, Odia, Sinhala, Tamil and Telugu.
	...['കക', 'ကက', 'କକ', 'කක', 'கக', 'కక'].map((letters) => [...letters].join('\u200c')),
	'#\ufe0f\u20e3 *\ufe0f\u20e3 0\ufe0f\u20e3 9\ufe0f\u20e3',
	'10 000 €',
	'日本　東京',
])('a page of a wait shows %j unchanged', (text) => {
	const [page] = pagesWith(text);
	expect(renderPage({ ...page, texts: { message: text } } as WaitPage)).toContain(`>${text}</p>`);
});

test.each([
	'1\ufe0f',
	'❤\ufe0f\ufe0f',
	'a\u200db',
	'می\u200c\u200cخ',
	'\u200c',
	'👍\u200d\u200d👍',
	'\u{1f3f4}\u{e0067}\u{e007f}',
])('a page of a wait says that more invisible characters are hidden in %j', (text) => {
	const [page] = pagesWith(text);
	const html = renderPage({ ...page, texts: { message: text } } as WaitPage);
	expect(html).toMatch(/\\u(fe0f|200c|200d|db40)/);
});

test('a response without a visible character is rejected', () => {
	const question = { type: 'freeText', maxLength: 9 } as const;
	const taken = [...ALL_UNSEEN, ...BLANKS].filter(
		(one) => 'displayedResponse' in readFormResponse(question, ` ${one}${one} `),
	);
	expect(taken).toEqual([]);
	const some = shareOf(CHARACTERS, 7);
	const seen = some.filter((one) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(one) && !isUnseen(one));
	expect(seen.filter((one) => !('displayedResponse' in readFormResponse(question, one)))).toEqual(
		[],
	);
});
