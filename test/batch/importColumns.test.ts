import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { createIdentifyingColumnFinder } from '../../nodes/MessagingServiceContacts/import/headings';
import { byId, PHONE } from '../contract/row';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { descriptionOf, throwing } from '../run/sending/observed';
import { VALUE } from '../run/sending/kinds';
import { autoColumns } from '../support/autoColumns';

let service: Service;
beforeEach(() => {
	const result = { inserted: 1, updated: 0, invalid: 0 };
	service = new Service(() => ({ body: { status: 'OK', result } }));
});
afterEach(() => service.close());

const columns = {
	...{ mappingMode: 'defineBelow', value: { phone: PHONE } },
	...{ matchingColumns: [], schema: [] },
};
const importing = (changed: IDataObject) => ({
	node: 'messagingServiceContacts' as const,
	parameters: {
		...{ resource: 'contact', operation: 'import', listId: byId(1001), columns },
		...changed,
	} as INodeParameters,
	items: [{ json: { phone: PHONE, secret: 'not for the service' } }],
});
const adding = (additionalColumns: unknown) => ({ options: { additionalColumns } }) as IDataObject;
const named = (name: string) => adding({ column: [{ name, value: 'b' }] });
const modes = 'autoMapInputData, defineBelow';

test.each<[title: string, changed: IDataObject, message: string]>([
	[
		'an unknown mapping mode',
		{ columns: { ...columns, mappingMode: 'defineBelo' } },
		`'Mapping Column Mode' is "defineBelo", which is not one of ${modes}`,
	],
	[
		'one expression for all columns',
		{ columns: { ...columns, value: '={{ $json }}' } },
		'\'Values to Send\' is "={{ $json }}", which is not a column',
	],
	['empty additional columns', adding({}), "'Additional Columns' has no column"],
	['a column without a name', named(''), "'Additional Columns' has a column without a name"],
	[
		'an object for the name of a column',
		named('={{ $json }}'),
		"'Additional Columns' is an object, not text",
	],
])('an import rejects %s before anything is imported', async (_, changed, message) => {
	const { error } = await runNode(importing(changed));
	expect(error?.message).toBe(message);
	const setting = { ...importing(changed), onError: 'continueRegularOutput' } as const;
	const { items } = await runNode(setting);
	expect(items.map(({ json }) => json.error)).toEqual([message]);
	expect(service.requests).toEqual([]);
});

const halfEmoji = '👋'.slice(0, 1);
const badNames: Array<[problem: string, name: string]> = [
	['contains half of an emoji, because the text was cut there', `WAVE ${halfEmoji}`],
	['contains [object Object] instead of a value', '[object Object]'],
];
/** The list has a column for each field of the items. */
const readingAll = (items: Array<{ json: IDataObject }>) => ({
	columns: autoColumns(items.flatMap(({ json }) => Object.keys(json))),
});

test.each(badNames)('an import rejects a column whose name %s', async (problem, name) => {
	const items = [{ json: { phone: PHONE, [name]: 'x' } }, { json: { phone: '380501234568' } }];
	const message = `'Map Automatically' has a column whose name ${problem}`;
	const { error } = await runNode({ ...importing(readingAll(items)), items });
	expect(error?.message).toBe(message);
	expect(service.requests).toEqual([]);
	const onError = 'continueRegularOutput';
	const { items: output } = await runNode({ ...importing(readingAll(items)), items, onError });
	expect(String(output[0].json.error)).toContain(message);
	expect(service.requests).toHaveLength(1);
	const value = { phone: PHONE, [name]: 'x' };
	const byHand = await runNode(importing({ columns: { ...columns, value } }));
	expect(byHand.error?.message).toBe(`'Values to Send' has a column whose name ${problem}`);
});

test('a line break in a heading becomes a space, and is removed at its end', async () => {
	const items = [{ json: { '\u0085phone\r': PHONE, 'First \nNAME\r\n\u0085': 'Ann' } }];
	expect((await runNode({ ...importing(readingAll(items)), items })).error).toBeUndefined();
	expect(Object.fromEntries(service.requests[0].query)).toMatchObject({
		'field_names[0]': 'phone',
		'field_names[1]': 'First NAME',
	});
});

const fromItem = { phone: '={{ $json.phone }}' };
const ORDER = '={{ $json.ORDER }}';

test.each<[title: string, changed: IDataObject]>([
	['mapped by hand', { columns: { ...columns, value: { ...fromItem, ORDER } } }],
	['mapped automatically', { columns: autoColumns(['ORDER']) }],
	[
		'added',
		{
			columns: { ...columns, value: fromItem },
			...adding({ column: [{ name: 'ORDER', value: ORDER }] }),
		},
	],
])(
	'an import rejects a whole number that JavaScript has rounded in a column that is %s',
	async (_, changed) => {
		const items = [2 ** 53, 2 ** 53 - 1, '9007199254740993', 0.1 + 0.2].map((ORDER, n) => ({
			json: { phone: `38050123456${n}`, ORDER },
		}));
		const onError = 'continueRegularOutput';
		const { items: output } = await runNode({ ...importing(changed), items, onError });
		expect(output.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/: ORDER' is a number that was rounded: 9007199254740992$/),
			undefined,
		]);
		const sent = service.requests[0].query.filter(([name]) => /\]\[1\]$/.test(name));
		expect(sent.map(([, value]) => value)).toEqual([
			'9007199254740991',
			'9007199254740993',
			'0.30000000000000004',
		]);
	},
);

test('an import accepts a mapping mode and the name of a column from expressions', async () => {
	const changed = {
		...{ columns: { ...columns, mappingMode: '={{ "defineBelow" }}' } },
		...named('={{ "C" + 1 }}'),
	};
	expect((await runNode(importing(changed))).error).toBeUndefined();
	const sent = Object.fromEntries(service.requests[0].query);
	expect(sent).toMatchObject({ 'field_names[1]': 'C1', 'data[0][1]': 'b' });
	expect(JSON.stringify(sent)).not.toContain('not for the service');
});

const twice = { ...fromItem, CITY: 'Oslo' };
const city = { name: 'CITY', value: 'Oslo' };
test.each<[title: string, changed: IDataObject]>([
	['a mapped column', { columns: { ...columns, value: { ...twice, NAME: VALUE } } }],
	[
		'an additional column',
		{
			columns: { ...columns, value: fromItem },
			...adding({ column: [city, { name: 'NAME', value: VALUE }] }),
		},
	],
])('the other items keep a fixed column if %s throws for the first item', async (_, changed) => {
	const items = [0, 1, 2].map((n) => ({ json: { phone: `38050123456${n}`, value: 'Ann' } }));
	const { items: output } = await runNode({
		...importing(changed),
		onError: 'continueRegularOutput',
		items: throwing(items, { 0: () => true }),
	});
	expect(output.map(({ json }) => json.error)).toEqual([
		"Referenced node doesn't exist",
		undefined,
	]);
	expect(service.requests).toHaveLength(1);
	expect(Object.fromEntries(service.requests[0].query)).toMatchObject({
		...{ 'data[0][0]': '380501234561', 'data[0][1]': 'Oslo', 'data[0][2]': 'Ann' },
		...{ 'data[1][0]': '380501234562', 'data[1][1]': 'Oslo', 'data[1][2]': 'Ann' },
	});
});

describe('automatic mapping', () => {
	const sentNames = async (...records: IDataObject[]) => {
		const items = records.map((json) => ({ json }));
		const { error } = await runNode({ ...importing(readingAll(items)), items });
		if (error) throw error;
		return service.requests.map(({ query }) =>
			query.flatMap(([name, value]) => (name.startsWith('field_names') ? [value] : [])),
		);
	};

	const PHONES =
		'mobile|Phone number|MOBILE_PHONE|Phone #|phone (mobile)|customerPhone|Phone 1 - Value|msisdn|№ тел.|\ufefftel|ï»¿phone|ｐｈｏｎｅ|Phone\nnumber|Телефон|моб. телефон|Мобільний|Telefonnummer|Handy|Numer telefonu|Teléfono|N° de téléphone|Tālrunis|Tel. nr.|Тэлефон';
	test.each(PHONES.split('|'))('imports the column %s as the phone', async (name) => {
		expect(await sentNames({ [name]: PHONE, CITY: 'Kyiv' })).toEqual([['phone', 'CITY']]);
	});

	const EMAILS =
		'E-Mail|mail|Email:|billing_email|E-mail 1 - Value|E-Mail-Adresse|Correo electrónico|Эл. почта|Електронна пошта|El. paštas|Courriel';
	test.each(EMAILS.split('|'))('imports the column %s as the email', async (name) => {
		expect(await sentNames({ [name]: 'ann@example.com' })).toEqual([['email']]);
	});

	const OTHERS = 'phone_verified|Phone type|fax|Tel/Fax|mailing|number|Telegram';
	test.each(OTHERS.split('|'))('imports %s as a separate column', async (name) => {
		expect(await sentNames({ phone: PHONE, [name]: 'x' })).toEqual([['phone', name]]);
	});

	const PHONE_WORDS =
		'phone phones phonenumber phoneno mobile mobilephone mobilenumber mob tel telno telephone cell cellphone cellular msisdn gsm telefon telefonnummer rufnummer handy handynummer mobil mobilnummer mobiltelefon teléfono móvil celular téléphone tél portable telefonas mobilus tālrunis tālruņa telefons mobilais telefonu komórka komórkowy телефон телефона телефону тел моб мобильный сотовый мобільний тэлефон тэлефона мабільны';
	const EMAIL_WORDS =
		'email emailaddress mail mailaddress mailadresse emailadresse courriel elpaštas elpašto paštas pašto epasts epasta почта почты элпочта элпочты имейл емейл імейл пошта пошти елпошта елпошти correo';
	const FILLERS =
		'number no n nr num nummer numer numero número numéro numeris numurs номер нумар value contact customer client primary main billing shipping de контактный контактний address adresse adres adresas adrese adreso адрес адреса адрас electrónico électronique elektroninis elektroninio elektroniczny электронная электронной електронна електронної';
	test.each([
		['a word for a phone', 'phone', PHONE_WORDS, ''],
		['a word for an email', 'email', EMAIL_WORDS, ''],
		['"phone" and a word without a meaning', 'phone', FILLERS, 'phone '],
	])('understands %s in each language of the response page', (_, column, words, start) => {
		const missed = words.split(' ').filter((word) => {
			const heading = start + word;
			return createIdentifyingColumnFinder([[[heading, 'x']]], [])(heading, 'x') !== column;
		});
		expect(missed).toEqual([]);
	});

	test.each(['ï»¿NAME', '\u200b\u200fN\u00adA\u202a\u202eM\u2060\u2064E\ufeff'])(
		'removes the invisible characters of the column %j',
		async (name) => {
			expect(await sentNames({ [name]: 'Ann', phone: PHONE })).toEqual([['NAME', 'phone']]);
		},
	);

	test('imports a column with a similar name separately if the phone is an additional column', async () => {
		const column = [{ name: 'Phone', value: '=+38{{ $json.mobile }}' }];
		const items = [{ json: { mobile: '0501234567' } }];
		const setting = importing({ ...readingAll(items), ...adding({ column }) });
		const { error } = await runNode({ ...setting, items });
		expect(error).toBeUndefined();
		expect(service.requests[0].query.slice(0, 4)).toEqual([
			['field_names[0]', 'mobile'],
			['field_names[1]', 'phone'],
			['data[0][0]', '0501234567'],
			['data[0][1]', '380501234567'],
		]);
	});

	test.each<[string, string, string, IDataObject[]]>([
		['phone', 'mobile', 'Tel', [{ mobile: PHONE, Tel: '380501234568' }]],
		['phone', 'Phone', 'Mobile', [{ Phone: PHONE, Mobile: '380501234568', name: 'Ann' }]],
		// Each row has a value in only one of the columns. If both were used, the list would have
		// landlines and mobiles.
		[
			'phone',
			'Phone',
			'MobilePhone',
			[{ Phone: PHONE, MobilePhone: '' }, { MobilePhone: PHONE }],
		],
		['email', 'EMAIL', 'mail', [{ EMAIL: 'a@example.com', mail: 'b@example.com' }]],
	])('asks which one is the %s if items have %s and %s', async (column, one, other, records) => {
		const items = records.map((json) => ({ json }));
		const { error } = await runNode({ ...importing(readingAll(items)), items });
		expect(error?.message).toBe(
			`'Map Automatically' has "${one}" and "${other}", but a contact has only one ${column}`,
		);
		expect(descriptionOf({ error })).toMatch(
			/^Remove one of these fields before this step, or choose "Map Each Column Manually"\./,
		);
		expect(service.requests).toEqual([]);
	});

	const sheet = [
		{ row_number: 2, Vorname: 'Ann', Handy: PHONE, 'E-Mail': 'a@b.cc', NAME: 'Ann' },
	];
	const items = sheet.map((json) => ({ json }));
	const inColumns = (names: string[], column: IDataObject[] = []) => ({
		...importing({ columns: autoColumns(names), ...(column.length > 0 && adding({ column })) }),
		items,
	});
	const hintsOf = ({ runData }: Awaited<ReturnType<typeof runNode>>) =>
		Object.values(runData).flatMap((runs) => runs.flatMap(({ hints = [] }) => hints));
	test.each([
		[10, /"C9", "C10"\. To import/],
		[11, /"C9", "C10", …\. To import/],
	])('names the first ten of %i fields without a column in a hint', async (count, names) => {
		const fields = Array.from({ length: count }, (_, n) => [`C${n + 1}`, 'x']);
		const json = { phone: PHONE, ...Object.fromEntries(fields) } as IDataObject;
		const setting = { ...importing({ columns: autoColumns([]) }), items: [{ json }] };
		const [hint] = hintsOf(await runNode(setting));
		expect(hint.message).toMatch(names);
	});

	test.each([
		[
			['NAME'],
			'2 input fields are not among the columns of this step, and were left out: "row_number", "Vorname". To import these fields, enter their names in Additional Columns.',
		],
		[
			['Vorname', 'NAME'],
			'1 input field is not among the columns of this step, and was left out: "row_number". To import this field, enter its name in Additional Columns.',
		],
	])(
		'imports of the sheet only the columns %j, and names the others in a hint',
		async (names, message) => {
			const hints = hintsOf(await runNode(inColumns(names)));
			const sent = service.requests[0].query.filter(([key]) => key.startsWith('field_names'));
			expect(sent.map(([, value]) => value).sort()).toEqual(
				[...names, 'email', 'phone'].sort(),
			);
			expect(hints).toEqual([{ message, type: 'info', location: 'outputPane' }]);
		},
	);

	test('warns if only the phone and the email of the input are imported', async () => {
		const hints = hintsOf(await runNode(inColumns([])));
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(hints[0].message).toMatch(/^3 input fields are not among .* "Vorname", "NAME"\. To/);
	});

	test.each<[string, IDataObject, string]>([
		['its own value', { name: 'vorname', value: '={{ $json.NAME }}!' }, 'Ann!'],
		['the input field, without a value', { name: 'VORNAME', value: '' }, 'Ann'],
	])('uses for an additional column %s', async (_, column, value) => {
		const { error } = await runNode(inColumns(['NAME'], [column]));
		expect(error).toBeUndefined();
		const sent = Object.fromEntries(service.requests[0].query);
		const at = Object.keys(sent).find((key) => /^vorname$/i.test(sent[key])) ?? '';
		expect(sent[at.replace('field_names', 'data[0]')]).toBe(value);
		expect(Object.values(sent)).not.toContain('row_number');
	});

	test('imports a column with a similar name as the phone if the exact one is empty in every item', async () => {
		const items = [
			{ phone: '', mobile: PHONE },
			{ phone: null, Mobile: PHONE },
		];
		expect(await sentNames(...items)).toEqual([['phone']]);
	});
});
