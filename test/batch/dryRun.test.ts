import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { measureSmsParts } from '../../nodes/shared/values/smsParts';
import { emailBatch, itemsOf, pairsOf, phones, smsBatch, useWorld } from './settings';

describe('the number of SMS parts', () => {
	const rows: Array<[string, string, number, number]> = [
		['empty', '', 0, 1],
		['160 plain letters', 'a'.repeat(160), 160, 1],
		['161 plain letters', 'a'.repeat(161), 161, 2],
		['306 plain letters', 'a'.repeat(306), 306, 2],
		['307 plain letters', 'a'.repeat(307), 307, 3],
		['80 euro signs', '€'.repeat(80), 160, 1],
		['81 euro signs', '€'.repeat(81), 162, 2],
		['a euro sign where the first part ends', 'a'.repeat(152) + '€' + 'a'.repeat(152), 306, 3],
		['line breaks, Greek capitals, accents', '\nΔΩ äöñüà £', 11, 1],
		['70 Cyrillic letters', 'ї'.repeat(70), 70, 1],
		['71 Cyrillic letters', 'ї'.repeat(71), 71, 2],
		['134 Cyrillic letters', 'ї'.repeat(134), 134, 2],
		['135 Cyrillic letters', 'ї'.repeat(135), 135, 3],
		['one emoji among letters', `Hi ${'👋'}`, 5, 1],
		['35 emoji', '👋'.repeat(35), 70, 1],
		['67 emoji: 33 to a part', '👋'.repeat(67), 134, 3],
	];
	test.each(rows)('counts the length and the parts of a text: %s', (_, text, length, parts) => {
		expect(measureSmsParts(text)).toMatchObject({ length, parts });
	});

	test('follows from the encoding of the whole text, which one letter outside GSM-7 changes to UCS-2', () => {
		expect(measureSmsParts('Kaina: 5 €')).toMatchObject({ encoding: 'GSM-7', length: 11 });
		expect(measureSmsParts('Kaina: 5 € ė')).toMatchObject({ encoding: 'UCS-2', length: 12 });
		// GSM-7 contains the capital C with cedilla, but not the lower-case letter.
		expect(measureSmsParts('ç').encoding).toBe('UCS-2');
	});
});

describe('the dry run of a batch', () => {
	const world = useWorld();
	afterEach(() => expect(world.sandbox.requests).toEqual([]));

	test('reports recipients, parts, requests and rejects, and sends nothing', async () => {
		const [ann, bob, eve] = phones(3);
		const items = itemsOf([
			{ phone: ann, text: 'Hi' },
			{ phone: 'call me', text: 'Hi' },
			{ phone: bob, text: 'ї'.repeat(71) },
			{ phone: eve, text: 'Hi' },
		]);
		const parameters = {
			message: '={{ $json.text }}',
			options: { dryRun: true, recipientsPerRequest: 2 },
		};
		const stopped = await world.run(smsBatch(parameters, { items }));
		expect(stopped.error?.message).toMatch(/^'Phone' /);
		const goesOn = { items, onError: 'continueRegularOutput' } as const;
		const result = await world.run(smsBatch(parameters, goesOn));
		if (result.error) throw result.error;
		expect(result.items).toHaveLength(1);
		expect(pairsOf(result.items[0])).toEqual([0, 1, 2, 3]);
		const bytes = expect.any(Number);
		const hi = { text: 'Hi', encoding: 'GSM-7', length: 2, parts: 1 };
		const long = { text: 'ї'.repeat(71), encoding: 'UCS-2', length: 71, parts: 2 };
		const not_in_gsm7 = '"ї" U+0457 at position 1';
		expect(result.items[0].json).toEqual({
			...{ dry_run: true, is_sent: false, reason: 'dry run', message_type: 'personal' },
			...{ recipients: 3, parts: 4 },
			messages: [
				{ index: 0, phone: ann, ...hi, request: 0 },
				{ index: 2, phone: bob, ...long, not_in_gsm7, request: 0 },
				{ index: 3, phone: eve, ...hi, request: 1 },
			],
			requests: [
				{ recipients: 2, bytes, indexes: '0, 2' },
				{ recipients: 1, bytes, indexes: '3' },
			],
			left_out: [],
			rejects: [{ index: 1, reason: expect.stringContaining("'Phone'") }],
		});
	});

	test('lists recipients that are repeated or share a key as left out', async () => {
		const [ann, bob] = phones(2);
		const items = itemsOf([ann, bob, ann].map((phone) => ({ phone, order: 'a' })));
		const shown = async (more: IDataObject) => {
			const parameters = { options: { dryRun: true, ...more } as INodeParameters };
			const { items: output } = await world.run(smsBatch(parameters, { items }));
			return output[0].json.left_out;
		};
		const repeated = { reason: 'repeated in this run', repeats_item: 0 };
		expect(await shown({})).toEqual([{ index: 2, phone: ann, ...repeated }]);
		const shared = { reason: 'already sent', key: 'a' };
		expect(await shown({ sendOnceKey: '={{ $json.order }}' })).toMatchObject([
			{ index: 1, phone: bob, ...shared },
			{ index: 2, phone: ann },
		]);
	});

	test('shows the first 100 recipients, and counts all of them', async () => {
		const items = itemsOf(phones(250).map((phone) => ({ phone })));
		const options = { dryRun: true, recipientsPerRequest: 60 };
		const { items: shown } = await world.run(smsBatch({ options }, { items }));
		const { recipients, parts, messages, requests } = shown[0].json as IDataObject & {
			messages: IDataObject[];
		};
		expect([recipients, parts]).toEqual([250, 250]);
		expect(requests).toHaveLength(5);
		expect(messages.map(({ phone, request }) => [phone, request])).toEqual(
			phones(100).map((phone, index) => [phone, index < 60 ? 0 : 1]),
		);
	});

	test('shows the address, the subject and at most 1,000 characters of an email', async () => {
		const [ann, bob] = ['ann@example.com', 'bob@example.com'];
		const text = `${'x'.repeat(999)}👋`;
		const items = itemsOf([
			{ email: ann, text: 'y'.repeat(1_000) },
			{ email: bob, text },
		]);
		const parameters = {
			subject: '={{ "For " + $json.email }}',
			message: '={{ $json.text }}',
			options: { dryRun: true },
		};
		const { items: shown } = await world.run(emailBatch(parameters, { items }));
		expect(shown[0].json).not.toHaveProperty('parts');
		expect(shown[0].json.messages).toEqual([
			{ index: 0, email: ann, subject: `For ${ann}`, text: 'y'.repeat(1_000), request: 0 },
			{
				index: 1,
				email: bob,
				subject: `For ${bob}`,
				text: `${'x'.repeat(999)}…`,
				request: 0,
			},
		]);
	});

	test('does not count the token as bytes of a body', async () => {
		const items = itemsOf(
			phones(500).map((phone) => ({ phone, email: `p${phone}@example.com` })),
		);
		for (const batch of [smsBatch, emailBatch]) {
			const dry = await world.run(batch({ options: { dryRun: true } }, { items }));
			await world.run(batch({}, { items }));
			const { json, fields } = world.sandbox.requests[0];
			const { token: _token, ...rest } = (json ?? fields) as Record<string, unknown>;
			const sent = json
				? JSON.stringify(rest)
				: String(new URLSearchParams(rest as Record<string, string>));
			expect(dry.items[0].json.requests).toMatchObject([{ bytes: sent.length }]);
			world.sandbox.reset();
		}
	});
});
