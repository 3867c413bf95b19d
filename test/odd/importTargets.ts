import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	ABSENT,
	email,
	entryText,
	type Form,
	id,
	isBlank,
	type Outcome,
	phone,
	REFUSED,
	text,
} from './documented/forms';
import { entryOf, type OddField, type OddOperation, type Sent, tokenOf } from './model';
import { chosen, outcomesOf, type Target, toExpected } from './target';

type Cells = Record<string, string | typeof ABSENT>;

const BASE: Cells = { phone: '380501234567', NAME: 'Ann' };

/** Which value a column has: in which order they come is not documented. */
const importWire = (cells: Cells, list = '1363'): Sent[] => [
	tokenOf('importContacts'),
	['query list_id', list],
	...Object.entries(cells).flatMap(([name, value]): Sent[] =>
		value === ABSENT ? [] : [[`column ${name}`, value]],
	),
];

/** A heading is sent without blanks and byte-order mark around it. */
const headings = (given: unknown): Outcome[] => {
	if (typeof given !== 'string') {
		const isNumber = typeof given === 'bigint' || Number.isFinite(given);
		return isNumber || typeof given === 'boolean' ? [String(given), REFUSED] : [REFUSED];
	}
	const name = given.replace(/^\ufeff/, '').trim();
	if (/[\ud800-\udfff]/u.test(name) || /[\r\n]/.test(name)) return [REFUSED];
	if (['phone', 'name', 'email', ''].includes(name.toLowerCase())) return [REFUSED];
	return /^\w{1,20}$/.test(given) ? [given] : [name, REFUSED];
};

/** A column: of a whole number with more digits than a number has, the last ones may be wrong. */
const exact = (form: Form): Form => ({
	...form,
	judge: (given) =>
		Number.isInteger(given) && !Number.isSafeInteger(given) ? [REFUSED] : form.judge(given),
});

export function importTargets(operation: OddOperation): Target[] {
	const find = (key: string) => operation.fields.find((field) => field.key === key) as OddField;
	const list = find('list_id');
	const columns = find('Columns');
	const extra = find('Additional Columns');
	const mapping = (value: IDataObject | null) => ({
		mappingMode: value ? 'defineBelow' : 'autoMapInputData',
		value,
		matchingColumns: [],
		schema: [],
	});
	const parameters = (
		value: IDataObject | null,
		options: IDataObject = {},
		listId: unknown = '1363',
	) =>
		({
			resource: operation.resource,
			operation: operation.value,
			[list.name]: { __rl: true, mode: 'id', value: listId },
			[columns.name]: mapping(value),
			[extra.at[0]]: options,
		}) as INodeParameters;
	const common = {
		operation,
		items: (value: unknown) => [{ json: { v: value as string } }],
		index: 0,
		isPerItem: false,
	};
	const column = (name: string, form: Form, rest: IDataObject, sent: Cells): Target => ({
		...common,
		title: `${columns.name} ${name}`,
		labels: ['Values to Send', 'Input Fields'],
		form,
		parameters: (raw) => parameters({ ...rest, [name]: raw as string }),
		expected: (given) =>
			toExpected(isBlank(given) ? [ABSENT, REFUSED] : form.judge(given), (outcome) =>
				importWire({ ...sent, [name]: outcome }),
			),
	});
	const withEmail = { email: 'anna@example.com' };
	const own: Target = {
		...common,
		title: `${columns.name} heading`,
		labels: ['Values to Send', 'Input Fields'],
		form: { base: 'CITY', shapes: ['\ufeffCITY', ' CITY ', 'PHONE', 'Email', 'a[0]', '30'] },
		only: 'expression',
		parameters: () => parameters(null),
		items: (value) => [
			{
				json: Object.fromEntries([
					['phone', '380501234567'],
					['name', 'Ann'],
					[String(value), 'Oslo'],
				]),
			},
		],
		expected: (given) => {
			const name = String(given);
			if (['phone', 'name', 'v'].includes(name)) return [];
			return toExpected(headings(name), (heading) =>
				importWire({ phone: '380501234567', name: 'Ann', [heading as string]: 'Oslo' }),
			);
		},
	};
	const ownValue: Target = {
		...common,
		title: `${columns.name} value`,
		labels: ['Values to Send', 'Input Fields'],
		form: exact(text),
		only: 'expression',
		parameters: () => parameters(null),
		items: (value) => [{ json: { phone: '380501234567', v: value as string } }],
		expected: (given) =>
			toExpected(isBlank(given) ? [ABSENT, REFUSED] : exact(text).judge(given), (v) =>
				importWire({ phone: '380501234567', v }),
			),
	};
	const more = (
		title: string,
		form: Form,
		entry: (raw: unknown) => INodeParameters,
		cells: (outcome: string | typeof ABSENT) => Cells,
	): Target => ({
		...common,
		title: `${extra.name} ${title}`,
		labels: [extra.displayName, columns.displayName, 'CITY'],
		form,
		parameters: (raw) => parameters({ ...BASE } as IDataObject, { [extra.name]: entry(raw) }),
		expected: (given) => {
			const blank: Outcome[] = title === 'name' ? [REFUSED] : [ABSENT, REFUSED];
			return toExpected(isBlank(given) ? blank : form.judge(given), (outcome) =>
				importWire({ ...BASE, ...cells(outcome) }),
			);
		},
	});
	const switches = operation.fields.filter(
		({ key }) => !['list_id', 'Columns', 'Additional Columns'].includes(key),
	);
	return [
		{
			...common,
			title: list.name,
			labels: [list.displayName],
			form: list.form,
			parameters: (raw) => parameters({ ...BASE } as IDataObject, {}, raw),
			expected: (given) =>
				toExpected(isBlank(given) ? [REFUSED] : id.judge(given), (outcome) =>
					importWire(BASE, outcome as string),
				),
		},
		column('NAME', exact(text), { phone: '380501234567' }, BASE),
		column('phone', phone, withEmail, withEmail),
		column('email', email, { phone: '380501234567' }, { phone: '380501234567' }),
		own,
		ownValue,
		more(
			'value',
			exact(entryText),
			(raw) => entryOf(extra, 'CITY', raw),
			(CITY) => ({ CITY }),
		),
		more(
			'name',
			{ ...text, base: 'CITY', wire: 'CITY', judge: headings, secret: undefined },
			(raw) => entryOf(extra, raw, 'Oslo'),
			(name) => ({ [name as string]: 'Oslo' }),
		),
		...switches.map(
			(field): Target => ({
				...common,
				title: field.at.join('.'),
				labels: [field.displayName],
				form: field.form,
				parameters: (raw) =>
					parameters({ ...BASE } as IDataObject, { [field.name]: raw as string }),
				expected: (given, manner) =>
					field.type === 'boolean'
						? chosen(operation, field, {}, given, manner, () => ({
								wire: importWire(BASE),
							}))
						: toExpected(outcomesOf(operation, field, given, manner), () =>
								importWire(BASE),
							),
			}),
		),
	];
}
