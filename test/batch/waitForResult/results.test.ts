import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { callers } from '../../support/engine/callTool';
import { captureLog, credentialsOf } from '../../support/sandboxHarness';
import { itemsOf, pairsOf, phones, smsBatch, viberBatch } from '../settings';
import {
	call,
	jsonOf,
	mailing,
	recipient,
	startBatch,
	startService,
	statusService,
	waiting,
} from './waitingBatch';

const [ONE, TWO, THREE] = phones(3);
const rows = [ONE, TWO, THREE].map((phone) => ({ phone }));
const items = itemsOf(rows);
const batch = (parameters: IDataObject = {}, more = {}) =>
	smsBatch({ ...waiting, ...parameters }, { items, ...more });

/** A service that returns this status once the batch waits. */
const serviceWith = async (status: unknown) =>
	await startService(({ operation }, count) => {
		if (operation.startsWith('sendBulk')) return { body: { uuid: 'u', success: 'OK' } };
		return { body: count === 1 ? [] : status };
	});

/** The output after a call. */
async function outputWith(status: unknown, setting = batch()) {
	const { urls, resumed } = await startBatch(await serviceWith(status), setting);
	expect(await call(urls[0])).toBe(200);
	expect(resumed).toHaveLength(1);
	return resumed[0];
}

const brief = ({ phone, status, is_delivered, rejected, errors }: IDataObject) => ({
	phone,
	...(status !== undefined && { status }),
	...(rejected !== undefined && { rejected }),
	...(errors !== undefined && { errors }),
	is_delivered,
});

describe('the result of each recipient', () => {
	test('is found by phone, in whatever order the service lists them', async () => {
		const status = [THREE, ONE, TWO].map((phone, id) => recipient(phone, `S${id}`, id));
		const output = await outputWith([mailing(status)]);
		expect(jsonOf(output).map(({ phone, delivery_id }) => [phone, delivery_id])).toEqual([
			[ONE, 1],
			[TWO, 2],
			[THREE, 0],
		]);
		expect(output.map(pairsOf)).toEqual([[0], [1], [2]]);
	});

	test('is found by its place if the service writes phones in another way', async () => {
		const status = [ONE, TWO, THREE].map((phone, id) => recipient(phone.slice(2), 'NEW', id));
		const output = await outputWith([mailing(status)]);
		expect(jsonOf(output).map(({ delivery_id }) => delivery_id)).toEqual([0, 1, 2]);
		const written = [ONE, TWO, THREE].map((phone, id) => recipient(`+${phone}`, 'NEW', id));
		const same = await outputWith([mailing(written.reverse())]);
		expect(jsonOf(same).map(({ delivery_id }) => delivery_id)).toEqual([0, 1, 2]);
	});

	test('is not known if the service does not list the recipient', async () => {
		const output = await outputWith([mailing([recipient(TWO)])]);
		expect(jsonOf(output).map(brief)).toEqual([
			{ phone: ONE, is_delivered: null },
			{ phone: TWO, status: 'DELIVERED', is_delivered: true },
			{ phone: THREE, is_delivered: null },
		]);
	});

	test('of a phone that is not known is never that of another recipient', async () => {
		const output = await outputWith([mailing([recipient('999'), recipient(ONE)])]);
		expect(jsonOf(output).map(brief)).toEqual([
			{ phone: ONE, status: 'DELIVERED', is_delivered: true },
			{ phone: TWO, is_delivered: null },
			{ phone: THREE, is_delivered: null },
		]);
	});

	test('is there once if the service lists a phone twice', async () => {
		const twice = [recipient(ONE), recipient(ONE, 'NEW', 2), recipient(TWO), recipient(THREE)];
		expect(await outputWith([mailing(twice)])).toHaveLength(3);
	});

	test.each([[[]], [[mailing([])]], [[{ name: 'March' }]]])(
		'is open if the status is %j',
		async (status) => {
			const output = await outputWith(status);
			expect(jsonOf(output).map(brief)).toEqual(
				[ONE, TWO, THREE].map((phone) => ({ phone, is_delivered: null })),
			);
		},
	);

	test('is the error of a mailing that the service has rejected', async () => {
		const errors = ['March: The image URL is not valid.'];
		const output = await outputWith([{ errors }], viberBatch(waiting, { items }));
		expect(jsonOf(output).map(brief)).toEqual(
			[ONE, TWO, THREE].map((phone) => ({
				phone,
				rejected: true,
				errors,
				is_delivered: false,
			})),
		);
	});

	test('has an error beside its status if the service has both', async () => {
		const errors = ['March: An image of 800x800 px is best.'];
		const status = [mailing([ONE, TWO, THREE].map((phone) => recipient(phone))), { errors }];
		const output = await outputWith(status, viberBatch(waiting, { items }));
		expect(jsonOf(output).map(brief)).toEqual(
			[ONE, TWO, THREE].map((phone) => ({
				phone,
				status: 'DELIVERED',
				errors,
				is_delivered: true,
			})),
		);
	});
});

test('mailings as JSON: an error is not that of a mailing whose name is its beginning', async () => {
	const mailings = [
		{ name: 'Sale', phone: ONE },
		{ name: 'Sale: VIP', phone: TWO },
	].map(({ name, phone }) => ({
		alphaname_id: '1363',
		name,
		message_type: 'bulk',
		content: { type: 'text', text: 'Hello' },
		delivery_list: [phone],
	}));
	const mailingsJson = JSON.stringify(mailings);
	const setting = viberBatch({ ...waiting, specifyMailings: 'json', mailingsJson }, { items });
	const errors = ['Sale: VIP: The text is not valid.'];
	const output = await outputWith([{ errors }], setting);
	expect(jsonOf(output).map(brief)).toEqual([
		{ phone: ONE, is_delivered: null },
		{ phone: TWO, rejected: true, errors, is_delivered: false },
	]);
});

test('mailings as JSON: the same phone in two of them has the result of each', async () => {
	const named = (name: string, list: string[]) => ({
		alphaname_id: '1363',
		name,
		message_type: 'bulk',
		text: 'Hello',
		delivery_list: list,
	});
	const mailings = [named('A', [ONE, TWO]), named('B', [ONE])];
	const setting = batch({ specifyMailings: 'json', mailingsJson: JSON.stringify(mailings) });
	const status = [
		mailing([recipient(ONE, 'UNDELIVERED', 3)], 'B'),
		mailing([recipient(TWO, 'DELIVERED', 2), recipient(ONE, 'DELIVERED', 1)], 'A'),
	];
	const output = await outputWith(status, setting);
	expect(jsonOf(output).map(({ name, delivery_id }) => [name, delivery_id])).toEqual([
		['A', 1],
		['A', 2],
		['B', 3],
	]);
});

describe('an error of a mailing in JSON', () => {
	const named = (name: string, phone: string) => ({
		alphaname_id: '1363',
		name,
		message_type: 'bulk',
		content: { type: 'text', text: `Hello ${phone}` },
		delivery_list: [phone],
	});
	const outputOf = async (names: string[], status: unknown) => {
		const mailings = names.map((name, place) => named(name, [ONE, TWO, THREE][place]));
		const mailingsJson = JSON.stringify(mailings);
		const setting = viberBatch({ ...waiting, specifyMailings: 'json', mailingsJson });
		return jsonOf(await outputWith(status, setting)).map(brief);
	};
	const rejected = (phone: string, errors: string[]) => ({
		phone,
		rejected: true,
		errors,
		is_delivered: false,
	});
	const open = (phone: string, errors?: string[]) => ({
		phone,
		...(errors && { errors }),
		is_delivered: null,
	});

	test('rejects no recipient if two mailings have its name', async () => {
		const errors = ['A: The image URL is not valid.'];
		const output = await outputOf(['A', 'A', 'B'], [{ errors }]);
		expect(output).toEqual([open(ONE, errors), open(TWO, errors), open(THREE)]);
	});

	test('rejects no recipient if it has the name of none', async () => {
		const errors = ['Try again'];
		const output = await outputOf(['A', 'B'], [{ errors }]);
		expect(output).toEqual([open(ONE, errors), open(TWO, errors)]);
	});

	test('is that of the longer one of two names', async () => {
		const errors = ['A: B: The image URL is not valid.'];
		const output = await outputOf(['A', 'A: B'], [{ errors }]);
		expect(output).toEqual([open(ONE), rejected(TWO, errors)]);
	});

	test('changes nothing for a recipient who is listed', async () => {
		const errors = ['A: The image URL is not valid.'];
		const status = [{ errors }, mailing([recipient(TWO)], 'A')];
		expect(await outputOf(['A', 'A'], status)).toEqual([
			open(ONE, errors),
			{ phone: TWO, status: 'DELIVERED', errors, is_delivered: true },
		]);
	});

	test('rejects its own recipients only', async () => {
		const errors = ['B: The image URL is not valid.'];
		const output = await outputOf(['A', 'B'], [{ errors }]);
		expect(output).toEqual([open(ONE), rejected(TWO, errors)]);
	});
});

test('Execute Once: one recipient, or all of a JSON, come out', async () => {
	const { urls, resumed, resume } = await startBatch(
		await statusService(),
		batch({}, { executeOnce: true }),
	);
	await call(urls[0]);
	expect(jsonOf((await resume(resumed[0]))[0])).toMatchObject([{ phone: ONE }]);
	const list = [{ alphaname_id: '1363', name: 'A', message_type: 'bulk', text: 'Hello' }];
	const mailingsJson = JSON.stringify(list.map((one) => ({ ...one, delivery_list: phones(3) })));
	const json = await startBatch(
		await statusService(),
		batch({ specifyMailings: 'json', mailingsJson }, { executeOnce: true }),
	);
	await call(json.urls[0]);
	expect((await json.resume(json.resumed[0]))[0]).toHaveLength(3);
});

test('more recipients than Max Recipients are an error, and nothing waits', async () => {
	const given = await statusService();
	const { result } = await startBatch(given, batch({ options: { maxRecipients: 2 } }));
	expect(result.error?.message).toMatch(/^'Max Recipients/);
	expect([given.received, result.execution?.waitTill]).toEqual([[], undefined]);
});

test.each(callers)('a tool called by %s cannot wait, and sends nothing', async (_, callTool) => {
	const given = await statusService();
	const setting = { ...batch({ phone: ONE }), credentials: credentialsOf(given) };
	const said = await callTool(setting, { phone: ONE }).then(
		(output) => JSON.stringify(output),
		(error: Error) => error.message,
	);
	expect(said).toMatch(/'Wait for Result' cannot wait in a tool of an agent/);
	expect(given.received).toEqual([]);
});

test('if a newer n8n returns a copy of what it stores, nothing is sent', async () => {
	const given = await statusService();
	jest.spyOn(ExecuteContext.prototype, 'getExecuteData').mockImplementation(function (this: {
		executeData: object;
	}) {
		return { ...this.executeData } as never;
	} as never);
	const { result } = await startBatch(given, batch());
	jest.restoreAllMocks();
	expect(result.error?.message).toContain("'Wait for Result' cannot wait in this n8n");
	expect(given.received).toEqual([]);
});

test('a batch that is cancelled while its statuses are read does not wait', async () => {
	let cancel = () => {};
	const given = await startService(({ operation }) => {
		if (operation === 'sendBulkSms') return { body: { uuid: 'u', success: 'OK' } };
		cancel();
		return { body: [], delay: 2_000 };
	});
	const setting = batch({}, { started: (stop: () => void) => (cancel = stop) });
	const log = captureLog();
	const { result } = await startBatch(given, setting);
	expect(result.execution?.waitTill).toBeUndefined();
	expect(log.join('\n')).toMatch(/the execution was cancelled\. Sent: items 0-2 \(uuid u\)/);
});

test('the stored wait grows by the phone of each recipient', async () => {
	const sizeOf = async (count: number) => {
		const given = itemsOf(phones(count).map((phone) => ({ phone })));
		const { stored } = await startBatch(await statusService(), batch({}, { items: given }));
		const { executionData } = JSON.parse(stored) as { executionData: { contextData: object } };
		return JSON.stringify(executionData.contextData).length;
	};
	const [few, many] = [await sizeOf(100), await sizeOf(1_100)];
	expect((many - few) / 1_000).toBeLessThan(14);
});
