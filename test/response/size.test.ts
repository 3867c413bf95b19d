import fc from 'fast-check';
import { SizeCounter } from '../../nodes/shared/response/size';
import { judgeCases } from '../support/judged';

/** What the parsed JSON has, counted after it was parsed. */
function countIn(value: unknown): { rows: number; values: number } {
	if (typeof value !== 'object' || value === null) return { rows: 0, values: 0 };
	const inner = Object.values(value).map(countIn);
	const sum = (key: 'rows' | 'values') => inner.reduce((total, one) => total + one[key], 0);
	return { rows: 1 + sum('rows'), values: Math.max(1, inner.length) + sum('values') };
}

function keysIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const own = Array.isArray(value) ? [] : Object.keys(value);
	return [...own, ...Object.values(value).flatMap(keysIn)];
}

function sizeOf(json: string, cut: number) {
	const bytes = Buffer.from(json);
	const counter = new SizeCounter();
	for (let at = 0; at < bytes.length; at += cut) counter.add(bytes.subarray(at, at + cut));
	const { rows, values, keys } = counter;
	return { rows, values, keys };
}

const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', '{', 'Ї', '\u0000', 'a') });
const { json } = fc.letrec((tie) => ({
	json: fc.oneof(
		{ depthSize: 'small' },
		fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean()),
		fc.array(tie('json')),
		fc.dictionary(text, tie('json')),
	),
}));

test('the size of a response is what JSON.parse makes of it, wherever its bytes are cut', async () => {
	await judgeCases(
		fc.tuple(json, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 2 })),
		{ containers: 0.3 },
		async ([value, cut, indent]) => {
			const counted = countIn(value);
			const keys = new Set(keysIn(value)).size;
			expect(sizeOf(JSON.stringify(value, null, indent), cut)).toEqual({ ...counted, keys });
			return counted.rows > 0 ? 'containers' : undefined;
		},
	);
});
