import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { importing, itemsOf, phones } from './settings';

const [ann, bob] = phones(2);
let service: Service;
beforeEach(() => {
	service = new Service(() => ({
		body: { status: 'OK', result: { inserted: 1, updated: 0, invalid: 0, log: [] } },
	}));
});
afterEach(() => service.close());

/** Returns the contacts of each request, as the service reads them. */
const imported = async (records: IDataObject[], options: IDataObject, more = {}) => {
	const setting = importing(1, { options, ...more }, { items: itemsOf(records) });
	const { error } = await runNode(setting);
	if (error) throw error;
	return service.requests.map(({ query }) => {
		const names = query.filter(([key]) => key.startsWith('field_names'));
		const rows: IDataObject[] = [];
		for (const [key, value] of query) {
			const [, row, column] = /^data\[(\d+)\]\[(\d+)\]$/.exec(key) ?? [];
			if (row) (rows[Number(row)] ??= {})[names[Number(column)][1]] = value;
		}
		return rows;
	});
};

const rows = (...all: IDataObject[]) => all;
const email = 'a@example.com';

test.each<[title: string, records: IDataObject[], sent: IDataObject[], clearEmpty?: unknown]>([
	[
		'a value is left as it is without the option',
		rows({ phone: ann, CITY: '' }),
		rows({ phone: ann }),
		false,
	],
	['an empty text is sent', rows({ phone: ann, CITY: '' }), rows({ phone: ann, CITY: '' })],
	[
		'a blank is sent as an empty text',
		rows({ phone: ann, CITY: ' ' }),
		rows({ phone: ann, CITY: '' }),
	],
	[
		'null is sent as an empty text',
		rows({ phone: ann, CITY: null }),
		rows({ phone: ann, CITY: '' }),
	],
	[
		'an empty list is sent as an empty text',
		rows({ phone: ann, CITY: [] }),
		rows({ phone: ann, CITY: '' }),
	],
	[
		'a column that an item does not have is left as it is',
		rows({ phone: ann, CITY: '' }, { phone: bob }),
		rows({ phone: ann, CITY: '' }, { phone: bob }),
	],
	[
		'an empty phone or email is never sent',
		rows({ phone: ann, email: '' }, { Phone: '', EMAIL: email }),
		rows({ phone: ann }, { email }),
	],
	[
		'an empty field that other items have their phone in is never sent',
		rows({ mobile: ann, CITY: '' }, { mobile: '', 'E-Mail': email, CITY: '' }),
		rows({ phone: ann, CITY: '' }, { email, CITY: '' }),
	],
	[
		'a second empty field for the phone is never sent',
		rows({ mobile: ann, Tel: '', CITY: '' }, { mobile: null, Tel: '', email, CITY: '' }),
		rows({ phone: ann, CITY: '' }, { email, CITY: '' }),
	],
	[
		'the last value of a contact wins, also if it is empty',
		rows({ phone: ann, CITY: 'Riga', NAME: '' }, { phone: ann, CITY: '', NAME: 'Ann' }),
		rows({ phone: ann, CITY: '', NAME: 'Ann' }),
	],
	[
		'each item says whether its empty values are sent',
		rows({ phone: ann, CITY: '', AGE: 7 }, { phone: bob, CITY: '', AGE: 0 }),
		rows({ phone: ann, CITY: '', AGE: '7' }, { phone: bob, AGE: '0' }),
		'={{ $json.AGE > 0 }}',
	],
	['an empty heading adds no column', rows({ phone: ann, '': '' }), rows({ phone: ann })],
])('an import with Clear Empty Columns: %s', async (_, records, sent, clearEmpty = true) => {
	const requests = await imported(records, { clearEmpty } as IDataObject);
	expect(requests.flat()).toEqual(sent);
});

test('Clear Empty Columns also clears an additional and a mapped column', async () => {
	const column = [{ name: 'AGE', value: '={{ $json.age }}' }];
	const value = { phone: '={{ $json.phone }}', CITY: '={{ $json.city }}' };
	const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
	const options = { clearEmpty: true, additionalColumns: { column } };
	const sent = await imported([{ phone: ann, city: '', age: '' }], options, { columns });
	expect(sent).toEqual([[{ phone: ann, CITY: '', AGE: '' }]]);
});

describe('500 rows of which 30 percent of the cells are empty', () => {
	/** A Park-Miller generator, so that every run has the same cells. */
	let state = 7;
	const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
	const COLUMNS = Array.from({ length: 5 }, (_, n) => `C${n}`);
	const rows = phones(500).map((phone) => {
		const filled = COLUMNS.filter(() => random() < 0.7);
		return { phone, ...Object.fromEntries(filled.map((name) => [name, 'Vilnius'])) };
	});
	const setsOf = new Set(rows.map((row) => Object.keys(row).join()));
	const withAll = rows.map((row) => ({
		...Object.fromEntries(COLUMNS.map((name) => [name, ''])),
		...row,
	}));

	test('take at most one more request for each set of columns, and no more requests with Clear Empty Columns', async () => {
		const needed = (await imported(withAll, { clearEmpty: true })).length;
		const grouped = (await imported(withAll, {})).length - needed;
		expect(grouped).toBeLessThanOrEqual(needed + setsOf.size);
	});
});

describe('the hint about the requests that empty columns cost', () => {
	/** Returns rows with different empty columns. */
	const rows = (count: number, columns: number) =>
		phones(count).map((phone, row) => ({
			phone,
			...Object.fromEntries(
				Array.from({ length: columns }, (_, n) => [`C${n}`, (row >> n) % 2 ? 'x' : '']),
			),
		}));
	const hintsOf = async (records: IDataObject[], options: IDataObject = {}) => {
		const setting = importing(1, { options }, { items: itemsOf(records) });
		const { error, runData } = await runNode(setting);
		if (error) throw error;
		const [task] = Object.values(runData).at(-1) ?? [];
		return task?.hints?.map(({ message }) => message);
	};

	test('is shown if 65 contacts with six optional columns take 64 requests', async () => {
		expect(await hintsOf(rows(65, 6))).toEqual([
			'65 contacts take 64 requests, because all contacts in a request must have the same columns filled. To send fewer requests, add Clear Empty Columns: this option also sends empty values, which clear the corresponding columns of existing contacts.',
		]);
		expect(service.requests).toHaveLength(64);
	});

	test('is not shown with Clear Empty Columns, for fewer than 10 requests, or if no column is empty', async () => {
		expect(await hintsOf(rows(64, 6), { clearEmpty: true })).toEqual([]);
		expect(await hintsOf(rows(64, 2))).toEqual([]);
		expect(await hintsOf(rows(9, 4))).toEqual([]);
		expect(await hintsOf(rows(10, 4))).toHaveLength(1);
		const full = phones(2_000).map((phone) => ({ phone, NAME: 'Ann' }));
		expect(await hintsOf(full)).toEqual([]);
		expect(service.requests.length).toBeGreaterThan(10);
	});
});
