/** Names of the characters from U+00A0 to U+00FF. */
const LATIN_1 =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** Other names that editors of emails write. */
const OTHERS = {
	...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", euro: '€', trade: '™', hellip: '…' },
	...{ ndash: '–', mdash: '—', minus: '−', bull: '•', check: '✓', hearts: '♥', numero: '№' },
	...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' },
	...{ lsaquo: '‹', rsaquo: '›', larr: '←', rarr: '→', le: '≤', ge: '≥', ne: '≠' },
	...{ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200c', zwj: '\u200d' },
	...{ lrm: '\u200e', rlm: '\u200f', scaron: 'š', Scaron: 'Š', oelig: 'œ', OElig: 'Œ' },
};

const NAMED = new Map([
	...LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(160 + index)] as const),
	...Object.entries(OTHERS),
]);

/** What browsers show for the numbers from 128 to 159. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function ofNumber(code: number): string {
	if (code >= 128 && code < 160) return WINDOWS[code - 128];
	const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
	return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** A text of HTML with its entities replaced by the characters. Unknown ones stay as they are. */
export const decodeEntities = (text: string): string =>
	text.replace(
		/&(?:#(\d{1,9})|#x([\da-f]{1,9})|([a-z]\w{0,30}));/gi,
		(entity, decimal?: string, hex?: string, name?: string) => {
			if (name !== undefined) return NAMED.get(name) ?? entity;
			return ofNumber(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
		},
	);
