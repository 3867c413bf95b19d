import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { runNode } from '../../support/engine/runNode';
import { Service, type SentRequest } from '../../support/engine/service';
import { share } from '../../support/thorough';
import { importing, itemsOf } from '../settings';

type Item = Record<string, string>;

/** The list as the API document describes it: the same phone or email is the same contact. */
class List {
	readonly contacts: Item[] = [];

	put(item: Item): void {
		const same = (column: string) =>
			this.contacts.find((one) => item[column] && one[column] === item[column]);
		const found = same('phone') ?? same('email');
		if (found) Object.assign(found, item);
		else this.contacts.push({ ...item });
	}
}

/** A list that gets one item after another. A phone and an email in one item are the same person. */
function oneAfterAnother(items: Item[]): Item[] {
	type Person = Record<string, { value: string; since: number }>;
	let people: Person[] = [];
	for (const [since, item] of items.entries()) {
		const has = (column: string) => (person: Person) =>
			item[column] !== undefined && person[column]?.value === item[column];
		const byPhone = people.find(has('phone'));
		const byEmail = people.find(
			(person) =>
				has('email')(person) && (!item.phone || !person.phone || person === byPhone),
		);
		const both = [byPhone, byEmail].filter((person) => person !== undefined);
		const person: Person = {};
		for (const one of both) {
			for (const [column, cell] of Object.entries(one)) {
				if ((person[column]?.since ?? -1) < cell.since) person[column] = cell;
			}
		}
		for (const [column, value] of Object.entries(item)) person[column] = { value, since };
		people = [...people.filter((one) => !both.includes(one)), person];
	}
	return people.map((person) =>
		Object.fromEntries(Object.entries(person).map(([column, { value }]) => [column, value])),
	);
}

/** What the service has after an import. */
async function imported(items: Item[]): Promise<Item[]> {
	const list = new List();
	const service = new Service(({ query }: SentRequest) => {
		const sent = Object.fromEntries(query);
		const names = query.flatMap(([key, value]) =>
			key.startsWith('field_names') ? [value] : [],
		);
		for (let row = 0; sent[`data[${row}][0]`] !== undefined; row++) {
			list.put(
				Object.fromEntries(names.map((name, i) => [name, sent[`data[${row}][${i}]`]])),
			);
		}
		return { body: { status: 'OK', result: { inserted: 1, updated: 0, invalid: 0 } } };
	});
	try {
		const { error } = await runNode(
			importing(17, {}, { items: itemsOf(items as IDataObject[]) }),
		);
		if (error) throw error;
		return list.contacts;
	} finally {
		service.close();
	}
}

const sorted = (contacts: Item[]) =>
	contacts.map((one) => JSON.stringify(Object.entries(one).sort())).sort();

const [ann, bob] = ['380501234561', '380501234562'];
const [x, y, z] = ['x@example.com', 'y@example.com', 'z@example.com'];

test.each<[title: string, items: Item[], expected: Item[]]>([
	[
		'between its two emails',
		[{ phone: ann, email: y }, { email: y }, { phone: ann, email: x }],
		[{ phone: ann, email: x }],
	],
	[
		'with a column of its own',
		[
			{ phone: ann, email: y },
			{ email: y, A: '1' },
			{ phone: ann, email: x, B: '2' },
		],
		[{ phone: ann, email: x, A: '1', B: '2' }],
	],
	[
		'before its phone is known',
		[
			{ email: y, A: '1' },
			{ phone: ann, email: y },
			{ phone: ann, email: x },
		],
		[{ phone: ann, email: x, A: '1' }],
	],
	[
		'and once more after it was replaced, as another contact',
		[
			{ phone: ann, email: y },
			{ email: y, A: '1' },
			{ phone: ann, email: x },
			{ email: y, A: '2' },
		],
		[
			{ phone: ann, email: x, A: '1' },
			{ email: y, A: '2' },
		],
	],
])('a replaced email of a contact is not imported again: %s', async (_, items, expected) => {
	expect(sorted(await imported(items))).toEqual(sorted(expected));
	expect(sorted(oneAfterAnother(items))).toEqual(sorted(expected));
});

test('an import leaves what items that are imported one after another leave', async () => {
	const maybe = (...values: string[]) =>
		fc.option(fc.constantFrom(...values), { nil: undefined });
	const item = fc
		.record({
			phone: maybe(ann, bob),
			email: maybe(x, y, z),
			A: maybe('1', '2', '3'),
			B: maybe('4', '5'),
		})
		.filter(({ phone, email }) => Boolean(phone ?? email))
		.map((one) => JSON.parse(JSON.stringify(one)) as Item);
	/** An email of two phones is nobody's: the service alone decides. */
	const noFamily = (items: Item[]) => {
		const owner = new Map<string, string>();
		return items.every(({ phone, email }) => {
			if (!phone || !email) return true;
			const known = owner.get(email) ?? phone;
			owner.set(email, known);
			return known === phone;
		});
	};
	const lists = fc.array(item, { minLength: 1, maxLength: 6 }).filter(noFamily);
	const property = fc.asyncProperty(lists, async (items) => {
		expect(sorted(await imported(items))).toEqual(sorted(oneAfterAnother(items)));
	});
	await fc.assert(property, { numRuns: share(300, 60) });
}, 60_000);
