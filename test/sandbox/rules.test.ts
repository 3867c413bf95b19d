import fc from 'fast-check';
import { type Sandbox, startSandbox } from '../../sandbox';
import { smsParts } from '../../sandbox/service/smsParts';
import { Dates } from '../../sandbox/wire/dates';
import { asJson, type Branch, plant, splitKey } from '../../sandbox/wire/brackets';
import { type Answer, call, reason } from './call';
import { judgeCases } from '../support/judged';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual' });
});
afterAll(() => sandbox.close());

type Fields = Record<string, string>;
const viaQuery = (path: string, query: Fields, method = 'POST') =>
	call(sandbox, path, { method, query: { token: sandbox.token, ...query } });
const viaForm = (path: string, form: Fields) =>
	call(sandbox, path, { form: { token: sandbox.token, ...form } });
const refused = async (answer: Promise<Answer>, text: string) => {
	const { status, body } = await answer;
	expect({ status, error: String(Object.values(body as object)[0]) }).toEqual({
		status: 400,
		error: expect.stringContaining(text) as unknown,
	});
};
const numbered = (name: string, count: number, value: (index: number) => string): Fields =>
	Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}[${i}]`, value(i)]));

describe('formats', () => {
	const sms = { message: 'Hi', phone: '37120000001', alphaname_id: '1363' };
	test.each([
		[{ phone: '+37120000001' }, 'phone'],
		[{ phone: '123456' }, 'phone'],
		[{ phone: '1234567890123456' }, 'phone'],
		[{ alphaname_id: '1363.5' }, 'alphaname_id'],
		[{ alphaname_id: 'Shop' }, 'alphaname_id'],
		[{ alphaname_id: '9' }, 'alphaname_id: unknown'],
		[{ show_cost: 'true' }, 'show_cost: must be 0 or 1'],
		[{ 'message[0]': 'x' }, 'message takes no index'],
	])('sendQuickSMS rejects %p', (change, text) =>
		refused(viaQuery('/api/v1/sendQuickSMS', { ...sms, ...change }), text),
	);

	test.each(['4', '61', '5.5', 'x'])(
		'sendQuickSMS rejects the forwarding_time %s',
		async (forwarding_time) => {
			const query = { token: sandbox.token, ...sms };
			const answer = call(sandbox, '/api/v1/sendQuickSMS', {
				query,
				form: { forwarding_time },
			});
			await refused(answer, 'forwarding_time');
		},
	);

	test.each(['12a4', '12345678901234567', ' 123'])(
		'sendOtpTelegram rejects the code "%s"',
		(message) =>
			refused(viaQuery('/api/v1/sendOtpTelegram', { message, phone: sms.phone }), 'message'),
	);

	test.each(['2030-02-30 10:00', '2030-01-01T10:00', '2030-01-01 24:00', '2030-1-1 10:00'])(
		'rejects the date %s',
		(time) =>
			refused(viaQuery('/api/v1/createSmsMessage', { message: 'x', time }, 'GET'), 'time'),
	);

	test('rejects limit_offset without limit_rows', () =>
		refused(viaQuery('/api/v1/getMessagesList', { limit_offset: '0' }, 'GET'), 'limit_rows'));

	test.each([
		['getTemplateMessageById', 'template_id'],
		['statusBulkSms', 'uuid'],
	])('%s rejects an unknown identifier', (name, parameter) => {
		const version = name === 'statusBulkSms' ? 'v1' : 'v2';
		return refused(viaQuery(`/api/${version}/${name}`, { [parameter]: '99' }), 'unknown');
	});

	test('reads every date that it writes, in every time zone', async () => {
		const range = { min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true };
		const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe'];
		await judgeCases(
			fc.tuple(fc.date(range), fc.constantFrom(...zones)),
			{ read: 1 },
			([date, zone]) => {
				const dates = new Dates(zone);
				const written = dates.text(date.getTime());
				const read = dates.read(written.replace(' ', 'T'), 'second') ?? 0;
				expect(dates.text(read)).toBe(written);
				// A time that the clock repeats in autumn has two moments: in St. John's in 1988 two hours apart.
				const apart = Math.floor(date.getTime() / 1000) * 1000 - read;
				expect([0, 1_800_000, 3_600_000, 7_200_000]).toContain(Math.abs(apart));
				return 'read';
			},
		);
	});

	test.each([
		['UTC', '2026-03-29 01:30', '2026-03-29T01:30:00Z'],
		['Asia/Kolkata', '2026-07-01 00:10', '2026-06-30T18:40:00Z'],
		['Europe/Riga', '2026-03-29 02:30', '2026-03-29T00:30:00Z'],
		['Europe/Riga', '2026-03-29 04:30', '2026-03-29T01:30:00Z'],
		['America/New_York', '2026-11-01 03:00', '2026-11-01T08:00:00Z'],
	])('in %s, %s is %s', (zone, written, moment) => {
		expect(new Dates(zone).read(written, 'minute')).toBe(Date.parse(moment));
	});
});

describe('Viber content', () => {
	const base = { vibername_id: '21', phone: '37120000001' };
	const send = (form: Fields) => viaForm('/api/v2/sendQuickViberMessage', { ...base, ...form });
	test('each type requires its parts', async () => {
		await refused(send({}), 'message: required when type_message is TEXT');
		await refused(send({ type_message: 'IMAGE' }), 'image_url: required');
		await refused(send({ type_message: 'BUTTON', button: 'x' }), 'button_link: required');
		await refused(send({ type_message: 'text', message: 'x' }), 'type_message');
		await refused(
			send({ message: 'x', image: 'file.png' }),
			'image: must be in an uploaded file',
		);
		const link = { button: 'x', button_link: 'https://shop.example' };
		expect((await send({ type_message: 'BUTTON', ...link })).status).toBe(200);
	});

	test('an uploaded image is sufficient for IMAGE', async () => {
		const { status } = await call(sandbox, '/api/v2/sendQuickViberMessage', {
			form: { token: sandbox.token, ...base, type_message: 'IMAGE' },
			files: { image: { filename: 'a.png', type: 'image/png', bytes: 'picture' } },
		});
		expect(status).toBe(200);
		expect(sandbox.requests.at(-1)?.files).toEqual([
			expect.objectContaining({ name: 'image', filename: 'a.png', size: 7 }),
		]);
		const { image } = sandbox.messages.at(-1) ?? {};
		const answer = await fetch(`${sandbox.url}${image}`);
		expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
			'image/png',
			'picture',
		]);
	});
});

describe('importContacts', () => {
	const send = (fields: Fields) =>
		viaQuery('/api/v2/importContacts', { list_id: '1001', ...fields });
	test('rejects more columns, contacts or parts than documented', async () => {
		const one = { 'field_names[0]': 'phone' };
		await refused(
			send({ 'field_names[0]': 'name', 'data[0][0]': 'x' }),
			'include phone or email',
		);
		const wide = { ...numbered('field_names', 31, (i) => (i === 0 ? 'email' : `f${i}`)) };
		await refused(send({ ...wide, 'data[0][0]': 'x' }), 'at most 30');
		const many = Array.from({ length: 501 }, (_, i) => [`data[${i}][0]`, 'x']);
		await refused(send({ ...one, ...Object.fromEntries(many) }), 'at most 500');
		await refused(send({ ...one, 'data[1][0]': 'x' }), 'data[0]: missing');
		await refused(
			send({ ...one, 'data[0][0]': '37120000077', 'data[0][1]': 'x' }),
			'data[0][1]',
		);
		await refused(send({ ...one, 'data[0][__proto__]': 'x', 'data[0][0]': 'x' }), '__proto__');
	});

	test('rejects a request line above 16 kB with a 414', async () => {
		const data = numbered('data', 400, () => 'x'.repeat(50));
		const answer = await send({ 'field_names[0]': 'phone', ...data });
		expect([answer.status, reason(answer)]).toEqual([414, expect.stringContaining('16 kB')]);
	});
});

describe('batches', () => {
	const mailing = { alphaname_id: '1363', name: 'N', message_type: 'bulk' };
	const sms = { ...mailing, text: 'Hi', delivery_list: ['37120000001'] };
	const send = (name: string, messages: unknown, more: object = {}) =>
		call(sandbox, `/api/v1/${name}`, {
			json: { token: sandbox.token, callback_url: 'http://a.example', messages, ...more },
		});
	test.each([
		[{ alphaname_id: 1363 }, '[alphaname_id]: must be a text'],
		[{ alphaname_id: '5' }, 'alphaname_id: unknown'],
		[{ name: '' }, '[name]: empty'],
		[{ message_type: 'many' }, '[message_type]'],
		[{ schedule_time: '2030-01-01 10:00' }, '[schedule_time]'],
		[{ delivery_list: [] }, '[delivery_list]'],
		[{ delivery_list: [37120000001] }, '[delivery_list][0]'],
		[{ delivery_list: ['37120000001', '123'] }, '[delivery_list][1]'],
		[{ message_type: 'personal' }, '[delivery_list][0]: must be an object'],
		[{ colour: 'red' }, '[colour]: not allowed here'],
	])('sendBulkSms rejects %p', (change, text) =>
		refused(send('sendBulkSms', [{ ...sms, ...change }]), text),
	);

	const button = {
		type: 'button',
		text: 'T',
		image_url: 'https://a.example/a.png',
		caption: 'C',
	};
	const long = `https://a.example/${'x'.repeat(140)}`;
	const personal = {
		message_type: 'personal',
		delivery_list: [{ phone: '37120000001', text: 'T' }],
	};
	test.each([
		[{ content: { ...button, button_link: long } }, 'must not exceed 150'],
		[{ content: { type: 'image', image_url: 'https://a.example' }, ...personal }, 'only with'],
		[{ content: { ...button, text: undefined }, ...personal }, '[button_link]: required'],
		[{ content: { type: 'text', text: 'T', caption: 'C' } }, '[caption]: not allowed'],
		[{ content: { type: 'image' } }, '[image_url]: required'],
		[{}, '[content]: must be an object'],
	])('sendBulkViber rejects row %#', (change, text) => {
		const base = { ...mailing, delivery_list: ['37120000001'] };
		return refused(send('sendBulkViber', [{ ...base, ...change }]), text);
	});

	test.each(['sendBulkSms', 'sendBulkViber'])(
		'%s accepts an empty callback_url',
		async (name) => {
			const viber = { ...mailing, delivery_list: ['37120000001'] };
			const of = {
				sendBulkSms: sms,
				sendBulkViber: { ...viber, content: { type: 'text', text: 'T' } },
			};
			const messages = [of[name as keyof typeof of]];
			expect((await send(name, messages, { callback_url: '' })).status).toBe(200);
		},
	);

	test('takes parameters in JSON and in the query, if they are the same', async () => {
		const both = (query: Record<string, string>) =>
			call(sandbox, '/api/v1/sendBulkSms', {
				query: { token: sandbox.token, ...query },
				json: { token: sandbox.token, callback_url: '', messages: [sms] },
			});
		expect((await both({})).status).toBe(200);
		expect((await both({ callback_url: '' })).status).toBe(200);
		await refused(both({ callback_url: 'https://a.example' }), 'callback_url: differs');
		await refused(send('sendBulkSms', 'x'), 'messages: must be an array');
		await refused(send('sendBulkSms', [sms], { colour: 1 }), 'colour: unknown');
		const broken = await fetch(`${sandbox.url}/api/v1/sendBulkSms`, {
			method: 'POST',
			body: '{"token',
			headers: { 'content-type': 'application/json' },
		});
		expect(broken.status).toBe(400);
	});
});

test('parses every nested value from its brackets, for any names', async () => {
	const leaf = fc.string({ maxLength: 5 });
	const name = fc.stringMatching(/^[a-z_]{1,9}$/).filter((one) => one !== 'constructor');
	const item = fc.dictionary(fc.oneof(name, fc.constant('__proto__')), leaf, { minKeys: 1 });
	const list = fc.array(fc.oneof(leaf, item), { minLength: 1, maxLength: 5 });
	await judgeCases(list, { nested: 0.5 }, (items) => {
		const root: Branch = new Map();
		items.forEach((value, i) => {
			const parts: Array<[string, string]> =
				typeof value === 'string'
					? [['', value]]
					: Object.entries(value).map(([key, inner]) => [`[${key}]`, inner]);
			for (const [suffix, inner] of parts) {
				const key = `a[${i}]${suffix}`;
				plant(root, splitKey(key).path, inner, key);
			}
		});
		expect(JSON.stringify(asJson(root, 'a'))).toBe(JSON.stringify(items));
		return items.some((one) => typeof one === 'object') ? 'nested' : undefined;
	});
	expect(Object.keys(Object.prototype)).toEqual([]);
});

test.each([
	['a'.repeat(160), 1],
	['a'.repeat(161), 2],
	['a'.repeat(306), 2],
	['a'.repeat(307), 3],
	['€'.repeat(80), 1],
	['€'.repeat(81), 2],
	// 76 euro signs fill 152 of the 153 places: the next one does not fit in the last.
	['€'.repeat(152), 2],
	['€'.repeat(153), 3],
	['ж'.repeat(70), 1],
	['ж'.repeat(71), 2],
	['ж'.repeat(135), 3],
	['😀'.repeat(35), 1],
	['😀'.repeat(66), 2],
	['😀'.repeat(67), 3],
])('counts the SMS parts of text %#', (text, parts) => expect(smsParts(text)).toBe(parts));
