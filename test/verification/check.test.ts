import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_PHONE, PHONE } from '../contract/row';
import { type DuplicateStore, useDuplicateStore } from '../support/duplicateStore';
import { toolCallers, callByAgent } from '../support/engine/callTool';
import { origin, token as accountToken } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { callInWorker } from '../support/engine/runTool';
import { Service } from '../support/engine/service';

const node = 'messagingServiceVerification';
const MINUTE = 60_000;
let service: Service;
let table: DuplicateStore;
/** Returns the service's response to a code. */
let response: (code: string) => { status?: number; body: unknown };
beforeEach(async () => {
	table = await useDuplicateStore();
	response = () => ({ body: { sms_id: 1, status: 'NEW', parts: 1 } });
	service = new Service(({ query }) => response(new Map(query).get('message') ?? ''));
});
afterEach(() => {
	service.close();
	jest.restoreAllMocks();
});

type More = Partial<Omit<RunSetting, 'node' | 'parameters'>>;
const send = async (parameters: INodeParameters = {}, more: More = {}) =>
	await runNode({
		node,
		parameters: {
			...{ resource: 'code', operation: 'sendTelegram', phone: PHONE, generateCode: true },
			...parameters,
		},
		mode: 'trigger',
		...more,
	});
const checking = (given: IDataObject, options: IDataObject = {}): INodeParameters =>
	({ resource: 'code', operation: 'check', phone: PHONE, ...given, options }) as INodeParameters;
const check = async (given: IDataObject, more: More = {}) =>
	await runNode({ node, parameters: checking(given), mode: 'trigger', ...more });

/** Returns the last sent code, as its recipient reads it. */
const received = () => new Map(service.requests.at(-1)?.query).get('message') ?? '';
const sentToken = async (parameters: INodeParameters = {}) => {
	const { items, error } = await send(parameters);
	if (error) throw error;
	return { token: String(items[0].json.token), code: received() };
};
const wrong = (code: string, by = 1) =>
	String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0');

const judged = async (given: IDataObject, more: More = {}) => {
	const { items, error } = await check(given, more);
	if (error) throw error;
	return items[0].json;
};
const ok = { verified: true, reason: 'ok', tries_left: 0 };
const rejected = (reason: string, tries_left = 0) => ({ verified: false, reason, tries_left });

describe('a one-time code', () => {
	describe.each([
		['that was generated', {}],
		['that was typed in', { generateCode: false, code: '482915' }],
	])('%s', (_, parameters) => {
		/** Removes the node of an error, because it contains the parameters. */
		const withoutNode = (value: unknown) =>
			JSON.stringify(value, (key, field: unknown) => (key === 'node' ? undefined : field));

		test('is in no output, even if the service repeats it', async () => {
			response = (code) => ({ body: { sms_id: 1, text: `Your code is ${code}`, parts: 1 } });
			const { items } = await send(parameters);
			expect(received()).toMatch(/^\d{6}$/);
			expect(items[0].json).toMatchObject({ sms_id: 1, text: 'Your code is ***' });
			expect(JSON.stringify(items)).not.toContain(received());
		});

		test('is in no error, even if the service repeats it', async () => {
			response = (code) => ({ status: 400, body: { error: `Text ${code} is too short` } });
			const { error } = await send(parameters);
			expect(error?.message).toContain('Text *** is too short');
			expect(withoutNode(error)).not.toContain(received());
		});
	});

	test.each([
		['4829', 'Code *** is queued'],
		// A count or a time may have the same three digits.
		['482', 'Code 482 is queued'],
	])('that was typed in as %s leaves of the note of the service %j', async (code, note) => {
		response = (text) => ({ body: { sms_id: 1, note: `Code ${text} is queued` } });
		const { items } = await send({ generateCode: false, code });
		expect(items[0].json.note).toBe(note);
	});

	test('is verified after three wrong tries', async () => {
		const { token, code } = await sentToken();
		for (const left of [4, 3, 2]) {
			const entered = wrong(code, left);
			expect(await judged({ token, code: entered })).toEqual(rejected('wrong', left));
		}
		expect(await judged({ token, code })).toEqual(ok);
		expect(service.requests).toHaveLength(1);
	});

	test('is verified once, and a replay is rejected as used', async () => {
		const { token, code } = await sentToken();
		expect(await judged({ token, code })).toEqual(ok);
		expect(await judged({ token, code })).toEqual(rejected('used'));
		expect(await judged({ token, code: wrong(code) })).toEqual(rejected('used'));
	});

	test('is not verified after five wrong tries', async () => {
		const { token, code } = await sentToken();
		for (const by of [1, 2, 3, 4, 5]) await judged({ token, code: wrong(code, by) });
		expect(await judged({ token, code })).toEqual(rejected('too many tries'));
	});

	test.each([
		['Valid For', { validFor: 3 }, 3],
		['10 minutes by default', {}, 10],
	])('expires after %s', async (_, parameters, minutes) => {
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		const { token, code } = await sentToken(parameters);
		clock.mockReturnValue(now + minutes * MINUTE);
		expect(await judged({ token, code })).toEqual(rejected('expired'));
		clock.mockReturnValue(now + minutes * MINUTE - 1);
		expect(await judged({ token, code })).toEqual(ok);
	});

	test('is wrong for another phone', async () => {
		const { token, code } = await sentToken();
		expect(await judged({ token, code, phone: OTHER_PHONE })).toEqual(rejected('wrong', 4));
		expect(await judged({ token, code })).toEqual(ok);
	});

	test('allows five tries if ten guesses come at the same time', async () => {
		const { token, code } = await sentToken();
		const guesses = Array.from({ length: 10 }, (_, by) => wrong(code, by + 1));
		const results = await Promise.all(guesses.map((one) => judged({ token, code: one })));
		const reasons = results.map(({ reason }) => reason).sort();
		expect(reasons).toEqual([...Array(5).fill('too many tries'), ...Array(5).fill('wrong')]);
		expect(await judged({ token, code })).toEqual(rejected('too many tries'));
	});

	test('is verified once if it is entered ten times at the same time', async () => {
		const { token, code } = await sentToken();
		const entries = Array.from({ length: 10 }, () => judged({ token, code }));
		const results = await Promise.all(entries);
		const reasons = results.map(({ reason }) => reason).sort();
		expect(reasons).toEqual(['ok', ...Array(9).fill('used')]);
	});

	test('is verified once even if another n8n process overwrites the store meanwhile', async () => {
		const { token, code } = await sentToken();
		let writes = 0;
		table.beforeWrite = () => {
			// At this write, the try and the use have been saved.
			if (++writes === 4) setImmediate(() => setImmediate(() => table.rows.clear()));
		};
		expect(await judged({ token, code })).toEqual(ok);
		expect(await judged({ token, code })).toEqual(rejected('used'));
	});

	test('allows five tries if ten guesses are items of one run', async () => {
		const { token, code } = await sentToken();
		const items = Array.from({ length: 10 }, (_, by) => ({
			json: { code: wrong(code, by + 1) },
		}));
		const found = await check({ token, code: '={{ $json.code }}' }, { items });
		const reasons = found.items.map(({ json }) => json.reason).sort();
		expect(reasons).toEqual([...Array(5).fill('too many tries'), ...Array(5).fill('wrong')]);
		expect(found.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
	});

	test('may begin with zeros, and may be typed with spaces and dashes', async () => {
		// One of ten codes begins with 0.
		let sent = await sentToken({ codeLength: 4 });
		while (!sent.code.startsWith('0')) sent = await sentToken({ codeLength: 4 });
		const { token, code } = sent;
		expect(await judged({ token, code: code.slice(1) })).toEqual(rejected('wrong', 4));
		const typed = ` ${code.slice(0, 2)}-${code.slice(2)}\u200b`;
		expect(await judged({ token, code: typed })).toEqual(ok);
	});

	test('may be checked as a number that has lost its leading zeros', async () => {
		const { token, code } = await sentToken({ generateCode: false, code: '0042' });
		expect(code).toBe('0042');
		expect(await judged({ token, code: '42' })).toEqual(rejected('wrong', 4));
		expect(await judged({ token, code: '={{ 420 }}' })).toEqual(rejected('wrong', 3));
		expect(await judged({ token, code: '={{ 42 }}' })).toEqual(ok);
	});

	test('is valid for any spelling of its phone, also with a default country code', async () => {
		const { token, code } = await sentToken();
		const phone = `0${PHONE.slice(3, 5)} ${PHONE.slice(5)}`;
		const parameters = checking({ token, code, phone }, { defaultCountryCode: '380' });
		const { items } = await runNode({ node, parameters, mode: 'trigger' });
		expect(items[0].json).toEqual(ok);
	});

	const digits = (code: string, zero: string) =>
		code.replace(/\d/g, (one) => String.fromCharCode(zero.charCodeAt(0) + Number(one)));
	const forms: Array<[title: string, enter: (code: string) => string]> = [
		['behind a letter and a dash', (code) => `G-${code}`],
		['in a sentence', (code) => `Your code is ${code}.`],
		['in two groups', (code) => code.replace(/^.../, '$& ')],
		['digit by digit', (code) => [...code].join('.')],
		['with dashes of two kinds', (code) => code.replace(/(..)(..)/, '$1–$2-')],
		['as a number of a sheet', (code) => `${code}.0`],
		['as a number of a sheet without its zeros', (code) => `${Number(code)},0`],
		['in Arabic digits', (code) => digits(code, '٠')],
		['in full-width digits', (code) => digits(code, '０')],
		['with invisible characters', (code) => `\u2060${[...code].join('\u200b')}\ufeff`],
	];
	test.each(forms)('is verified %s', async (_, enter) => {
		const { token, code } = await sentToken({ generateCode: false, code: '042910' });
		const items = [{ json: { entered: enter(code) } }];
		expect(await judged({ token, code: '={{ $json.entered }}' }, { items })).toEqual(ok);
	});

	test.each<unknown>([
		...['call me', '…', '🙂', '', ' \u200b', null, '482915, 482916', '482915\n482916'],
		...[
			'482  915',
			'1a2b3c',
			'1'.repeat(17),
			1e21,
			'4.8E5',
			{ code: '482915' },
			['482915'],
			true,
		],
	])('loses no try if %j is entered, which is not a code', async (entered) => {
		const sent = await sentToken();
		const items = [{ json: { entered } as IDataObject }];
		const given = { token: sent.token, code: '={{ $json.entered }}' };
		for (let times = 0; times < 7; times++) {
			expect(await judged(given, { items })).toEqual(rejected('no code', 1));
		}
		expect(table.rows.size).toBe(0);
		expect(await judged(sent)).toEqual(ok);
	});

	test.each(['12345a', '1'.repeat(16)])('is wrong if %p is typed', async (code) => {
		const { token } = await sentToken();
		expect(await judged({ token, code })).toEqual(rejected('wrong', 4));
	});

	test('loses only one try with Retry On Fail', async () => {
		const [one, other] = [await sentToken(), await sentToken()];
		let writes = 0;
		table.beforeWrite = () => {
			if (++writes === 4) throw new Error('database is locked');
		};
		const more = { items: [{ json: one }, { json: other }], retryOnFail: true, maxTries: 2 };
		const given = { token: '={{ $json.token }}', code: '={{ $json.code }}' };
		const { items, error } = await check(given, more);
		if (error) throw error;
		expect(items.map(({ json }) => json)).toEqual([ok, ok]);
		expect(await judged(one)).toEqual(rejected('used'));
	});

	test.each([1, 2, 3, 4, 5, 6, 7])(
		'is verified with Retry On Fail if write %i of its check fails',
		async (failing) => {
			const { token, code } = await sentToken();
			let writes = 0;
			table.beforeWrite = () => {
				if (++writes === failing) throw new Error('database is locked');
			};
			const more = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const { items } = await check({ token, code }, more);
			expect(items.map(({ json }) => json)).toEqual([ok]);
			expect(writes).toBeGreaterThan(7);
			expect(await judged({ token, code })).toEqual(rejected('used'));
		},
	);

	test("loses no try if n8n's database fails while the try is counted", async () => {
		const { token, code } = await sentToken();
		const reading = jest.spyOn(table.rows, 'get').mockImplementation(() => {
			throw new Error('database is locked');
		});
		const failed = await judged({ token, code }, { onError: 'continueRegularOutput' });
		expect(failed).toMatchObject({
			error: "'This step' needs n8n's database, which could not be read or written",
			error_kind: 'unavailable',
		});
		reading.mockRestore();
		expect(await judged({ token, code })).toEqual(ok);
	});

	test('is not remembered in a test execution of the editor', async () => {
		const { token, code } = await sentToken();
		for (const entered of [wrong(code), wrong(code), code, code]) {
			await judged({ token, code: entered }, { mode: 'manual' });
		}
		expect(table.rows.size).toBe(0);
		expect(await judged({ token, code })).toEqual(ok);
	});
});

describe('the token of a one-time code', () => {
	const forged: Array<[title: string, (token: string) => string]> = [
		['a cut one', (token) => token.slice(0, -1)],
		['one with a later expiry', (token) => token.replace(/^./, 'z')],
		[
			'one with another mark',
			(token) => token.replace(/\.(.)/, (_, a) => (a === 'A' ? '.B' : '.A')),
		],
		[
			'one with another seal',
			(token) => token.replace(/...$/, (end) => (end === 'AAA' ? 'BBB' : 'AAA')),
		],
		['one of other letters', (token) => `${token}=`],
		['a word', () => 'token'],
	];
	test.each(forged)('is rejected: %s', async (_, change) => {
		const { token, code } = await sentToken();
		const { error } = await check({ token: change(token), code });
		expect(error?.message).toBe("'Token' was not issued by this account");
		expect(table.rows.size).toBe(0);
	});

	test('with a line break is an error that does not show the token', async () => {
		const { token, code } = await sentToken();
		const { error } = await check({ token: `${token.slice(0, 9)}\n${token.slice(9)}`, code });
		expect(error?.message).toBe("'Token' contains a line break");
		expect((error as { description?: string }).description).not.toContain('The value is');
	});

	test('of another account is an error', async () => {
		const { token, code } = await sentToken();
		const credentials = { baseUrl: origin, token: `${accountToken}x` };
		const { error } = await check({ token, code }, { credentials });
		expect(error?.message).toBe("'Token' was not issued by this account");
	});

	test('differs for each code, and does not reveal the code, the phone or the account', async () => {
		const [one, other] = [await sentToken(), await sentToken()];
		expect(one.token).not.toBe(other.token);
		for (const secret of [one.code, PHONE, accountToken])
			expect(one.token).not.toContain(secret);
	});

	test('is an error without a token in the credential', async () => {
		const sent = await sentToken();
		const { error } = await check(sent, { credentials: { baseUrl: origin, token: '' } });
		expect(error?.message).toMatch(/The credential has no token/);
	});

	test.each(['token', 'phone'])('is rejected without a lost try if %s is empty', async (name) => {
		const { error } = await check({ ...(await sentToken()), [name]: '={{ $json.none }}' });
		expect(error?.message).toMatch(/^'(Token|Phone)' is empty$/);
		expect(table.rows.size).toBe(0);
	});
});

describe('a tool for one-time codes', () => {
	const sending = { resource: 'code', operation: 'sendTelegram', generateCode: true };
	const toModel: INodeParameters = { ...sending, phone: "={{ $fromAI('phone') }}" };
	test.each(toolCallers)('never returns the code to a model: %s', async (_, call) => {
		const output = await call({ node, parameters: toModel }, { phone: PHONE });
		expect(JSON.stringify(output)).not.toContain(received());
		expect(output).toEqual([expect.objectContaining({ token: expect.any(String) })]);
	});

	test.each(toolCallers)(
		'returns the code if the option was set by hand: %s',
		async (_, call) => {
			const parameters = { ...toModel, returnCodeAs: 'code' };
			const output = await call({ node, parameters }, { phone: PHONE });
			expect(output).toEqual([expect.objectContaining({ code: received() })]);
			expect(output[0]).not.toHaveProperty('token');
		},
	);

	test('checks a code that an agent of version 3 passes', async () => {
		const told = { token: "={{ $fromAI('token') }}", code: "={{ $fromAI('code') }}" };
		const output = await callByAgent({ node, parameters: checking(told) }, await sentToken());
		expect(output).toEqual([ok]);
	});

	test('checks nothing where n8n has no store to count the tries', async () => {
		const parameters = checking(await sentToken());
		const found = await callInWorker({ node, parameters }, {}).catch(
			({ message }: Error) => message,
		);
		expect(JSON.stringify(found)).toMatch(/storage that n8n does not provide/);
	});
});
