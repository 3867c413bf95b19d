import type { IDataObject } from 'n8n-workflow';
import { hideCode, hideCodeInText } from '../../nodes/shared/response/hideCode';
import type { OperationSetting } from '../support/operations';
import { json, type RawService, startRawService } from '../support/rawService';
import { run } from '../support/sandboxHarness';

test.each<[code: string, response: IDataObject, output: IDataObject]>([
	['1234', { text: 'Code 1234. 1234!' }, { text: 'Code ***. ***!' }],
	['1234', { inner: [{ text: '1234' }] }, { inner: [{ text: '***' }] }],
	['1234', { code: 1234 }, { code: '***' }],
	['1234', { idea: 1234, id_2: 1234 }, { idea: '***', id_2: '***' }],
	['1000', { code: 1_000 }, { code: '***' }],
	['01234', { code: 1_234, text: '01234' }, { code: '***', text: '***' }],
	['482915', { text: '48291… 82915, 4829 15' }, { text: '***… ***, ***' }],
	['482915', { codes: [48_291] }, { codes: ['***'] }],
	['482915', { text: '4 8 2 9 1 5, 482-915, 48 29 1' }, { text: '***, ***, ***' }],
	['482915', { text: 'at 12 482 915 3, 1 482915' }, { text: 'at 12 *** 3, 1 ***' }],
	['482915', { text: '٤٨٢٩١٥' }, { text: '***' }],
	['482915', { '482915': { 'code 48291': 1 } }, { '***': { 'code ***': 1 } }],
	['07', { text: '07' }, { text: '***' }],
])('a response does not show the code %s: %j', (code, response, output) => {
	expect(hideCode([response], code)).toEqual([output]);
});

test.each<[code: string, response: IDataObject]>([
	['1234', { text: '12345, 51234, 512345' }],
	['1234', { sms_id: 1234, ID: 1234, uuid: 1234 }],
	['1234', { code: 1235, other: 12340, none: null }],
	['482915', { text: '482, 915, 4825, 1 482 9150', parts: 482 }],
	['999', { status: 999 }],
	['007', { parts: 7 }],
])('a response is not redacted where %s is not a code: %j', (code, response) => {
	expect(hideCode([response], code)).toEqual([response]);
});

describe('a generated code that the service repeats', () => {
	let raw: RawService;
	afterEach(async () => await raw.close());
	const send: OperationSetting = {
		node: 'messagingServiceVerification',
		parameters: {
			...{ resource: 'code', operation: 'sendTelegram', phone: '380501234567' },
			...{ generateCode: true, returnCodeAs: 'token', options: {} },
		},
	};
	const repeating = async (answer: (code: string) => object, status = 200) =>
		(raw = await startRawService((request, response) => {
			const { searchParams } = new URL(request.url ?? '', 'http://service');
			json(answer(searchParams.get('message') ?? ''), status)(request, response);
		}));
	const sentCode = () => new URL(raw.requests[0], 'http://service').searchParams.get('message');

	test.each([494, 495, 499])('is hidden before its error is cut after %i letters', async (n) => {
		await repeating((code) => ({ error: `${'x '.repeat(n / 2).padEnd(n)}${code}` }), 400);
		const { error } = await run(raw, { ...send, items: [{ json: {} }] });
		expect(sentCode()).toMatch(/^\d{6}$/);
		expect(error?.message).not.toMatch(/\d/);
	});

	test('is hidden in texts and keys of the output, even partly', async () => {
		await repeating((code) => ({
			sms_id: 7,
			[code]: code,
			text: code.slice(0, 5),
			[`x${code.slice(1)}`]: [Number(`1${code}`)],
		}));
		const [{ json }] = (await run(raw, { ...send, items: [{ json: {} }] })).items;
		expect(json).toMatchObject({ '***': '***', text: '***', 'x***': expect.anything() });
		const keys = JSON.stringify(Object.keys(json));
		expect(hideCodeInText(keys, sentCode() ?? '')).toBe(keys);
	});
});
