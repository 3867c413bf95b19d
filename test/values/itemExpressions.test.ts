import fc from 'fast-check';
import { Expression, type IDataObject, type IWorkflowDataProxyData } from 'n8n-workflow';
import {
	dependsOnItem,
	hasExpression,
	createItemValueReader,
} from '../../nodes/shared/values/itemExpressions';
import { itemsOf } from '../batch/settings';
import { judgeCases } from '../support/judged';

const n8n = new Expression('UTC');
const evaluateIn = (raw: string, json: IDataObject): unknown =>
	n8n.resolveSimpleParameterValue(raw, { $json: json } as unknown as IWorkflowDataProxyData);

/** Returns the values that the reader returns, and the items that it evaluated with n8n. */
function read(raw: string, records: IDataObject[]) {
	const asked: number[] = [];
	const value = createItemValueReader(raw, itemsOf(records), (index) => {
		asked.push(index);
		return evaluateIn(raw, records[index]);
	});
	return { values: records.map((_, index) => value(index)), asked };
}

const records: IDataObject[] = [
	{ phone: '380501234567', name: 'Ann', 'first name': 'A' },
	{ phone: 380671112233, name: '', 'first name': 0 },
	{ phone: '={{ 1 }}', name: '{{ $json.phone }}', 'first name': 1.5 },
	{ phone: 1e21, name: 'Ї 👋\n', 'first name': -0 },
];

describe('an expression that only reads keys of the item', () => {
	test.each([
		'={{ $json.phone }}',
		'={{$json.phone}}',
		'={{ $json["first name"] }}',
		"={{ $json['first name'] }}",
		'=Dear {{ $json.name }}, call {{ $json.phone }}!',
		'= {{ $json.phone }}',
		'={{ $json.phone }}\n',
	])('has the result of n8n, without calling n8n: %s', (raw) => {
		const { values, asked } = read(raw, records);
		expect(values).toEqual(records.map((json) => evaluateIn(raw, json)));
		expect(asked).toEqual([0]);
	});

	test('has the result of n8n for any text, number and surrounding character', async () => {
		const value = fc.oneof(
			...[fc.string(), fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true })],
			...[fc.integer(), fc.constant(null), fc.boolean(), fc.array(fc.integer())],
		);
		const around = fc.string({ unit: 'grapheme-ascii' }).filter((text) => !/[{}\\]/.test(text));
		await judgeCases(
			fc.tuple(fc.array(value, { minLength: 1 }), around, around),
			{ 'without n8n': 0.3 },
			([all, before, after]) => {
				const raw = `=${before}{{ $json.a }}${after}`;
				const given = all.map((a) => ({ a })) as IDataObject[];
				const expected = given.map((json) => evaluateIn(raw, json));
				const { values, asked } = read(raw, given);
				expect(values).toEqual(expected);
				return asked.length < all.length ? 'without n8n' : undefined;
			},
		);
	});
});

describe('n8n evaluates an expression', () => {
	test.each([
		...['={{ $json.phone.toString() }}', '={{ $json.phone + 1 }}', '={{ $json.constructor }}'],
		...['={{ $json.a.b }}', '={{ $now }}', '={{ $json.phone }} {{ 1 + 1 }}', '=no key at all'],
		...['={{ $json["a\\"b"] }}', '=\\{{ $json.phone }}', '={{ $json.phone }}}'],
		...['={{{ $json.phone }}', '={{ $json.phone }} {{ $json.name', '={{ $json.__proto__ }}'],
	])('for every item if it is %s', (raw) => {
		const asked: number[] = [];
		const value = createItemValueReader(raw, itemsOf(records), (index) => asked.push(index));
		records.forEach((_, index) => value(index));
		expect(asked).toEqual([...records.keys()]);
	});

	test.each([[undefined], [null], [true], [{ a: 1 }], [[1]]])('whose value is %j', (a) => {
		const { asked } = read('={{ $json.a }}', [{ a: 'x' }, { a: a as IDataObject }]);
		expect(asked).toEqual([0, 1]);
	});

	test.each([
		'={{ $json.a.b }}',
		'={{ $json.c }}{{ $json.a.b }}',
		'=\\{{ $json.c }}{{ $json.a.b }}',
	])('though its first result is its own text: %s', (raw) => {
		const first = { c: '{{ $json.c }}', a: { b: '{{ $json.a.b }}' } };
		const all = [first, { c: 'C', a: { b: 'B' } }];
		expect(read(raw, all).values).toEqual(all.map((json) => evaluateIn(raw, json)));
	});

	test('for all items after one unexpected result', () => {
		const asked: number[] = [];
		const value = createItemValueReader(
			'={{ $json.a }}',
			itemsOf([{ a: 1 }, { a: 2 }]),
			(index) => {
				asked.push(index);
				return 'other';
			},
		);
		expect([value(0), value(1)]).toEqual(['other', 'other']);
		expect(asked).toEqual([0, 1]);
	});
});

test('an expression with two keys is read without n8n, although the second is empty in the first item', () => {
	const [first, second] = [
		{ a: 'x', b: '' },
		{ a: 'y', b: 'z' },
	];
	const { values } = read('={{ $json.a }}{{ $json.b }}', [first, second]);
	expect(values).toEqual(['x', 'yz']);
});

test.each([
	[null, false],
	[undefined, false],
	['text', false],
	[{ value: null }, false],
	['={{ 1 }}', true],
	[{ options: [{ text: '={{ 1 }}' }] }, true],
	[{ mode: 'id', value: '={{ 1 }}' }, true],
])('the value %j counts as an expression: %p', (raw, isEvaluated) =>
	expect(hasExpression(raw)).toBe(isEvaluated),
);

test.each([
	...['=fixed', '={{ $now }}', '={{ $today.toISO() }}', '={{ $execution.id }}', '={{ $vars.a }}'],
	...['={{ $workflow.name }}', '={{ $env.A }}', '={{ $secrets.a.b }}', '={{ $runIndex }}'],
	...['={{ $prevNode.name }}', '={{ $now }} {{ $today }}'],
])('the expression %s has one value for all items', (raw) => {
	expect(dependsOnItem(raw)).toBe(false);
});

test.each([
	'={{ $json.a }}',
	'={{ $now }} {{ $itemIndex }}',
	'={{ $("A").item }}',
	'={{ $input }}',
])('the expression %s may differ from item to item', (raw) => {
	expect(dependsOnItem(raw)).toBe(true);
});

test('an expression with two keys has the result of n8n if an item lacks the second', () => {
	const raw = '={{ $json.a }}{{ $json.b }}';
	const all = [{ a: 'x', b: 'y' }, { a: 'z' }];
	expect(read(raw, all).values).toEqual(all.map((json) => evaluateIn(raw, json)));
});

test('a fixed value is returned as it is saved', () => {
	const { values, asked } = read('Hello', records);
	expect(values).toEqual(records.map(() => 'Hello'));
	expect(asked).toEqual([]);
});
