import { tryParseJson } from '../../nodes/shared/values/json';

const BIG = '9007199254740993';

test.each([
	[`"${BIG}"`, BIG],
	[`[${BIG}, -${BIG}]`, [BIG, `-${BIG}`]],
	[`"say \\"${BIG}\\", or: ${BIG}, twice"`, `say "${BIG}", or: ${BIG}, twice`],
	[`{"a\\\\":${BIG}}`, { 'a\\': BIG }],
	...[' ', '\n', '\t'].map((space): [string, unknown] => [`[1,${space}${BIG}]`, [1, BIG]]),
	[`[1,${BIG}]`, [1, BIG]],
	[`[${BIG}]`, [BIG]],
	[BIG, BIG],
	[`-${BIG}`, `-${BIG}`],
	[`{"a":"x\\n","b":"","c":${BIG}}`, { a: 'x\n', b: '', c: BIG }],
	[`${BIG}E2`, 900719925474099300],
	[`1E-${BIG}`, 0],
	[`1E+0000000000000000`, 1],
	[`0.${BIG}`, 0.9007199254740993],
	['1234567890123456', 1234567890123456],
	['0.12345678901234567890', 0.12345678901234568],
	[`${BIG}.5`, 9007199254740994],
	[`${BIG}e2`, 900719925474099300],
	[`1e-${'0'.repeat(20)}1`, 0.1],
	[`[${BIG},0.${BIG},1e-${BIG}]`, [BIG, 0.9007199254740993, 0]],
	[`[${BIG}`, undefined],
])(
	'JSON keeps every digit of a whole number, as text if JavaScript would round it: %s',
	(json, value) => {
		expect(tryParseJson(json)).toEqual(value);
	},
);

test('a key __proto__ in JSON is an ordinary key, and does not change a prototype', () => {
	const value = tryParseJson(
		'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
	);
	expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
