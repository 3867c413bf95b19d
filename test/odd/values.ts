import fc from 'fast-check';
import { DateTime } from 'luxon';

/** A value that no saved item can hold, as an expression returns it. */
export interface Computed {
	source: string;
	value: unknown;
}
export const computed: Computed[] = [
	{ source: 'undefined', value: undefined },
	{ source: 'NaN', value: NaN },
	{ source: '-1 / 0', value: -Infinity },
	{ source: '-0', value: -0 },
	{ source: '10n', value: 10n },
	{ source: 'Symbol("a")', value: Symbol('a') },
	{ source: 'new Date("2031-05-06T10:30:00Z")', value: new Date('2031-05-06T10:30:00Z') },
	{ source: 'new Date("x")', value: new Date(NaN) },
	{
		source: 'DateTime.fromISO("2031-05-06T10:30:00Z")',
		value: DateTime.fromISO('2031-05-06T10:30:00Z'),
	},
	{ source: '$json', value: { a: 1 } },
	{ source: '[]', value: [] },
	{ source: '[null, " "]', value: [null, ' '] },
	{ source: '({})', value: {} },
	{ source: 'new Map([["a", 1]])', value: new Map([['a', 1]]) },
	{ source: 'new Set([5])', value: new Set([5]) },
	{ source: '/x/', value: /x/ },
	{ source: 'new Error("x")', value: new Error('x') },
	{ source: '"a".repeat(3).split("")', value: ['a', 'a', 'a'] },
	{ source: '"Hi 👋".slice(0, 4)', value: 'Hi \ud83d' },
	// What they throw n8n swallows.
	{ source: '$json.a.b.c.d()', value: undefined },
	{ source: '(() => { throw new Error("x") })()', value: undefined },
];
/** Expressions that n8n ends with an error of its own. */
export const throwing = ['() => 1', '$("No such node").item.json.x'];

const odd: unknown[] = [
	undefined,
	null,
	'',
	' ',
	'\t\n',
	'\u00a0',
	'\u3000\ufeff',
	'\u200b',
	NaN,
	Infinity,
	-Infinity,
	-0,
	0,
	1,
	-1,
	0.1 + 0.2,
	1e21,
	1e-7,
	Number.MAX_SAFE_INTEGER + 2,
	2 ** 31,
	'9007199254740993',
	'123456789012345678901234567890',
	true,
	false,
	'true',
	'TRUE',
	'false',
	'yes',
	'0',
	'1',
	[],
	[null],
	[''],
	['a'],
	['a', 'b'],
	[['a']],
	[1, [2, [3]]],
	{},
	{ a: 1 },
	{ value: 'x' },
	{ __rl: true, mode: 'id', value: '5' },
	{ toString: 'x' },
	JSON.parse('{"__proto__": {"polluted": true}}'),
	new Date('2031-05-06T10:30:00Z'),
	new Date(NaN),
	DateTime.fromISO('2031-05-06T10:30:00Z'),
	10n,
	Symbol('a'),
	new Map([['a', 1]]),
	Object.create(null),
	'\ud83d',
	'cut \ud83d',
	'\ude00 cut',
	'a\ud83d\ud83d\ude00b',
	'👨‍👩‍👧‍👦 🇺🇦',
	'\u202eabc',
	'\u200fשלום',
	'a\u200bb',
	'a\u200d',
	'\ufeffabc',
	'a\u0000b',
	'\u0007\u001b[31m',
	'\u0085\u2028',
	'a\r\nb',
	'a\nb',
	'\r',
	'x'.repeat(9000),
	'ї'.repeat(1200),
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'valueOf',
	'<script>alert(1)</script>',
	'<b>bold</b> &amp; &lt;',
	'{{ 1 + 1 }}',
	'={{ 1 + 1 }}',
	'=x',
	'={{ $json.secret }}',
	'{name}',
	'{}',
	'007',
	'+5',
	'1e3',
	'0x1F',
	'0b1',
	'١٢٣',
	'１２３',
	'½',
	'{"a": 1}',
	'[1, 2]',
	'"quoted"',
	'null',
	'undefined',
	'NaN',
	'[object Object]',
	'a,b',
	'a;b',
	'a&b=c',
	'a=b#c?d',
	'100%',
	'%00%0a',
	'+ +',
	"O'Brien",
	'a[0][b]',
	'messages[0][text]',
	'../../etc/passwd',
	'token',
	'$1 $& $$',
	'${x}',
	'\\u0041\\n',
	'e\u0301',
	'ﬁ',
	'ａ',
	'2031-05-06T10:30',
	'380501234567',
	'anna@example.com',
	'https://example.com/page',
	'data',
	'text',
];

const mutated = (base: string): fc.Arbitrary<unknown> =>
	fc
		.tuple(
			fc.nat({ max: base.length }),
			fc.nat({ max: 2 }),
			fc.constantFrom(
				...[
					'\ud83d',
					'\u0000',
					'\u200b',
					'\n',
					'\r\n',
					' ',
					'\u00a0',
					',',
					'0',
					'A',
					'.',
					'+',
				],
				...['-', '/', '\ufeff', 'é', '😀', '{{', '}', '"', '\u2028', '٣', '１', 'e', '='],
			),
		)
		.map(([at, removed, inserted]) => base.slice(0, at) + inserted + base.slice(at + removed));

// Made once: each takes milliseconds.
const binaryText = fc.string({ unit: 'binary', maxLength: 30 });
const graphemes = fc.string({ unit: 'grapheme', maxLength: 30 });

/** Any value, by kinds; `shapes` are special to the field, and `base` is valid for it. */
export const anyValue = (base: unknown, shapes: unknown[]): fc.Arbitrary<unknown> =>
	fc.oneof(
		{ weight: 8, arbitrary: fc.constantFrom(...odd) },
		{ weight: 6, arbitrary: fc.constantFrom(...shapes, base) },
		{ weight: 3, arbitrary: mutated(String(base)) },
		{ weight: 1, arbitrary: binaryText },
		{ weight: 1, arbitrary: graphemes },
		{ weight: 1, arbitrary: fc.double() },
		{ weight: 1, arbitrary: fc.bigInt({ min: -10n, max: 10n ** 20n }).map(String) },
		{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
	);

/** A value as a failure shows it. */
export function shown(value: unknown): string {
	if (typeof value === 'string')
		return JSON.stringify(
			value.length > 60 ? `${value.slice(0, 40)}… (${value.length})` : value,
		);
	if (typeof value === 'bigint') return `${value}n`;
	if (DateTime.isDateTime(value)) return `DateTime(${value.toISO()})`;
	if (value instanceof Date)
		return `Date(${Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString()})`;
	if (typeof value !== 'object' || value === null)
		return Object.is(value, -0) ? '-0' : String(value);
	return Array.isArray(value)
		? `[${value.map(shown).join(', ')}]`
		: `${Object.prototype.toString.call(value)} ${JSON.stringify(value)?.slice(0, 60)}`;
}
